#include "interp/archetypes/bridge/function.hpp"

#include <algorithm>

#include "interp/archetypes/archetype/operations.hpp"
#include "interp/archetypes/bridge/store.hpp"
#include "interp/language/program/operator.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs::bridge {

namespace {

/// Mutations so far: those performed now, and those at the end of the invocation.
struct Blocks {
  Block now;
  Block changes;   ///< events at the end that add, remove or create
  Block destroys;  ///< events that destroy, last: they override others on the same entity
};

class FunctionTranslation {
 public:
  FunctionTranslation(const archetype::Function& f, std::string name, Staging staging, const Vocabulary& K)
      : f_(f), staging_(staging), K_(K) {
    system_.name = std::move(name);
    for (std::size_t x = 0; x < f.A.size(); ++x) {
      const bool named = x < f.x.size() && !f.x[x].empty() && f.x[x] != "_";
      entities_.push_back(fresh(named ? f.x[x] : x < 3 ? std::string(1, "xyz"[x]) : "x_" + std::to_string(x)));
    }
    start_.there.assign(f.A.size(), true);
    for (std::size_t x = 0; x < f.A.size(); ++x)
      for (const Label C : f.A[x]) {
        const Binder binder = fresh(entities_[x].name + "_" + K.components[C].name);
        binders_.emplace(std::pair(x, C), binder);
        start_.components.emplace(std::pair(x, C), known(K.is_tag(C) ? literal(Unit{}) : variable(binder)));
      }
  }

  // [bridge/function]  ⟦(A_1, ..., A_n, λx⃗.t)⟧ ≜ (⟨alive ∧ ⋀_{C ∈ A_j} incl_C ∧ ⋀_{C ∉ A_j} excl_C⟩_j,
  //                                                 λ(⟨x_1, ..., x_n⟩, ⟨x_j_C, ...⟩). ⟦t⟧_σ)     with σ(x_j.C) = x_j_C
  OrUntranslatable<SystemTerm> operator()() {
    Store sigma = start_;
    Blocks blocks;
    (void)evaluate(f_.t, sigma, blocks);
    if (untranslatable_) return *untranslatable_;
    for (Block* late : {&blocks.changes, &blocks.destroys})
      blocks.now.items.insert(blocks.now.items.end(), late->items.begin(), late->items.end());
    const Done body = mutation(blocks.now);
    constexpr std::size_t deepest = 240;  // a document has 256, and needs some for its outer levels
    if (body.depth > deepest) return Untranslatable{.what = "the mutation is nested deeper than a document may be"};
    for (std::size_t x = 0; x < f_.A.size(); ++x) system_.match.push_back(query(x, body.uses));
    system_.body = body.m;
    system_.slots = slots_;
    return std::move(system_);
  }

 private:
  // Names and small terms ----------------------------------------------------------------------------------

  Binder fresh(const std::string& hint) {
    std::string name = hint;
    for (std::size_t n = 1; !names_.insert(name).second; ++n) name = hint + "_" + std::to_string(n);
    return {std::move(name), slots_++};
  }
  static Expr literal(Value v) { return {Term(term::Literal{std::move(v)})}; }
  static Expr variable(const Binder& x) { return {Term(term::Variable{x.name, *x.slot, {}}), {*x.slot}}; }
  /// A term that is cheap to repeat: itself, or a name for it.
  Expr named(Expr t, const std::string& hint, Block& block) {
    if (t.small) return t;
    const Binder x = fresh(hint);
    block.items.emplace_back(Named{x, std::move(t)});
    return variable(x);
  }

  QueryTerm query(std::size_t x, const Slots& uses) const {
    QueryTerm query;
    query.entity = entities_[x];
    query.constraints.emplace_back(QueryTerm::Incl{K_.alive, {}});
    for (const Label C : f_.A[x]) {
      const Binder& binder = binders_.at({x, C});
      query.constraints.emplace_back(QueryTerm::Incl{C, uses.contains(*binder.slot) ? binder : Binder{}});
    }
    for (Label C = 0; C < K_.components.size(); ++C)
      if (!f_.A[x].contains(C)) query.constraints.emplace_back(QueryTerm::Excl{C});
    return query;
  }

  // Failures -----------------------------------------------------------------------------------------------

