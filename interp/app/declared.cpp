#include "interp/app/declared.hpp"

#include <algorithm>
#include <set>

#include "interp/json/problem.hpp"

namespace coreecs::app {

namespace {

bool has(const Labels& all, std::size_t label) { return std::binary_search(all.begin(), all.end(), label); }

/// Goes through a body, and tells of what is not declared, each thing once.
class Comparison {
 public:
  Comparison(const std::vector<std::size_t>& labels, const System& system, const std::vector<Component>& components)
      : labels_(labels), system_(system), components_(components) {}

  void compare(const SystemTerm& body) {
    for (const QueryTerm& query : body.match)
      for (const auto& constraint : observed(query))
        std::visit(Clauses{[&](const QueryTerm::Incl& c) { observe(c.i, c.x.slot.has_value()); },
                           [&](const QueryTerm::Excl& c) { observe(c.i, false); },
                           [&](const QueryTerm::Anyway& c) { observe(c.i, c.x.slot.has_value()); }},
                   constraint);
    run(body.body);
  }

  void operator()(const term::Sequence& m) {
    for (const MutationTerm& part : m.parts) run(part);
  }
  void operator()(const term::Attach& m) {
    const auto* e = std::get_if<term::Variable>(&m.e.node().form);
    const std::size_t label = labels_[m.i];
    const Commands& commands = system_.commands;
    if (e && created_.count(e->slot) > 0) {
      const auto spawns = [&](const Labels& one) { return has(one, label); };
      if (!std::any_of(commands.spawn.begin(), commands.spawn.end(), spawns) && !has(commands.insert, label))
        tell("attaches " + name(label) + " to an entity that it creates", "it in an entity that \"commands\" spawn");
    } else if (!writes(label) && !has(commands.insert, label)) {
      tell("attaches " + name(label), "it in what the system writes, or what \"commands\" insert");
    }
  }
  void operator()(const term::Detach& m) {
    const std::size_t label = labels_[m.i];
    if (!has(system_.commands.remove, label)) tell("detaches " + name(label), "it in what \"commands\" remove");
  }
  void operator()(const term::Destroy&) {
    if (system_.commands.destroy.empty()) tell("destroys an entity", "\"commands\" to destroy some");
  }
  void operator()(const term::New& m) {
    if (system_.commands.spawn.empty()) tell("creates an entity", "\"commands\" to spawn some");
    if (m.x.slot) created_.insert(*m.x.slot);
    run(m.body);
    if (m.x.slot) created_.erase(*m.x.slot);
  }
  void operator()(const term::If<MutationTerm>& m) {
    run(m.then);
    run(m.otherwise);
  }
  void operator()(const term::Let<MutationTerm>& m) { run(m.body); }
  void operator()(const term::Case<MutationTerm>& m) {
    run(m.then);
    run(m.otherwise);
  }

  std::vector<std::string> told;

 private:
  void run(const MutationTerm& m) { std::visit(*this, m.node().form); }
  [[nodiscard]] std::string name(std::size_t label) const { return in_quotes(components_[label].name); }
  void tell(const std::string& what, const std::string& expected) {
    std::string all = "found a body that " + what + "; expected " + expected;
    if (std::find(told.begin(), told.end(), all) == told.end()) told.push_back(std::move(all));
  }

  [[nodiscard]] bool writes(std::size_t label) const {
    return has(system_.writes, label) || std::any_of(system_.queries.begin(), system_.queries.end(),
                                                     [&](const Query& query) { return has(query.writes, label); });
  }
  [[nodiscard]] bool accesses(std::size_t label) const {
    return writes(label) || has(system_.reads, label) ||
           std::any_of(system_.queries.begin(), system_.queries.end(),
                       [&](const Query& query) { return has(query.reads, label); });
  }
  [[nodiscard]] bool filters(std::size_t label) const {
    return std::any_of(system_.queries.begin(), system_.queries.end(), [&](const Query& query) {
      return has(query.filter.with, label) || has(query.filter.without, label);
    });
  }
  /// A label that is matched, and whether its value is looked at.
  void observe(Label i, bool value) {
    const std::size_t label = labels_[i];
    if (accesses(label) || (!value && filters(label))) return;
    tell((value ? "looks at the value of " : "looks for ") + name(label),
         value ? "it in what the system reads or writes" : "it in what the system accesses, or filters by");
  }

  const std::vector<std::size_t>& labels_;
  const System& system_;
  const std::vector<Component>& components_;
  std::set<Slot> created_;
};

}  // namespace

std::vector<std::string> undeclared(const SystemTerm& body, const std::vector<std::size_t>& labels,
                                    const System& system, const std::vector<Component>& components) {
  if (system.exclusive || !system.access_known) return {};
  Comparison comparison(labels, system, components);
  comparison.compare(body);
  return std::move(comparison.told);
}

}  // namespace coreecs::app
