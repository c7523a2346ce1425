#include "interp/effects.hpp"

namespace coreecs {

namespace {

/// Where the entities in a value may come from. Those of the match and of ν are not told apart: they are
/// nobody else's concern.
struct Origins {
  bool literal = false;
  bool component = false;

  friend Origins operator|(Origins a, Origins b) { return {a.literal || b.literal, a.component || b.component}; }
};

class Flow {
 public:
  Flow(const SystemTerm& system, const Schema& schema) : origins_(system.slots) {
    for (const QueryTerm& query : system.match)
      for (const auto& constraint : query.constraints)
        std::visit(Clauses{[&](const QueryTerm::Incl& c) { read(schema, c.i, c.x); },
                           [&](const QueryTerm::Excl& c) { effects.reads.insert(c.i); },
                           [&](const QueryTerm::Anyway& c) { read(schema, c.i, c.x); }},
                   constraint);
    run(system.body);
  }

  Effects effects;

  // Mutations ----------------------------------------------------------------------------------------------

  void operator()(const term::Sequence& m) {
    for (const MutationTerm& part : m.parts) run(part);
  }
  void operator()(const term::Attach& m) { write(m.i, of(m.e)); }
  void operator()(const term::Detach& m) { write(m.i, of(m.e)); }
  void operator()(const term::Destroy& m) {
    for (Label i = 0; i < m.labels; ++i) write(i, of(m.e));
  }
  void operator()(const term::New& m) {
    bind(m.x, {});
    run(m.body);
  }
  void operator()(const term::If<MutationTerm>& m) {
    run(m.then);
    run(m.otherwise);
  }
  void operator()(const term::Let<MutationTerm>& m) {
    bind(m.x, of(m.value));
    run(m.body);
  }
  void operator()(const term::Case<MutationTerm>& m) {
    run(m.otherwise);
    bind(m.x, origins_[m.o.slot]);
    run(m.then);
  }

  // Terms --------------------------------------------------------------------------------------------------

  Origins operator()(const term::Literal& t) {
    return {.literal = std::holds_alternative<Entity>(t.value.sum()), .component = false};
  }
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
  // Numbers and truth values hold no entity.
  template <
      OneOf<term::Add, term::Multiply, term::Min, term::Max, term::And, term::Or, term::Negate, term::Abs, term::Not,
            term::Subtract, term::Divide, term::CeilDiv, term::FloorDiv, term::Quot, term::Rem, term::Mod, term::Equal,
            term::NotEqual, term::Less, term::LessEqual, term::Greater, term::GreaterEqual, term::Present>
          Form>
  Origins operator()(const Form&) {
    return {};
  }

 private:
  void run(const MutationTerm& m) { std::visit(*this, m.node().form); }
  Origins of(const Term& t) { return std::visit(*this, t.node().form); }
  void bind(const Binder& x, Origins origins) {
    if (x.slot) origins_[*x.slot] = origins;
  }
  void read(const Schema& schema, Label i, const Binder& x) {
    effects.reads.insert(i);
    bind(x, {.literal = false, .component = references_entity(schema[i].type)});
  }
  void write(Label i, Origins e) {
    effects.writes.insert(i);
    effects.writes_entity_literal = effects.writes_entity_literal || e.literal;
    effects.writes_component_entity = effects.writes_component_entity || e.component;
  }

  std::vector<Origins> origins_;  ///< of the variables, by slot
};

}  // namespace

Effects effects(const SystemTerm& system, const Schema& schema) { return Flow(system, schema).effects; }

}  // namespace coreecs