  Expr fail(std::string what, std::optional<Label> C = {}) {
    if (!untranslatable_) untranslatable_ = Untranslatable{std::move(what), place_, C};
    return literal(Unit{});
  }
  /// The i-th part of a term; fails unless it has the requested type.
  Expr part(const archetype::Term& t, std::size_t i, Store& sigma, Blocks& blocks,
            const std::optional<archetype::Tau>& tau = {}) {
    place_.push_back(i);
    Expr value = deep([&] { return evaluate(t, sigma, blocks); });
    if (tau && type(t) != tau) {
      const Label* C = std::get_if<Label>(&*tau);
      value = fail("a term has a different type from the one that is expected", C ? std::optional(*C) : std::nullopt);
    }
    place_.pop_back();
    return value;
  }
  /// The type of a term's value, if it has one; the same for every entity.
  [[nodiscard]] static std::optional<archetype::Tau> type(const archetype::Term& t) {
    using Tau = archetype::Tau;
    static const Tau an_entity = archetype::AType{};
    return match(
        t.form(),
        [](const archetype::Literal& t) -> std::optional<Tau> {
          if (t.C) return *t.C;
          if (std::holds_alternative<Entity>(t.v.sum())) return an_entity;
          if (t.v == Value(Unit{})) return Tau(Unit{});
          const std::optional<archetype::Primitive> P = archetype::primitive(t.v);
          return P ? std::optional<Tau>(*P) : std::nullopt;
        },
        [](const archetype::Variable&) -> std::optional<Tau> { return an_entity; },
        [](const archetype::If& t) -> std::optional<Tau> {
          return deep([&] {
            const std::optional<Tau> one = type(t.t1);
            return one == type(t.t2) ? one : std::nullopt;
          });
        },
        [](const archetype::Sequence& t) -> std::optional<Tau> { return deep([&] { return type(t.t2); }); },
        [](const archetype::Read& t) -> std::optional<Tau> { return t.C; },
        [](const archetype::Write&) -> std::optional<Tau> { return Tau(Unit{}); },
        [](const archetype::Staged&) -> std::optional<Tau> { return Tau(Unit{}); },
        [](const archetype::Immediate&) -> std::optional<Tau> { return Tau(Unit{}); },
        [](const archetype::Apply& t) -> std::optional<Tau> { return t.o->yields; });
  }

  // Terms: ⟦t⟧_σ is the value of t; its effects go to the blocks, and σ becomes what is known after it -----------

  Expr evaluate(const archetype::Term& t, Store& sigma, Blocks& blocks) {
    if (untranslatable_) return literal(Unit{});
    return match(
        t.form(),
        // [bridge/value]   ⟦v⟧_σ ≜ v   ⟦x⟧_σ ≜ x
        [&](const archetype::Literal& t) { return value(t); },
        [&](const archetype::Variable& t) {
          return t.x < entities_.size() ? variable(entities_[t.x]) : fail("there is no such variable");
        },
        // [bridge/if]      ⟦if t then t_1 else t_2⟧_σ ≜ let b = ⟦t⟧_σ in if b then ⟦t_1⟧_σ else ⟦t_2⟧_σ
        [&](const archetype::If& t) { return branch(t, sigma, blocks); },
        // [bridge/seq]     ⟦t_1; t_2⟧_σ ≜ ⟦t_1⟧_σ • ⟦t_2⟧_σ'          with σ' what is known after t_1
        [&](const archetype::Sequence& t) {
          const Expr dropped = part(t.t1, 0, sigma, blocks);
          if (dropped.partial) blocks.now.items.emplace_back(Named{fresh("unused"), dropped});
          return part(t.t2, 1, sigma, blocks);
        },
        // [bridge/read]    ⟦x.C⟧_σ ≜ σ(x.C)
        [&](const archetype::Read& t) {
          const std::optional<std::size_t> x = parameter(t.t);
          const auto found = x ? sigma.components.find({*x, t.C}) : sigma.components.end();
          if (found == sigma.components.end()) return fail("the component that is read may be missing", t.C);
          if (const Expr* now = std::get_if<Expr>(&*found->second)) return *now;
          Expr now = named(term_of(*found->second), binders_name(*x, t.C), blocks.now);
          found->second = known(now);
          return now;
        },
        // [bridge/write]   ⟦x.C := t⟧_σ ≜ let v = ⟦t⟧_σ in attach_C(x, v)     and then σ' = σ[x.C ↦ v], and where y may
        //                                                               be x, σ'(y.C) = if x ≟ y then v else σ(y.C)
        [&](const archetype::Write& t) {
          const std::optional<std::size_t> x = parameter(t.t);
          Expr v = part(t.t2, 1, sigma, blocks, t.C);
          if (!x || !sigma.components.contains({*x, t.C}))
            return fail("the component that is written may be missing", t.C);
          v = named(std::move(v), binders_name(*x, t.C), blocks.now);
          done(blocks.now, attach(t.C, variable(entities_[*x]), v));
          write(sigma, *x, t.C, v);
          return literal(Unit{});
        },
        // [bridge/staged]  ⟦lz evt⟧_σ ≜ ν(λn. ⟦evt⟧_n)               or, direct, ⟦evt⟧ at the end of the invocation
        [&](const archetype::Staged& t) {
          staging_ == Staging::Queued ? queue(t.evt, sigma, blocks) : defer(t.evt, sigma, blocks);
          return literal(Unit{});
        },
        // [bridge/immediate]  ⟦im evt⟧_σ ≜ ⟦evt⟧                        and σ' forgets what the event may change
        [&](const archetype::Immediate& t) {
          perform(t.evt, sigma, blocks);
          return literal(Unit{});
        },
        [&](const archetype::Apply& t) { return operation(t, sigma, blocks); });
  }

