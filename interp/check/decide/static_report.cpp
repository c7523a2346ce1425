#include "interp/check/decide/static_report.hpp"

#include <algorithm>

#include "semantics/series_parallel.hpp"

namespace coreecs {

namespace {

using Systems = std::vector<const System*>;

/// The writes under a label, and the systems that perform them. The facts about matched entities hold at the state of
/// the innermost fork around them.
struct LabelWriters {
  LabelWrites writes;
  Systems systems = {};
};

/// What a sub-schedule may write and observe; `known` unless the effects of a system are unknown.
struct StaticFootprint {
  bool known = true;
  std::map<Label, LabelWriters> writers = {};
  std::map<Label, Systems> observers = {};
};

bool only_own(const LabelWrites& w) { return !w.entities.literal && !w.entities.component; }
bool only_created(const LabelWrites& w) { return only_own(w) && !w.entities.match; }

void add(Systems& systems, const Systems& more) {
  for (const System* s : more)
    if (std::none_of(systems.begin(), systems.end(), [&](const System* known) { return known->name == s->name; }))
      systems.push_back(s);
}

void add(StaticFootprint& footprint, Label i, const LabelWriters& more) {
  const auto [at, is_new] = footprint.writers.emplace(i, more);
  if (is_new) return;
  at->second.writes = at->second.writes | more.writes;
  add(at->second.systems, more.systems);
}

void note_constraints(const Query& q, Facts& facts) {
  std::visit(Clauses{
                 [&](const Incl& q) { facts.push_back({.i = q.i}); },
                 [&](const Excl& q) { facts.push_back({.i = q.i, .is_there = false}); },
                 [](const Anyway&) {},
                 [&](const And& q) {
                   for (const Query& q_j : q.conjuncts) note_constraints(q_j, facts);
                 },
             },
             q);
}

/// What one system may write and observe. If it has no term, only its declared effects are known: it writes components
/// of a resource to the resource, and others to other entities of its match.
StaticFootprint effects_of(const System& s, const Program& program) {
  StaticFootprint footprint;
  for (const Label i : observed_labels(s.q, program.schema)) footprint.observers[i] = {&s};
  if (const auto term = program.terms.find(s.name); term != program.terms.end()) {
    for (const auto& [i, w] : label_writes(term->second, program.schema)) footprint.writers[i] = {w, {&s}};
    return footprint;
  }
  footprint.known = s.effects.has_value();
  if (!s.effects) return footprint;
  LabelWrites any{{true, true, s.effects->writes_entity_literal, s.effects->writes_component_entity}, false};
  if (!only_own(any)) any.queries.reset();
  for (std::size_t j = 0; any.queries && j < s.q.size(); ++j) {
    if (resource_of(s.q[j], program.resources)) continue;
    any.queries->insert(j);
    note_constraints(s.q[j], any.where.emplace_back());
  }
  LabelWrites to_resource{{.literal = true}, false};
  to_resource.queries.reset();
  const std::vector<Label> others = labels_of_entities(program.schema, program.resources);
  for (const Label i : s.effects->writes)
    footprint.writers[i] = {std::binary_search(others.begin(), others.end(), i) ? any : to_resource, {&s}};
  return footprint;
}

/// Forgets facts about matches if they are not those of the fork, or may have been changed since.
void forget_matches(StaticFootprint& footprint) {
  for (auto& [i, writers] : footprint.writers)
    if (!writers.writes.where.empty()) writers.writes.where = {Facts{}};
}
void forget_what_it_writes(StaticFootprint& footprint) {
  for (auto& [i, writers] : footprint.writers)
    for (Facts& facts : writers.writes.where)
      std::erase_if(facts, [&](const Fact& fact) { return fact.in_body && footprint.writers.contains(fact.i); });
}

/// The queries that ask for no resource and whose entities are not determined by the queries before them.
std::vector<std::size_t> unsettled(const System& s, const Program& program) {
  const auto term = program.terms.find(s.name);
  std::vector<std::size_t> all;
  for (std::size_t j = 0; j < s.q.size(); ++j)
    if ((term == program.terms.end() || !term->second.match[j].is) && !resource_of(s.q[j], program.resources))
      all.push_back(j);
  return all;
}

/// Whether a write may go to the resource that a query asks for. Every match has the same one.
bool writes_resource(const System& s, const LabelWrites& w, const Program& program) {
  for (std::size_t j = 0; j < s.q.size(); ++j)
    if (resource_of(s.q[j], program.resources) && (!w.queries || w.queries->contains(j))) return true;
  return false;
}

/// conc(s): two of its invocations, at one label.
std::variant<Argument, StaticReason> concurrent_writes(const System& s, const LabelWrites& w, const Program& program) {
  const Schema& K = program.schema;
  const std::size_t queries = unsettled(s, program).size();
  if (w.same) return Argument::Same;
  if (only_created(w)) return Argument::Created;
  if (queries == 0) return Argument::Single;
  if (w.entities.literal || writes_resource(s, w, program)) return WritesLiteral{};
  if (w.entities.component) {
    const auto holds_entities = [&](Label i) { return references_entity(K[i].type); };
    const LabelSet& reads = s.effects->reads;
    const auto i = std::find_if(reads.begin(), reads.end(), holds_entities);
    if (i != reads.end()) return QueriesEntity{*i};  // otherwise it finds no entity, whatever it declares
  }
  if (queries != 1) return NotSingleton{s.q.size()};
  return Argument::Matched;
}

/// z ∥ z': an invocation of each, at a label that both write.
std::variant<Argument, StaticReason> concurrent_writes(Label i, const LabelWriters& left, const LabelWriters& right) {
  const LabelWrites &of_left = left.writes, &of_right = right.writes;
  if (of_left.same && of_right.same && of_left.leaves == of_right.leaves) return Argument::Same;
  if (only_created(of_left) || only_created(of_right)) return Argument::Created;
  const auto apart_from = [&](const Facts& facts) {
    return std::all_of(of_right.where.begin(), of_right.where.end(),
                       [&](const Facts& others) { return exclude_each_other(facts, others); });
  };
  if (of_left.queries && of_right.queries && std::all_of(of_left.where.begin(), of_left.where.end(), apart_from))
    return Argument::Disjoint;
  return SharedLabel{i};
}

void judge(StaticPlace& at, Label i, const std::variant<Argument, StaticReason>& judged, Systems left = {},
           Systems right = {}) {
  if (const Argument* argument = std::get_if<Argument>(&judged))
    at.arguments.emplace_back(i, *argument);
  else
    at.obstacles.push_back({i, std::get<StaticReason>(judged), std::move(left), std::move(right)});
}

/// Whether only one query observes a label: the one whose entity determines the match.
bool observed_by_one(const System& s, Label i, const Program& program) {
  const std::vector<std::size_t> only = unsettled(s, program);
  for (std::size_t j = 0; j < s.q.size(); ++j) {
    const std::vector<Label> observed = observed_labels(s.q[j], program.schema.size());
    if (std::find(observed.begin(), observed.end(), i) != observed.end() && only != std::vector{j}) return false;
  }
  return true;
}

/// conc(s): what one invocation may write and another one observes. The query that determines the match has different
/// entities in different matches; without such a query there is only one match. A created entity may be observed like
/// any other.
std::vector<Interference> interferences(const System& s, const StaticFootprint& footprint, const Program& program) {
  if (!footprint.known) return {Interference{}};
  std::vector<Interference> all;
  if (unsettled(s, program).empty()) return all;
  for (const auto& [i, writers] : footprint.writers) {
    const Origins& e = writers.writes.entities;
    const bool apart = observed_by_one(s, i, program) && !e.created && !e.literal && !e.component &&
                       !writes_resource(s, writers.writes, program);
    if (footprint.observers.contains(i) && !apart) all.push_back({i, false, {&s}, {&s}});
  }
  return all;
}

/// z ∥ z'
std::vector<Interference> interferences(const StaticFootprint& left, const StaticFootprint& right) {
  if (!left.known || !right.known) return {Interference{}};
  std::vector<Interference> all;
  for (const auto& [i, writers] : left.writers)
    if (const auto observers = right.observers.find(i); observers != right.observers.end())
      all.push_back({i, false, writers.systems, observers->second});
  for (const auto& [i, writers] : right.writers)
    if (const auto observers = left.observers.find(i); observers != left.observers.end())
      all.push_back({i, true, writers.systems, observers->second});
  return all;
}

StaticPlace judge_conc(std::size_t place, const System& s, const StaticFootprint& footprint, const Program& program) {
  StaticPlace at{place, &s, std::holds_alternative<Safe>(conc_statically_safe(s, program.schema))};
  at.interferences = interferences(s, footprint, program);
  if (at.by_corollary) return at;
  if (!footprint.known) at.obstacles.push_back({std::nullopt, UnknownEffects{}});
  for (const auto& [i, writers] : footprint.writers) judge(at, i, concurrent_writes(s, writers.writes, program));
  return at;
}

StaticPlace judge_par(std::size_t place, const StaticFootprint& left, const StaticFootprint& right) {
  StaticPlace at{place};
  at.interferences = interferences(left, right);
  if (!left.known || !right.known) at.obstacles.push_back({std::nullopt, UnknownEffects{}});
  for (const auto& [i, writers] : left.writers)
    if (const auto other = right.writers.find(i); other != right.writers.end())
      judge(at, i, concurrent_writes(i, writers, other->second), writers.systems, other->second.systems);
  at.by_corollary = at.is_safe() && at.arguments.empty();
  return at;
}

}  // namespace

bool StaticReport::safe() const {
  return std::none_of(places.begin(), places.end(), [](const StaticPlace& at) { return !at.is_safe(); });
}

bool StaticReport::by_corollaries() const {
  return std::all_of(places.begin(), places.end(), [](const StaticPlace& at) { return at.by_corollary; });
}

bool StaticReport::safe_when_shared() const {
  return safe() && std::none_of(places.begin(), places.end(),
                                [](const StaticPlace& at) { return !at.s && !at.interferences.empty(); });
}

bool StaticReport::safe_on_engines() const {
  return safe() &&
         std::none_of(places.begin(), places.end(), [](const StaticPlace& at) { return !at.interferences.empty(); });
}

StaticReport static_report(const Program& program, const Schedule& z) {
  StaticReport report;
  const SeriesParallel table(z);
  const auto leaf = [&](const SeriesParallel::Node& node) {
    StaticFootprint footprint = effects_of(*node.s, program);
    if (node.kind == SeriesParallel::Kind::Seq) forget_what_it_writes(footprint);
    if (node.kind == SeriesParallel::Kind::Conc)
      report.places.push_back(judge_conc(2 * node.leaf, *node.s, footprint, program));
    return footprint;
  };
  const auto join = [&](const SeriesParallel::Node& node, StaticFootprint left, StaticFootprint right) {
    if (node.kind == SeriesParallel::Kind::Par)
      report.places.push_back(judge_par(2 * table.nodes[node.right].leaf - 1, left, right));
    else
      forget_matches(right);
    left.known = left.known && right.known;
    for (const auto& [i, observers] : right.observers) add(left.observers[i], observers);
    for (const auto& [i, writers] : right.writers) add(left, i, writers);
    return left;
  };
  fold(table, leaf, join);
  std::sort(report.places.begin(), report.places.end(),
            [](const StaticPlace& a, const StaticPlace& b) { return a.place < b.place; });
  return report;
}

}  // namespace coreecs
