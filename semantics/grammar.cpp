#include "semantics/grammar.hpp"

namespace coreecs {

Compose::Compose(std::vector<Mutation> parts) : parts_(std::make_shared<std::vector<Mutation>>(std::move(parts))) {}

// A composition that is as deep as a schedule is taken apart level by level, not by recursion.
Compose::~Compose() {
  if (!parts_ || parts_.use_count() > 1) return;
  std::vector<Mutation> pending = std::move(*parts_);
  while (!pending.empty()) {
    const Mutation m = std::move(pending.back());
    pending.pop_back();
    if (const Compose* composition = std::get_if<Compose>(&m);
        composition && composition->parts_ && composition->parts_.use_count() == 1) {
      for (Mutation& part : *composition->parts_) pending.push_back(std::move(part));
      composition->parts_->clear();
    }
  }
}

Mutation compose(Mutation m, Mutation m_) {
  if (std::holds_alternative<Nil>(m)) return m_;
  if (std::holds_alternative<Nil>(m_)) return m;
  std::vector<Mutation> parts;
  parts.reserve(2);
  parts.push_back(std::move(m));
  parts.push_back(std::move(m_));
  return Compose(std::move(parts));
}

struct Schedule::Node {
  std::variant<Conc, Seq, Par, Then> form;
  Leaf leaves;
};

Schedule::Schedule(Conc z) : node_(std::make_shared<Node>(Node{std::move(z), 1})) {}
Schedule::Schedule(Seq z) : node_(std::make_shared<Node>(Node{std::move(z), 1})) {}
Schedule::Schedule(Par z) {
  const Leaf leaves = z.z.leaves() + z.z_.leaves();
  node_ = std::make_shared<Node>(Node{std::move(z), leaves});
}
Schedule::Schedule(Then z) {
  const Leaf leaves = z.z.leaves() + z.z_.leaves();
  node_ = std::make_shared<Node>(Node{std::move(z), leaves});
}

const std::variant<Conc, Seq, Par, Then>& Schedule::form() const { return node_->form; }
Leaf Schedule::leaves() const { return node_->leaves; }

// As for Compose: a deep schedule is taken apart by a loop.
Schedule::~Schedule() {
  std::vector<std::shared_ptr<Node>> pending;
  pending.push_back(std::move(node_));
  while (!pending.empty()) {
    const std::shared_ptr<Node> node = std::move(pending.back());
    pending.pop_back();
    if (!node || node.use_count() > 1) continue;
    const auto take = [&pending](auto& both) {
      pending.push_back(std::move(both.z.node_));
      pending.push_back(std::move(both.z_.node_));
    };
    std::visit(Clauses{[](Conc&) {}, [](Seq&) {}, take}, node->form);
  }
}

Schedule conc(System s) { return Conc{std::make_shared<const System>(std::move(s))}; }
Schedule seq(System s) { return Seq{std::make_shared<const System>(std::move(s))}; }
Schedule operator||(Schedule z, Schedule z_) { return Par{std::move(z), std::move(z_)}; }
Schedule operator>>(Schedule z, Schedule z_) { return Then{std::move(z), std::move(z_)}; }

Schedule repeat(const Schedule& z, std::uint64_t n) {
  Schedule all = z;
  while (--n > 0) all = std::move(all) >> z;
  return all;
}

}  // namespace coreecs