  Expr value(const archetype::Literal& t) {
    if (!t.C) return std::holds_alternative<Record>(t.v.sum()) ? fail("a component without a type") : literal(t.v);
    if (*t.C >= K_.components.size() || !archetype::is_component(t.v, K_.components[*t.C]))
      return fail("a literal that is no component of its type", t.C);
    std::vector<Expr> fields;
    if (!K_.is_tag(*t.C))
      for (const Value& field : t.v.as<Record>().fields()) fields.push_back(literal(field));
    return component(*t.C, std::move(fields), K_);
  }

  Expr operation(const archetype::Apply& t, Store& sigma, Blocks& blocks) {
    std::vector<Expr> operands;
    for (std::size_t i = 0; i < t.t.size(); ++i) {
      Expr operand = part(t.t[i], i, sigma, blocks, t.o->takes[i]);
      const Label* C = std::get_if<Label>(&t.o->yields);
      const bool changes = i == 1 && C && archetype::changed_field(*t.o, K_.components, *C);
      const bool of_field = changes || t.o->name.starts_with(".");
      const bool is_variable = std::holds_alternative<term::Variable>(operand.t.node().form);
      if (of_field && !is_variable) {
        const Binder x = fresh("t");
        blocks.now.items.emplace_back(Named{x, std::move(operand)});
        operand = variable(x);
      }
      operands.push_back(std::move(operand));
    }
    if (untranslatable_) return literal(Unit{});
    std::optional<Expr> applied = apply(*t.o, std::move(operands), K_);
    return applied ? *std::move(applied) : fail("the program format has no operation " + t.o->name + " of these");
  }

  Expr branch(const archetype::If& t, Store& sigma, Blocks& blocks) {
    const Expr b = named(part(t.t, 0, sigma, blocks, archetype::Primitive::Bool), "b", blocks.now);
    Store sigma2 = sigma;
    Blocks then, otherwise;
    Expr v = part(t.t1, 1, sigma, then);
    Expr v2 = part(t.t2, 2, sigma2, otherwise);
    const auto now = std::make_shared<const Block>(then.now), now2 = std::make_shared<const Block>(otherwise.now);
    const auto either = [&](const Pointer& k, const Pointer& k2) {
      return k == k2 ? k : known(Choice{b, now, now2, k, k2});
    };
    for (auto at = sigma.components.begin(); at != sigma.components.end();) {
      const auto other = sigma2.components.find(at->first);
      if (other == sigma2.components.end()) {
        at = sigma.components.erase(at);
      } else {
        at->second = either(at->second, other->second);
        ++at;
      }
    }
    for (std::size_t x = 0; x < sigma.there.size(); ++x) sigma.there[x] = sigma.there[x] && sigma2.there[x];
    blocks.now.items.emplace_back(Branched{b, now, now2});
    const auto late = [&](Block Blocks::*part) {
      if ((then.*part).items.empty() && (otherwise.*part).items.empty()) return;
      (blocks.*part)
          .items.emplace_back(Branched{b, std::make_shared<const Block>(names_then(then.now, then.*part)),
                                       std::make_shared<const Block>(names_then(otherwise.now, otherwise.*part))});
    };
    late(&Blocks::changes);
    late(&Blocks::destroys);
    if (type(t.t1) != type(t.t2)) return fail("the branches of an if are of different types");
    return is_unit(v) && is_unit(v2) ? v : term_of(Choice{b, now, now2, known(std::move(v)), known(std::move(v2))});
  }

  static bool is_unit(const Expr& t) {
    const auto* literal = std::get_if<term::Literal>(&t.t.node().form);
    return literal && literal->value == Value(Unit{});
  }

  // What is known ------------------------------------------------------------------------------------------

