#include "interp/run/controlled.hpp"

#include <algorithm>
#include <numeric>
#include <queue>

#include "interp/run/machine.hpp"

namespace coreecs {

namespace {

/// The invocations of a partial order that can be performed next, those of highest priority first.
class Prioritised {
 public:
  Prioritised(const PartialOrder& po, std::uint64_t lowest, Random& random)
      : po_(po), parent_(po.nodes.size()), missing_(po.nodes.size(), 2), priority_(po.size()), leaf_(po.size()) {
    for (std::size_t n = 0; n < po.nodes.size(); ++n)
      if (joins(n)) parent_[po.nodes[n].left] = parent_[po.nodes[n].right] = n;
    std::iota(priority_.begin(), priority_.end(), lowest);
    for (std::size_t u = po.size(); u > 1; --u) std::swap(priority_[u - 1], priority_[random.below(u)]);
    if (!po.nodes.empty()) enter(po.nodes.size() - 1);
  }

  [[nodiscard]] bool done() const { return ready_.empty(); }
  /// Gives the thread at hand another priority.
  void change(std::uint64_t priority) {
    const std::size_t u = ready_.top().second;
    ready_.pop();
    priority_[u] = priority;
    ready_.emplace(priority, u);
  }
  /// Takes the next one.
  std::size_t take() {
    const std::size_t u = ready_.top().second;
    ready_.pop();
    const std::size_t node = leaf_[u];
    const std::size_t end = po_.nodes[node].end;
    if (po_.nodes[node].kind == PartialOrder::Kind::Chain && u + 1 < end) {
      priority_[u + 1] = priority_[u];
      push(u + 1, node);
    } else if (po_.nodes[node].kind == PartialOrder::Kind::Chain || --missing_[node] == 0) {
      leave(node);
    }
    return u;
  }

 private:
  [[nodiscard]] bool joins(std::size_t n) const {
    return po_.nodes[n].kind == PartialOrder::Kind::Parallel || po_.nodes[n].kind == PartialOrder::Kind::Series;
  }
  void push(std::size_t u, std::size_t node) {
    leaf_[u] = node;
    ready_.emplace(priority_[u], u);
  }
  void enter(std::size_t start) {
    std::vector<std::size_t> entering{start};
    while (!entering.empty()) {
      const std::size_t n = entering.back();
      const PartialOrder::Node& z = po_.nodes[n];
      entering.pop_back();
      if (joins(n)) {
        if (z.kind == PartialOrder::Kind::Parallel) entering.push_back(z.right);
        entering.push_back(z.left);
      } else if (z.begin == z.end) {
        if (const auto next = left_by(n)) entering.push_back(*next);
      } else if (z.kind == PartialOrder::Kind::Chain) {
        push(z.begin, n);
      } else {
        missing_[n] = z.end - z.begin;
        for (std::size_t u = z.begin; u < z.end; ++u) push(u, n);
      }
    }
  }
  void leave(std::size_t n) {
    if (const auto next = left_by(n)) enter(*next);
  }
  /// What can begin when n is done: the right side of a ⨟ around it, or nothing.
  std::optional<std::size_t> left_by(std::size_t n) {
    for (; n + 1 < po_.nodes.size(); n = parent_[n]) {
      const std::size_t parent = parent_[n];
      const PartialOrder::Node& z = po_.nodes[parent];
      if (z.kind == PartialOrder::Kind::Series && n == z.left) return z.right;
      if (z.kind == PartialOrder::Kind::Parallel && --missing_[parent] > 0) return std::nullopt;
    }
    return std::nullopt;
  }

  const PartialOrder& po_;
  std::vector<std::size_t> parent_, missing_;
  std::vector<std::uint64_t> priority_;  // of each invocation
  std::vector<std::size_t> leaf_;        // of each that is ready
  std::priority_queue<std::pair<std::uint64_t, std::size_t>> ready_;
};

}  // namespace

Linearization pct(const PartialOrder& po, std::uint64_t depth, Random& random) {
  Linearization order;
  if (po.size() == 0) return order;
  std::vector<std::pair<std::size_t, std::uint64_t>> changes;  // before which step, to which priority
  for (std::uint64_t j = 1; j < depth; ++j) changes.emplace_back(random.below(po.size()), j);
  std::sort(changes.begin(), changes.end());
  Prioritised next(po, depth, random);
  auto change = changes.begin();
  while (!next.done()) {
    for (; change != changes.end() && change->first == order.size(); ++change) next.change(change->second);
    order.push_back(next.take());
  }
  return order;
}

Ending follow(const Plan& plan, const State& c, const PartialOrder& po, const Linearization& order, Random& random,
              const Environment& env) {
  Ending ending;
  try {
    Run run(plan, c, env);
    auto next = order.begin();
    while (!run.ended()) {
      std::optional<Run::Choice> choice;
      for (; !choice && next != order.end(); ++next) {
        const Invocation& u = po.invocations[*next];
        choice = run.choice(u.leaf, std::span<const Entity>(u.e.data(), u.e.size()));
      }
      if (!choice) {
        const std::vector<Run::Choice> choices = run.choices();
        choice = choices[random.below(choices.size())];
      }
      ending.order.push_back(performed(run.at(*choice)));
      run.perform(*choice);
    }
    ending.end = run.state();
  } catch (const RuntimeError& error) {
    ending.end = error;
  }
  return ending;
}

}  // namespace coreecs
