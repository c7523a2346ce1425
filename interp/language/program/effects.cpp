#include "interp/language/program/effects.hpp"

#include <algorithm>
#include <numeric>

#include "interp/language/program/operator.hpp"

namespace coreecs {

namespace {

void add(std::vector<Facts>& all, const Facts& facts) {
  if (std::find(all.begin(), all.end(), facts) == all.end()) all.push_back(facts);
}

class Flow {
 public:
  Flow(const SystemTerm& system, const Schema& schema)
      : schema_(schema), origins_(system.slots), queries_(system.match) {
    for (std::size_t j = 0; j < system.match.size(); ++j) {
      const QueryTerm& query = system.match[j];
      bind(query.entity, {.match = true});
      for (const auto& constraint : observed(query))
        std::visit(Clauses{[&](const QueryTerm::Incl& c) {
                             read(c.i, c.x);
                             known_.push_back({j, {.i = c.i}});
                             if (c.x.slot) components_[*c.x.slot] = {j, c.i};
                           },
                           [&](const QueryTerm::Excl& c) {
                             effects.reads.insert(c.i);
                             known_.push_back({j, {.i = c.i, .is_there = false}});
                           },
                           [&](const QueryTerm::Anyway& c) {
                             read(c.i, c.x);
                             if (c.x.slot) components_[*c.x.slot] = {j, c.i};
                           }},
                   constraint);
    }
    if (system.where) learn(system.where, true, false);
    effects.matched.emplace();
    run(system.body);
  }

  Effects effects;
  std::map<Label, LabelWrites> writes;
  std::map<const term::Attach*, Attached> attaches;

  // Mutations ----------------------------------------------------------------------------------------------

  void operator()(const term::Sequence& m) {
    for (const MutationTerm& part : m.parts) run(part);
  }
  void operator()(const term::Attach& m) {
    const Origins entities = of(m.e);
    Attached& all = attaches[&m];  // a body may share parts
    all = {all.entities | entities, all.replaces && replaces(m.i, queries_of(m.e, entities), entities)};
    if (schema_[m.i].type == Type::Kind::Unit)
      write(m.i, m.e, {entities, true, Unit{}});
    else if (const auto* literal = std::get_if<term::Literal>(&m.k.node().form))
      write(m.i, m.e, {entities, true, literal->value});
    else
      write(m.i, m.e, {entities, false});
  }
  void operator()(const term::Detach& m) { write(m.i, m.e, {.entities = of(m.e), .may_detach = true}); }
  void operator()(const term::Destroy& m) {
    for (const Label i : m.labels) write(i, m.e, {.entities = of(m.e), .may_detach = true});
  }
  void operator()(const term::New& m) {
    bind(m.x, {.created = true});
    run(m.body);
  }
  void operator()(const term::If<MutationTerm>& m) {
    const auto* present = std::get_if<term::Present>(&m.condition.node().form);
    where(m.condition, true, [&] { present ? run(m.then, present->o.slot) : run(m.then); });
    where(m.condition, false, [&] { run(m.otherwise); });
  }
  void operator()(const term::Let<MutationTerm>& m) {
    bind(m.x, of(m.value));
    run(m.body);
  }
  void operator()(const term::Case<MutationTerm>& m) {
    const std::size_t known = known_.size();
    learn_presence(m.o.slot, false, true);
    run(m.otherwise);
    known_.resize(known);
    bind(m.x, origins_[m.o.slot]);
    learn_presence(m.o.slot, true, true);
    if (const auto at = components_.find(m.o.slot); m.x.slot && at != components_.end())
      components_[*m.x.slot] = at->second;
    run(m.then, m.o.slot);
    known_.resize(known);
  }

  // Terms --------------------------------------------------------------------------------------------------