  [[nodiscard]] std::string binders_name(std::size_t x, Label C) const {
    return entities_[x].name + "_" + K_.components[C].name;
  }
  [[nodiscard]] std::optional<std::size_t> parameter(const archetype::Term& t) const {
    const auto* x = std::get_if<archetype::Variable>(&t.form());
    return x && x->x < entities_.size() ? std::optional(x->x) : std::nullopt;
  }
  /// Whether the parameters x and y may be the same entity.
  [[nodiscard]] bool may_be(std::size_t x, std::size_t y) const { return x != y && f_.A[x] == f_.A[y]; }

  void write(Store& sigma, std::size_t x, Label C, const Expr& v) {
    static const auto nothing = std::make_shared<const Block>();
    for (std::size_t y = 0; y < entities_.size(); ++y) {
      const auto of_y = sigma.components.find({y, C});
      if (!may_be(x, y) || of_y == sigma.components.end()) continue;
      const Expr same{Term(term::Operation{&operator_of(Operator::Role::Equality),
                                           {variable(entities_[x]).t, variable(entities_[y]).t}}),
                      {*entities_[x].slot, *entities_[y].slot},
                      false,
                      false,
                      3};
      of_y->second = known(Choice{same, nothing, nothing, known(v), of_y->second});
    }
    sigma.components[{x, C}] = known(v);
  }
  /// Drops what is known of x, after an immediate event that may be about the same entity.
  void forget(Store& sigma, std::size_t x) const {
    sigma.there[x] = false;
    for (Label C = 0; C < K_.components.size(); ++C) sigma.components.erase({x, C});
  }
  void forget_others(Store& sigma, std::size_t x) const {
    for (std::size_t y = 0; y < entities_.size(); ++y)
      if (may_be(x, y)) forget(sigma, y);
  }

  // Mutations and events -----------------------------------------------------------------------------------

  Done attach(Label i, const Expr& e, const Expr& k) const {
    Done done{MutationTerm(term::Attach{i, e.t, k.t}), e.uses, 2 + std::max(e.depth, k.depth), e.uses};
    done.uses.insert(k.uses.begin(), k.uses.end());
    return done;
  }
  Done attach(Label i, const Expr& e) const { return attach(i, e, literal(Unit{})); }
  Done detach(Label i, const Expr& e) const { return {MutationTerm(term::Detach{i, e.t}), e.uses, 2 + e.depth}; }
  Done destroy(const Expr& e) const {
    return {MutationTerm(term::Destroy{e.t, labels_of_entities(K_.schema)}), e.uses, 1 + e.depth};
  }
  static void done(Block& block, Done m) { block.items.emplace_back(std::move(m)); }
  /// ν(λn. m • m' • ...)
  static Done created(const Binder& n, const std::vector<Done>& parts) {
    Block body;
    for (const Done& part : parts) done(body, part);
    Done all = mutation(body);
    all.uses.erase(*n.slot);
    return {MutationTerm(term::New{n, all.m}), std::move(all.uses), all.depth + 2};
  }

  /// The component that an event attaches.
  Expr brought(const archetype::Term& t, std::size_t i, Label C, Store& sigma, Blocks& blocks) {
    if (C >= K_.components.size()) return fail("there is no such component type");
    return named(part(t, i, sigma, blocks, C), "c_" + K_.components[C].name, blocks.now);
  }
  std::vector<std::pair<Label, Expr>> components(const archetype::Create& evt, Store& sigma, Blocks& blocks) {
    std::vector<std::pair<Label, Expr>> all;
    for (std::size_t i = 0; i < evt.components.size(); ++i) {
      const auto& [C, t] = evt.components[i];
      all.emplace_back(C, brought(t, i, C, sigma, blocks));
    }
    return all;
  }
  Expr entity_of(const archetype::Term& t, Store& sigma, Blocks& blocks) {
    return named(part(t, 0, sigma, blocks, archetype::AType{}), "e", blocks.now);
  }

  // [bridge/event]  ⟦create(C⃗, c⃗)⟧ ≜ ν(λe. attach_alive(e) • attach_{C_1}(e, c_1) • ...)   ⟦destroy e⟧ ≜ destroy(e)
  //                 ⟦add(e, C, c)⟧ ≜ attach_C(e, c)   ⟦remove(e, C)⟧ ≜ detach_C(e)
  Done event(const archetype::Create&, const std::vector<std::pair<Label, Expr>>& brought) {
    const Binder e = fresh("new");
    std::vector<Done> parts = {attach(K_.alive, variable(e))};
    for (const auto& [C, c] : brought) parts.push_back(attach(C, variable(e), c));
    return created(e, parts);
  }

