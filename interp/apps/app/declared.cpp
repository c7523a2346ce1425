#include "interp/apps/app/bodies.hpp"

#include <algorithm>
#include <set>

#include "interp/base/json/problem.hpp"
#include "interp/language/program/effects.hpp"

namespace coreecs::app {

namespace {

bool has(const Labels& all, std::size_t label) { return std::binary_search(all.begin(), all.end(), label); }

/// Goes through a body, and reports each undeclared action once.
class Comparison {
 public:
  Comparison(const std::vector<std::size_t>& labels, const System& system, const std::vector<Component>& components)
      : labels_(labels), system_(system), components_(components) {}

  void compare(const SystemTerm& body, const Schema& schema) {
    attaches_ = attaches(body, schema);
    for (const QueryTerm& query : body.match)
      for (const auto& constraint : observed(query))
        std::visit(Clauses{[&](const QueryTerm::Incl& c) { observe(c.i, c.x.slot.has_value()); },
                           [&](const QueryTerm::Excl& c) { observe(c.i, false); },
                           [&](const QueryTerm::Anyway& c) { observe(c.i, c.x.slot.has_value()); }},
                   constraint);
    for (const Ask& one : system_.asks) ask(one);
    run(body.body);
  }

  void operator()(const term::Sequence& m) {
    for (const MutationTerm& part : m.parts) run(part);
  }
  void operator()(const term::Attach& m) {
    const Attached& to = attaches_.at(&m);
    const std::size_t label = labels_[m.i];
    const Commands& commands = system_.commands;
    if (components_[label].kind == Component::Kind::Event) return send(label);
    const auto spawns = [&](const Labels& one) { return has(one, label); };
    if (has(commands.insert, label) || is_event(m.e)) return;
    if (to.to_new() && std::any_of(commands.spawn.begin(), commands.spawn.end(), spawns)) return;
    if (to.to_new())
      report("attaches " + name(label) + " to an entity that it creates", "it in an entity that \"commands\" spawn",
             "\"spawn\": [[" + name(label) + "]]");
    else if (!writes(label) && components_[label].kind == Component::Kind::Resource)
      report_once("found a body that attaches " + name(label) +
                  "; expected it in what the system writes; write \"resources\": { \"writes\": [" + name(label) +
                  "] }");
    else if (!writes(label))
      report("attaches " + name(label), "it in what the system writes, or what \"commands\" insert",
             "\"insert\": [" + name(label) + "]");
    else if (!to.replaces && components_[label].kind == Component::Kind::Component)
      report("attaches " + name(label) + " to an entity that may lack it",
             "it in what \"commands\" insert, or a query that matches this entity with " + name(label),
             "\"insert\": [" + name(label) + "]");
  }
  void operator()(const term::Detach& m) {
    const std::size_t label = labels_[m.i];
    if (components_[label].kind == Component::Kind::Event) return;  // which no declaration allows
    if (!has(system_.commands.remove, label))
      report("detaches " + name(label), "it in what \"commands\" remove", "\"remove\": [" + name(label) + "]");
  }
  void operator()(const term::Destroy& m) {
    if (system_.commands.destroy.empty() && !is_event(m.e))
      report("destroys an entity", "\"commands\" to destroy some", "\"destroy\": [{}]");
  }
  void operator()(const term::New& m) {
    if (m.x.slot && is_sent(m.body, *m.x.slot))
      events_.insert(*m.x.slot);
    else if (system_.commands.spawn.empty())
      report("creates an entity", "\"commands\" to spawn some", "\"spawn\": [[]]");
    run(m.body);
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

  std::vector<std::string> reported;

 private:
  void run(const MutationTerm& m) { std::visit(*this, m.node().form); }
  [[nodiscard]] std::string name(std::size_t label) const { return in_quotes(components_[label].name); }
  /// `command` is what to write if the engine is to make the change later.
  void report(const std::string& what, const std::string& expected, const std::string& command = {}) {
    std::string all = "found a body that " + what + "; expected " + expected;
    if (!command.empty()) all += R"(; write "commands": { )" + command + " }";
    report_once(std::move(all));
  }
  void report_once(std::string all) {
    if (std::find(reported.begin(), reported.end(), all) == reported.end()) reported.push_back(std::move(all));
  }

  void send(std::size_t label) {
    if (!has(system_.events.sends, label))
      report_once("found a body that sends " + name(label) +
                  R"(; expected it in what the system sends; write "events": { "sends": [)" + name(label) + "] }");
  }
  /// Whether a new entity becomes an event, so that check_events judges what else it is given.
  [[nodiscard]] bool is_event(const Term& e) const {
    const auto* v = std::get_if<term::Variable>(&e.node().form);
    return v && events_.contains(v->slot);
  }
  /// Whether a mutation makes the entity of a variable an event.
  [[nodiscard]] bool is_sent(const MutationTerm& m, Slot x) const {
    const auto is_variable = [x](const Term& e) {
      const auto* v = std::get_if<term::Variable>(&e.node().form);
      return v && v->slot == x;
    };
    return std::visit(
        Clauses{[&](const term::Sequence& m) {
                  return std::any_of(m.parts.begin(), m.parts.end(), [&](const auto& one) { return is_sent(one, x); });
                },
                [&](const term::Attach& m) {
                  return components_[labels_[m.i]].kind == Component::Kind::Event && is_variable(m.e);
                },
                [](const term::Detach&) { return false; }, [](const term::Destroy&) { return false; },
                [&](const term::New& m) { return is_sent(m.body, x); },
                [&](const term::If<MutationTerm>& m) { return is_sent(m.then, x) || is_sent(m.otherwise, x); },
                [&](const term::Let<MutationTerm>& m) { return is_sent(m.body, x); },
                [&](const term::Case<MutationTerm>& m) { return is_sent(m.then, x) || is_sent(m.otherwise, x); }},
        m.node().form);
  }

  [[nodiscard]] bool writes(std::size_t label) const {
    return has(system_.writes, label) || std::any_of(system_.queries.begin(), system_.queries.end(),
                                                     [&](const Query& query) { return has(query.writes, label); });
  }
  [[nodiscard]] bool accesses(std::size_t label) const {
    return writes(label) || has(system_.reads, label) ||
           std::any_of(system_.queries.begin(), system_.queries.end(), [&](const Query& query) {
             return has(query.reads, label) || has(query.added, label) || has(query.changed, label);
           });
  }
  /// As engines: reading a component tells whether it changed.
  void ask(const Ask& one) {
    if (!system_.access_known) return;
    const std::string named = name(one.label);
    if (one.of == Ask::Of::Removed && !has(system_.removed, one.label))
      report_once("found a body that asks whether " + named +
                  R"( was removed; expected it in "removed"; write "removed": [)" + named + "]");
    else if (one.of != Ask::Of::Removed && !accesses(one.label))
      report("asks whether " + named + " changed", R"(it in what the system reads, or in "added" or "changed")");
  }
  [[nodiscard]] bool filters(std::size_t label) const {
    return std::any_of(system_.queries.begin(), system_.queries.end(), [&](const Query& query) {
      return has(query.filter.with, label) || has(query.filter.without, label);
    });
  }
  /// A label that is matched, and whether its value is used.
  void observe(Label i, bool value) {
    const std::size_t label = labels_[i];
    const auto asks = [&](const Ask& one) { return one.label == label; };  // which is judged itself
    if (!value && std::any_of(system_.asks.begin(), system_.asks.end(), asks)) return;
    if (!system_.access_known || accesses(label) || (!value && filters(label))) return;
    if (components_[label].kind == Component::Kind::Event) {
      if (!has(system_.events.reads, label))
        report_once("found a body that reads the event " + name(label) +
                    R"(; expected it in what the system reads; write "events": { "reads": [)" + name(label) + "] }");
      return;
    }
    report((value ? "looks at the value of " : "looks for ") + name(label),
           value ? "it in what the system reads or writes" : "it in what the system accesses, or filters by");
  }

  const std::vector<std::size_t>& labels_;
  const System& system_;
  const std::vector<Component>& components_;
  std::map<const term::Attach*, Attached> attaches_;
  std::set<Slot> events_;  // new entities that become events
};

}  // namespace

std::vector<std::string> undeclared(const SystemTerm& body, const Schema& schema,
                                    const std::vector<std::size_t>& labels, const System& system,
                                    const std::vector<Component>& components) {
  if (system.exclusive) return {};
  Comparison comparison(labels, system, components);
  comparison.compare(body, schema);
  return std::move(comparison.reported);
}

}  // namespace coreecs::app