  Origins operator()(const term::Literal& t) { return {.literal = std::holds_alternative<Entity>(t.value.sum())}; }
  Origins operator()(const term::Variable& t) { return origins_[t.slot]; }
  Origins operator()(const term::Record& t) {
    Origins origins;
    for (const term::Record::Field& field : t.fields) origins = origins | of(field.value);
    return origins;
  }
  Origins operator()(const term::Default& t) { return origins_[t.o.slot] | of(t.otherwise); }
  Origins operator()(const term::If<Term>& t) { return of(t.then) | of(t.otherwise); }
  Origins operator()(const term::Let<Term>& t) {
    bind(t.x, of(t.value));
    return of(t.body);
  }
  Origins operator()(const term::Case<Term>& t) {
    const Origins otherwise = of(t.otherwise);
    bind(t.x, origins_[t.o.slot]);
    return of(t.then) | otherwise;
  }
  Origins operator()(const term::List& t) {
    Origins origins;
    for (const Term& each : t.terms) origins = origins | of(each);
    return origins;
  }
  Origins operator()(const term::Get& t) { return of(t.l) | of(t.otherwise); }
  Origins operator()(const term::Append& t) { return of(t.l) | of(t.last) | of(t.otherwise); }
  Origins operator()(const term::Map& t) {
    bind(t.x, of(t.l));
    return of(t.body);
  }
  Origins operator()(const term::Filter& t) { return of(t.l); }
  Origins operator()(const term::Fold& t) {
    bind(t.x, of(t.l));
    Origins origins = of(t.first);
    for (int origin = 0; origin < 4; ++origin) {  // each round adds an origin; after the last there is none to add
      bind(t.y, origins);
      origins = origins | of(t.body);
    }
    return origins;
  }
  // Numbers and truth values hold no entity.
  template <OneOf<term::Operation, term::Length, term::Present> Form>
  Origins operator()(const Form&) {
    return {};
  }

 private:
  void run(const MutationTerm& m) { std::visit(*this, m.node().form); }
  /// Runs a mutation in which an optional value is present.
  void run(const MutationTerm& m, Slot optional) {
    const bool is_new = present_.insert(optional).second;
    run(m);
    if (is_new) present_.erase(optional);
  }
  /// Calls act with the condition known to be `so`.
  template <class Do>
  void where(const Term& condition, bool so, const Do& act) {
    const std::size_t known = known_.size();
    learn(condition, so, true);
    act();
    known_.resize(known);
  }
  void learn_presence(Slot optional, bool is_there, bool in_body) {
    if (const auto at = components_.find(optional); at != components_.end())
      known_.push_back({at->second.first, {.i = at->second.second, .is_there = is_there, .in_body = in_body}});
  }
  /// Learns about matched entities from a term of type bool that is `so`.
  void learn(const Term& t, bool so, bool in_body) {
    if (const auto* present = std::get_if<term::Present>(&t.node().form)) learn_presence(present->o.slot, so, in_body);
    if (const auto* variable = std::get_if<term::Variable>(&t.node().form))
      learn(*variable, Relation::Equal, Value(so), in_body);
    const auto* operation = std::get_if<term::Operation>(&t.node().form);
    if (!operation) return;
    const std::vector<Term>& terms = operation->terms;
    if (operation->op->key == "not") return learn(terms.front(), !so, in_body);
    using Role = Operator::Role;
    if (operation->op->role == (so ? Role::All : Role::Any))
      for (const Term& part : terms) learn(part, so, in_body);
    const Relation r = relation(*operation);
    if (r == Relation::None) return;
    for (const bool first : {true, false}) {
      const auto* x = std::get_if<term::Variable>(&terms[first ? 0 : 1].node().form);
      const auto* k = std::get_if<term::Literal>(&terms[first ? 1 : 0].node().form);
      const Relation stands = first ? r : mirrored(r);
      if (x && k) learn(*x, so ? stands : negated(stands), k->value, in_body);
    }
  }
  void learn(const term::Variable& x, Relation r, const Value& k, bool in_body) {
    const auto at = components_.find(x.slot);
    if (at == components_.end()) return;
    Fact fact{.i = at->second.second, .in_body = in_body};
    for (const auto& step : x.path) fact.path.push_back(step.position);
    if (restrict(fact, r, k)) known_.push_back({at->second.first, std::move(fact)});
  }
  Origins of(const Term& t) { return std::visit(*this, t.node().form); }
  void bind(const Binder& x, Origins origins) {
    if (!x.slot) return;
    origins_[*x.slot] = origins;
    components_.erase(*x.slot);
  }
  void read(Label i, const Binder& x) {
    effects.reads.insert(i);
    bind(x, {.component = references_entity(schema_[i].type)});
  }
  /// Whether e is certainly the entity of this query.
  static bool is_entity_of(const QueryTerm& query, const term::Variable& e) {
    const auto* is = query.is ? std::get_if<term::Variable>(&query.is.node().form) : nullptr;
    if (!is) return query.entity.slot == e.slot;
    return is->slot == e.slot && std::equal(is->path.begin(), is->path.end(), e.path.begin(), e.path.end(),
                                            [](const auto& a, const auto& b) { return a.position == b.position; });
  }
  /// The queries to whose entities e may belong; none if e may be another entity that is not created.
  [[nodiscard]] std::optional<std::set<std::size_t>> queries_of(const Term& e, const Origins& origins) const {
    const auto* variable = std::get_if<term::Variable>(&e.node().form);
    std::set<std::size_t> all;
    for (std::size_t j = 0; j < queries_.size(); ++j) {
      if (variable && is_entity_of(queries_[j], *variable)) return std::set{j};
      all.insert(j);
    }
    if (origins.literal || origins.component) return std::nullopt;
    return origins.match ? all : std::set<std::size_t>{};
  }
  /// Whether all entities of these queries have the label, and the write goes to no others.
  [[nodiscard]] bool replaces(Label i, const std::optional<std::set<std::size_t>>& queries, Origins entities) const {
    const auto has_it = [&](const auto& constraint) {
      const auto* incl = std::get_if<QueryTerm::Incl>(&constraint);
      const auto* anyway = std::get_if<QueryTerm::Anyway>(&constraint);
      return (incl && incl->i == i) ||
             (anyway && anyway->i == i && anyway->x.slot && present_.contains(*anyway->x.slot));
    };
    return queries && !entities.created && std::all_of(queries->begin(), queries->end(), [&](std::size_t j) {
             return std::any_of(queries_[j].constraints.begin(), queries_[j].constraints.end(), has_it);
           });
  }
  void write(Label i, const Term& e, LabelWrites w) {
    w.queries = queries_of(e, w.entities);
    for (const std::size_t j : w.queries.value_or(std::set<std::size_t>{})) {
      Facts facts;
      for (const auto& [query, fact] : known_)
        if (query == j) facts.push_back(fact);
      add(w.where, facts);
    }
    if (!w.queries) effects.matched.reset();
    if (effects.matched)
      for (const std::size_t j : *w.queries) effects.matched->emplace(j, i);
    effects.writes.insert(i);
    effects.writes_entity_literal = effects.writes_entity_literal || w.entities.literal;
    effects.writes_component_entity = effects.writes_component_entity || w.entities.component;
    const auto [at, is_new] = writes.emplace(i, w);
    if (!is_new) at->second = at->second | w;
  }

