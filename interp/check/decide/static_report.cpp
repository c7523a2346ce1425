#include "interp/check/decide/static_report.hpp"

#include <algorithm>

#include "semantics/series_parallel.hpp"

namespace coreecs {

namespace {

/// What is written under a label, and what is known of the entities of matches that it goes to, at the state of the
/// innermost fork around them: labels that each of them has there, and labels that none has.
struct LabelWriters {
  LabelWrites writes;
  LabelSet present = {}, absent = {};
};

/// What a sub-schedule may write and observe; `known` unless a system's effects are not.
struct StaticFootprint {
  bool known = true;
  std::map<Label, LabelWriters> writers = {};
  LabelSet observed = {};
};

LabelSet common(const LabelSet& a, const LabelSet& b) {
  LabelSet both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
  return both;
}

bool only_own(const LabelWrites& w) { return !w.entities.literal && !w.entities.component; }
bool only_created(const LabelWrites& w) { return only_own(w) && !w.entities.match; }

/// Where only one of the two writes to entities of matches, that is what is known of these.
void add(StaticFootprint& footprint, Label i, const LabelWriters& more) {
  const auto [at, is_new] = footprint.writers.emplace(i, more);
  if (is_new) return;
  LabelWriters& all = at->second;
  if (only_created(all.writes))
    all = {all.writes | more.writes, more.present, more.absent};
  else if (only_created(more.writes))
    all.writes = all.writes | more.writes;
  else
    all = {all.writes | more.writes, common(all.present, more.present), common(all.absent, more.absent)};
}

void note_constraints(const Query& q, LabelSet& present, LabelSet& absent) {
  std::visit(Clauses{
                 [&](const Incl& q) { present.insert(q.i); },
                 [&](const Excl& q) { absent.insert(q.i); },
                 [](const Anyway&) {},
                 [&](const And& q) {
                   for (const Query& q_j : q.conjuncts) note_constraints(q_j, present, absent);
                 },
             },
             q);
}

/// What one system may write and observe. Of one that is no term, only its declared effects are known.
StaticFootprint effects_of(const System& s, const Program& program) {
  StaticFootprint footprint{.observed = observed_labels(s.q, program.schema)};
  std::map<Label, LabelWrites> writes;
  if (const auto term = program.terms.find(s.name); term != program.terms.end()) {
    writes = label_writes(term->second, program.schema);
  } else {
    footprint.known = s.effects.has_value();
    if (!s.effects) return footprint;
    LabelWrites any{{true, true, s.effects->writes_entity_literal, s.effects->writes_component_entity}, false};
    if (only_own(any))
      for (std::size_t j = 0; j < s.q.size(); ++j) any.queries->insert(j);
    else
      any.queries.reset();
    for (const Label i : s.effects->writes) writes[i] = any;
  }
  for (const auto& [i, w] : writes) {
    LabelWriters writers{w};
    bool first = true;
    for (const std::size_t j : w.queries.value_or(std::set<std::size_t>{})) {
      LabelSet present, absent;
      note_constraints(s.q[j], present, absent);
      writers.present = first ? present : common(writers.present, present);
      writers.absent = first ? absent : common(writers.absent, absent);
      first = false;
    }
    add(footprint, i, writers);
  }
  return footprint;
}

/// The queries whose entities those before them do not settle.
std::vector<std::size_t> unsettled(const System& s, const Program& program) {
  const auto term = program.terms.find(s.name);
  std::vector<std::size_t> all;
  for (std::size_t j = 0; j < s.q.size(); ++j)
    if (term == program.terms.end() || !term->second.match[j].is) all.push_back(j);
  return all;
}

/// conc(s): two of its invocations, at one label.
std::variant<Argument, StaticReason> concurrent_writes(const System& s, const LabelWrites& w, const Program& program) {
  const Schema& K = program.schema;
  const std::size_t queries = unsettled(s, program).size();
  if (w.same) return Argument::Same;
  if (only_created(w)) return Argument::Created;
  if (queries == 0) return Argument::Single;
  if (w.entities.literal) return WritesLiteral{};
  if (w.entities.component) {
    const auto holds_entities = [&](Label i) { return references_entity(K[i].type); };
    const LabelSet& reads = s.effects->reads;
    const auto i = std::find_if(reads.begin(), reads.end(), holds_entities);
    if (i != reads.end()) return QueriesEntity{*i};  // otherwise it finds none, whatever is declared of it
  }
  if (queries != 1) return NotSingleton{s.q.size()};
  return Argument::Matched;
}

/// z ∥ z': an invocation of each, at a label that both write.
std::variant<Argument, StaticReason> concurrent_writes(Label i, const LabelWriters& left, const LabelWriters& right) {
  const LabelWrites &of_left = left.writes, &of_right = right.writes;
  if (of_left.same && of_right.same && of_left.leaves == of_right.leaves) return Argument::Same;
  if (only_created(of_left) || only_created(of_right)) return Argument::Created;
  const bool apart = !common(left.present, right.absent).empty() || !common(left.absent, right.present).empty();
  if (of_left.queries && of_right.queries && apart) return Argument::Disjoint;
  return SharedLabel{i};
}

void judge(StaticPlace& at, Label i, const std::variant<Argument, StaticReason>& judged) {
  if (const Argument* argument = std::get_if<Argument>(&judged))
    at.arguments.emplace_back(i, *argument);
  else if (!at.obstacle)
    at.obstacle = Obstacle{i, std::get<StaticReason>(judged)};
}

/// Whether only one query observes a label, that whose entity settles the match.
bool observed_by_one(const System& s, Label i, const Program& program) {
  const std::vector<std::size_t> only = unsettled(s, program);
  for (std::size_t j = 0; j < s.q.size(); ++j) {
    const std::vector<Label> observed = observed_labels(s.q[j], program.schema.size());
    if (std::find(observed.begin(), observed.end(), i) != observed.end() && only != std::vector{j}) return false;
  }
  return true;
}

/// conc(s): whether an invocation may write what another one observes. The query that settles the match has different
/// entities in different matches; an entity that is created may be observed like any other.
std::optional<Interference> interference(const System& s, const StaticFootprint& footprint, const Program& program) {
  if (!footprint.known) return Interference{};
  for (const auto& [i, writers] : footprint.writers) {
    const Origins& e = writers.writes.entities;
    const bool apart = observed_by_one(s, i, program) && !e.created && !e.literal && !e.component;
    if (footprint.observed.contains(i) && !apart) return Interference{i};
  }
  return std::nullopt;
}

/// z ∥ z'
std::optional<Interference> interference(const StaticFootprint& left, const StaticFootprint& right) {
  if (!left.known || !right.known) return Interference{};
  for (const auto& [i, writers] : left.writers)
    if (right.observed.contains(i)) return Interference{i, false};
  for (const auto& [i, writers] : right.writers)
    if (left.observed.contains(i)) return Interference{i, true};
  return std::nullopt;
}

StaticPlace judge_conc(std::size_t place, const System& s, const StaticFootprint& footprint, const Program& program) {
  StaticPlace at{place, &s, std::holds_alternative<Safe>(conc_statically_safe(s, program.schema))};
  at.interference = interference(s, footprint, program);
  if (at.by_corollary) return at;
  if (!footprint.known) at.obstacle = Obstacle{std::nullopt, UnknownEffects{}};
  for (const auto& [i, writers] : footprint.writers) judge(at, i, concurrent_writes(s, writers.writes, program));
  return at;
}

StaticPlace judge_par(std::size_t place, const StaticFootprint& left, const StaticFootprint& right) {
  StaticPlace at{place};
  at.interference = interference(left, right);
  if (!left.known || !right.known) at.obstacle = Obstacle{std::nullopt, UnknownEffects{}};
  for (const auto& [i, writers] : left.writers)
    if (const auto other = right.writers.find(i); other != right.writers.end())
      judge(at, i, concurrent_writes(i, writers, other->second));
  at.by_corollary = !at.obstacle && at.arguments.empty();
  return at;
}

}  // namespace

bool StaticReport::safe() const {
  return std::none_of(places.begin(), places.end(), [](const StaticPlace& at) { return at.obstacle.has_value(); });
}

bool StaticReport::by_corollaries() const {
  return std::all_of(places.begin(), places.end(), [](const StaticPlace& at) { return at.by_corollary; });
}

bool StaticReport::safe_when_shared() const {
  return safe() && std::none_of(places.begin(), places.end(),
                                [](const StaticPlace& at) { return !at.s && at.interference.has_value(); });
}

bool StaticReport::safe_on_engines() const {
  return safe() &&
         std::none_of(places.begin(), places.end(), [](const StaticPlace& at) { return at.interference.has_value(); });
}

StaticReport static_report(const Program& program, const Schedule& z) {
  StaticReport report;
  const SeriesParallel table(z);
  const auto leaf = [&](const SeriesParallel::Node& node) {
    StaticFootprint footprint = effects_of(*node.s, program);
    if (node.kind == SeriesParallel::Kind::Conc)
      report.places.push_back(judge_conc(2 * node.leaf, *node.s, footprint, program));
    return footprint;
  };
  const auto join = [&](const SeriesParallel::Node& node, StaticFootprint left, const StaticFootprint& right) {
    const bool at_the_fork = node.kind == SeriesParallel::Kind::Par;
    if (at_the_fork) report.places.push_back(judge_par(2 * table.nodes[node.right].leaf - 1, left, right));
    left.known = left.known && right.known;
    left.observed.insert(right.observed.begin(), right.observed.end());
    for (const auto& [i, writers] : right.writers) add(left, i, at_the_fork ? writers : LabelWriters{writers.writes});
    return left;
  };
  fold(table, leaf, join);
  std::sort(report.places.begin(), report.places.end(),
            [](const StaticPlace& a, const StaticPlace& b) { return a.place < b.place; });
  return report;
}

}  // namespace coreecs