  void queue(const archetype::Event& evt, Store& sigma, Blocks& blocks) {
    std::vector<Done> parts;
    const Binder n = fresh("n");
    const auto about = [&](const archetype::Term& t) {
      parts.push_back(attach(K_.about, variable(n), entity_of(t, sigma, blocks)));
    };
    std::visit(Clauses{[&](const archetype::Create& evt) {
                         parts.push_back(attach(K_.create, variable(n)));
                         for (const auto& [C, c] : components(evt, sigma, blocks))
                           parts.push_back(attach(C, variable(n), c));
                       },
                       [&](const archetype::Destroy& evt) {
                         about(evt.t);
                         parts.push_back(attach(K_.destroy, variable(n)));
                       },
                       [&](const archetype::Add& evt) {
                         about(evt.t);
                         const Expr c = brought(evt.c, 1, evt.C, sigma, blocks);
                         parts.push_back(attach(K_.add.at(evt.C), variable(n), c));
                       },
                       [&](const archetype::Remove& evt) {
                         about(evt.t);
                         parts.push_back(attach(K_.remove.at(evt.C), variable(n)));
                       }},
               evt);
    done(blocks.now, created(n, parts));
  }

  // A destroy undoes earlier events of the invocation on the same entity, and later ones find the entity gone (A10). So
  // destroys may come last.
  void defer(const archetype::Event& evt, Store& sigma, Blocks& blocks) {
    std::visit(
        Clauses{[&](const archetype::Create& created) {
                  done(blocks.changes, event(created, components(created, sigma, blocks)));
                },
                [&](const archetype::Destroy& evt) { done(blocks.destroys, destroy(entity_of(evt.t, sigma, blocks))); },
                [&](const archetype::Add& evt) {
                  const Expr e = entity_of(evt.t, sigma, blocks);
                  done(blocks.changes, attach(evt.C, e, brought(evt.c, 1, evt.C, sigma, blocks)));
                },
                [&](const archetype::Remove& evt) {
                  done(blocks.changes, detach(evt.C, entity_of(evt.t, sigma, blocks)));
                }},
        evt);
  }

  /// The parameter that an immediate event is about, if it is surely in a table. Also performs the term's other
  /// effects.
  std::optional<std::size_t> present(const archetype::Term& t, Store& sigma, Blocks& blocks) {
    (void)part(t, 0, sigma, blocks);
    archetype::Term at = t;
    while (const auto* sequence = std::get_if<archetype::Sequence>(&at.form())) at = archetype::Term(sequence->t2);
    const std::optional<std::size_t> x = parameter(at);
    if (x && sigma.there[*x]) return x;
    (void)fail("an immediate event is about an entity that may be missing");
    return std::nullopt;
  }

  void perform(const archetype::Event& evt, Store& sigma, Blocks& blocks) {
    std::visit(Clauses{[&](const archetype::Create& created) {
                         done(blocks.now, event(created, components(created, sigma, blocks)));
                       },
                       [&](const archetype::Destroy& evt) {
                         const std::optional<std::size_t> x = present(evt.t, sigma, blocks);
                         if (!x) return;
                         done(blocks.now, destroy(variable(entities_[*x])));
                         forget_others(sigma, *x);
                         forget(sigma, *x);
                       },
                       [&](const archetype::Add& evt) {
                         const std::optional<std::size_t> x = present(evt.t, sigma, blocks);
                         const Expr c = brought(evt.c, 1, evt.C, sigma, blocks);
                         if (!x) return;
                         done(blocks.now, attach(evt.C, variable(entities_[*x]), c));
                         forget_others(sigma, *x);
                         sigma.components[{*x, evt.C}] = known(c);
                       },
                       [&](const archetype::Remove& evt) {
                         const std::optional<std::size_t> x = present(evt.t, sigma, blocks);
                         if (!x) return;
                         done(blocks.now, detach(evt.C, variable(entities_[*x])));
                         forget_others(sigma, *x);
                         sigma.components.erase({*x, evt.C});
                       }},
               evt);
  }

  const archetype::Function& f_;
  Staging staging_;
  const Vocabulary& K_;
  SystemTerm system_;
  std::set<std::string> names_ = {"_"};
  std::size_t slots_ = 0;
  std::vector<Binder> entities_;
  std::map<std::pair<std::size_t, Label>, Binder> binders_;
  Store start_;
  std::vector<std::size_t> place_;
  std::optional<Untranslatable> untranslatable_;
};

}  // namespace

OrUntranslatable<SystemTerm> translate(const archetype::Function& f, std::string name, Staging staging,
                                       const Vocabulary& K) {
  return FunctionTranslation(f, std::move(name), staging, K)();
}

}  // namespace coreecs::bridge