  const Schema& schema_;
  std::vector<Origins> origins_;  ///< of the variables, by slot
  std::set<Slot> present_;        ///< optional values that are present at this mutation
  const std::vector<QueryTerm>& queries_;
  std::map<Slot, std::pair<std::size_t, Label>> components_ = {};  ///< the query and the label of each variable
  std::vector<std::pair<std::size_t, Fact>> known_ = {};  ///< facts about the entities of queries, at this mutation
};

}  // namespace

Effects effects(const SystemTerm& system, const Schema& schema) { return Flow(system, schema).effects; }

std::map<Label, LabelWrites> label_writes(const SystemTerm& system, const Schema& schema) {
  return Flow(system, schema).writes;
}

std::map<const term::Attach*, Attached> attaches(const SystemTerm& system, const Schema& schema) {
  return Flow(system, schema).attaches;
}

namespace {

/// Adds the labels of a query. Returns whether an incl is among its constraints.
bool add(std::vector<Label>& labels, const Query& q) {
  return match(
      q, [&](const Incl& q) { return labels.push_back(q.i), true; },
      [&](const Excl& q) { return labels.push_back(q.i), false; },
      [&](const Anyway& q) { return labels.push_back(q.i), false; },
      [&](const And& q) {
        bool has_incl = false;
        for (const Query& q_j : q.conjuncts) has_incl = add(labels, q_j) || has_incl;
        return has_incl;
      });
}

}  // namespace

std::vector<Label> observed_labels(const Query& q, std::size_t labels) {
  std::vector<Label> observed;
  if (add(observed, q)) return observed;
  observed.resize(labels);
  std::iota(observed.begin(), observed.end(), Label{0});
  return observed;
}

LabelSet observed_labels(const QueryVector& q, const Schema& schema) {
  LabelSet labels;
  for (const Query& q_j : q)
    for (const Label i : observed_labels(q_j, schema.size())) labels.insert(i);
  return labels;
}

LabelWrites operator|(const LabelWrites& a, const LabelWrites& b) {
  LabelWrites both{a.entities | b.entities, a.same && b.same && a.leaves == b.leaves, a.leaves, a.queries,
                   a.may_detach || b.may_detach};
  if (!b.queries)
    both.queries.reset();
  else if (both.queries)
    both.queries->insert(b.queries->begin(), b.queries->end());
  both.where = a.where;
  for (const Facts& facts : b.where) add(both.where, facts);
  return both;
}

}  // namespace coreecs
