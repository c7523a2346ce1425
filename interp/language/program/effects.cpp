#include "interp/language/program/effects.hpp"

#include <algorithm>
#include <numeric>

namespace coreecs {

namespace {

class Flow {
 public:
  Flow(const SystemTerm& system, const Schema& schema)
      : schema_(schema), origins_(system.slots), queries_(system.match) {
    for (const QueryTerm& query : system.match) {
      bind(query.entity, {.match = true});
      for (const auto& constraint : observed(query))
        std::visit(Clauses{[&](const QueryTerm::Incl& c) { read(c.i, c.x); },
                           [&](const QueryTerm::Excl& c) { effects.reads.insert(c.i); },
                           [&](const QueryTerm::Anyway& c) { read(c.i, c.x); }},
                   constraint);
    }
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
    for (Label i = 0; i < m.labels; ++i) write(i, m.e, {.entities = of(m.e), .may_detach = true});
  }
  void operator()(const term::New& m) {
    bind(m.x, {.created = true});
    run(m.body);
  }
  void operator()(const term::If<MutationTerm>& m) {
    const auto* present = std::get_if<term::Present>(&m.condition.node().form);
    present ? run(m.then, present->o.slot) : run(m.then);
    run(m.otherwise);
  }
  void operator()(const term::Let<MutationTerm>& m) {
    bind(m.x, of(m.value));
    run(m.body);
  }
  void operator()(const term::Case<MutationTerm>& m) {
    run(m.otherwise);
    bind(m.x, origins_[m.o.slot]);
    run(m.then, m.o.slot);
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
    for (int origin = 0; origin < 4; ++origin) {  // each round adds one, or the last one added none
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
  /// Where an optional value is present.
  void run(const MutationTerm& m, Slot optional) {
    const bool is_new = present_.insert(optional).second;
    run(m);
    if (is_new) present_.erase(optional);
  }
  Origins of(const Term& t) { return std::visit(*this, t.node().form); }
  void bind(const Binder& x, Origins origins) {
    if (x.slot) origins_[*x.slot] = origins;
  }
  void read(Label i, const Binder& x) {
    effects.reads.insert(i);
    bind(x, {.component = references_entity(schema_[i].type)});
  }
  /// Whether e is sure to be the entity of this query.
  static bool is_entity_of(const QueryTerm& query, const term::Variable& e) {
    const auto* is = query.is ? std::get_if<term::Variable>(&query.is.node().form) : nullptr;
    if (!is) return query.entity.slot == e.slot;
    return is->slot == e.slot && std::equal(is->path.begin(), is->path.end(), e.path.begin(), e.path.end(),
                                            [](const auto& a, const auto& b) { return a.position == b.position; });
  }
  /// To the entities of which queries a write to e goes, unless it may go elsewhere than there and to created ones.
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
  /// Whether all entities of these queries have the label, and it goes nowhere else.
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
  std::set<Slot> present_;        ///< optional values that are there where the mutation stands
  const std::vector<QueryTerm>& queries_;
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

/// Adds the labels of a query. Whether an incl is among its constraints.
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
  return both;
}

}  // namespace coreecs
