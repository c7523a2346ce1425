#include "semantics/archetype/term.hpp"

#include "semantics/archetype/event.hpp"

namespace coreecs::archetype {

namespace {

/// The rules of Figure 6, with 𝓗 and q in place.
class Reduction {
 public:
  Reduction(Heap& H, Queue& q, const Environment& env) : H_(H), q_(q), env_(env) {}

  /// t'
  OrStuck<Term> step(const Term& t) {
    return match(
        t.form(),
        [](const Literal&) -> OrStuck<Term> { return Stuck{.rule = "reduce/context", .premise = "t is no value"}; },
        [](const Variable&) -> OrStuck<Term> { return Stuck{.rule = "reduce/context", .premise = "t is closed"}; },
        // [reduce/if-true]   𝓗, if true then t else t', q → 𝓗, t, q                              Figure 6, R-If-True
        // [reduce/if-false]  𝓗, if false then t else t', q → 𝓗, t', q                           Figure 6, R-If-False
        [&](const If& t) -> OrStuck<Term> {
          const Literal* v = value(t.t);
          if (!v) return in_context(t.t, [&](Term next) { return If{std::move(next), t.t1, t.t2}; });
          if (v->v == Value(true)) return t.t1;
          if (v->v == Value(false)) return t.t2;
          return Stuck{.rule = "reduce/if-true", .premise = "v is true or false"};
        },
        // [reduce/seq]       𝓗, (); t, q → 𝓗, t, q                                                   Figure 6, R-Seq
        //                                                                 repaired: 𝓗, v; t, q → 𝓗, t, q (A12)
        [&](const Sequence& t) -> OrStuck<Term> {
          const Literal* v = value(t.t1);
          if (!v) return in_context(t.t1, [&](Term next) { return Sequence{std::move(next), t.t2}; });
          if (v->v == Value(Unit{}) || env_.rules.any_value_before) return t.t2;
          return Stuck{.rule = "reduce/seq", .premise = "v = ()"};
        },
        // [reduce/read-comp]   e ∈ 𝓗[A]   C ∈ A                                              Figure 6, R-Read-Comp
        //                      ─────────────────────────
        //                      𝓗, e.C, q → 𝓗, 𝓗[e][C], q
        [&](const Read& t) -> OrStuck<Term> {
          if (!value(t.t)) return in_context(t.t, [&](Term next) { return Read{std::move(next), t.C}; });
          const std::optional<Entity> e = entity(t.t);
          if (auto stuck = premises("reduce/read-comp", e, t.C)) return *std::move(stuck);
          const Value* c = H_.at(*e, t.C);
          if (!c) return Stuck{.rule = "reduce/read-comp", .premise = "𝓗[e][C] is defined", .e = e, .C = t.C};
          return Literal{*c, t.C};
        },
        // [reduce/write-comp]  e ∈ 𝓗[A]   C ∈ A   𝓗' = 𝓗[e ↦ 𝓗[e][C ↦ v]]                   Figure 6, R-Write-Comp
        //                      ──────────────────────────────────────────
        //                      𝓗, e.C := v, q → 𝓗', (), q
        [&](const Write& t) -> OrStuck<Term> {
          if (!value(t.t)) return in_context(t.t, [&](Term next) { return Write{std::move(next), t.C, t.t2}; });
          const Literal* v = value(t.t2);
          if (!v) return in_context(t.t2, [&](Term next) { return Write{t.t, t.C, std::move(next)}; });
          const std::optional<Entity> e = entity(t.t);
          if (auto stuck = premises("reduce/write-comp", e, t.C)) return *std::move(stuck);
          H_.write(*e, t.C, v->v);
          return unit();
        },
        // [reduce/staged-event]     𝓗, lz evt, q → 𝓗, (), q + [evt]                         Figure 6, R-Staged-Event
        [&](const Staged& t) -> OrStuck<Term> {
          if (const auto i = next_part(t.evt))
            return in_part(t.evt, *i, [](Event evt) { return Staged{std::move(evt)}; });
          q_.push_back(t.evt);
          return unit();
        },
        // [reduce/immediate-event]  𝓗, evt → 𝓗', v                                         Figure 6, R-Immedi-Event
        //                           ────────────────────────
        //                           𝓗, im evt, q → 𝓗', v, q
        [&](const Immediate& t) -> OrStuck<Term> {
          if (const auto i = next_part(t.evt))
            return in_part(t.evt, *i, [](Event evt) { return Immediate{std::move(evt)}; });
          OrStuck<Heap> H = perform(std::move(H_), t.evt, env_);
          if (const Stuck* stuck = archetype::stuck(H)) return *stuck;
          H_ = std::get<Heap>(std::move(H));
          return unit();
        },
        // [reduce/operation]        δ(o, v⃗) = v                                                      an extension, A2
        //                           ─────────────────────
        //                           𝓗, o(v⃗), q → 𝓗, v, q
        [&](const Apply& t) -> OrStuck<Term> {
          std::vector<Value> v;
          for (std::size_t i = 0; i < t.t.size(); ++i) {
            const Literal* v_i = value(t.t[i]);
            if (!v_i)
              return in_context(t.t[i], [&](Term next) {
                Apply all = t;
                all.t[i] = std::move(next);
                return all;
              });
            v.push_back(v_i->v);
          }
          std::optional<Value> yielded = t.o->delta(v);
          if (!yielded) return Stuck{.rule = "reduce/operation", .premise = t.o->name + "(v⃗) is defined"};
          const Label* C = std::get_if<Label>(&t.o->yields);
          return Literal{*std::move(yielded), C ? std::optional(*C) : std::nullopt};
        });
  }

 private:
  // [reduce/context]  𝓗, t, q → 𝓗', t', q'                                                       Figure 6, R-Context
  //                   ──────────────────────────
  //                   𝓗, 𝓔[t], q → 𝓗', 𝓔[t'], q'
  //                   𝓔[·] ::= · | 𝓔[·]; t | if 𝓔[·] then t else t' | 𝓔[·].C | 𝓔[·].C := t | e.C := 𝓔[·]
  //                          | o(v⃗, 𝓔[·], t⃗) | lz create(C⃗, v⃗, 𝓔[·], t⃗) | lz add(e, C, 𝓔[·]) | im ...   extensions
  //                          | lz destroy 𝓔[·] | lz add(𝓔[·], C, t) | lz remove(𝓔[·], C) | im ...   repaired (A13)
  template <class Context>
  OrStuck<Term> in_context(const Term& t, const Context& E) {
    OrStuck<Term> next = step(t);
    if (stuck(next)) return next;
    return Term(E(std::get<Term>(std::move(next))));
  }

  template <class Context>
  OrStuck<Term> in_part(const Event& evt, std::size_t i, const Context& E) {
    std::vector<Term> t = parts(evt);
    return in_context(t[i], [&](Term next) {
      t[i] = std::move(next);
      return E(with_parts(evt, std::move(t)));
    });
  }

  /// The first part of an event that is no value and that 𝓔 evaluates.
  [[nodiscard]] std::optional<std::size_t> next_part(const Event& evt) const {
    const std::vector<Term> t = parts(evt);
    const bool first_is_entity = !std::holds_alternative<Create>(evt);
    for (std::size_t i = first_is_entity && !env_.rules.events_are_contexts ? 1 : 0; i < t.size(); ++i)
      if (!value(t[i])) return i;
    return std::nullopt;
  }

  /// Which of the premises e ∈ 𝓗[A] and C ∈ A does not hold.
  [[nodiscard]] std::optional<Stuck> premises(const char* rule, std::optional<Entity> e, Label C) const {
    if (!e) return Stuck{.rule = rule, .premise = "v is an entity", .C = C};
    const AType* A = H_.archetype_of(*e);
    if (!A) return Stuck{.rule = rule, .premise = "e ∈ 𝓗[A]", .e = e, .C = C};
    if (!A->contains(C)) return Stuck{.rule = rule, .premise = "C ∈ A", .e = e, .C = C, .A = *A};
    return std::nullopt;
  }

  Heap& H_;
  Queue& q_;
  const Environment& env_;
};

}  // namespace

OrStuck<Configuration> reduce(Configuration c, const Environment& env) {
  OrStuck<Term> t = Reduction(c.H, c.q, env).step(c.t);
  if (const Stuck* at = stuck(t)) return *at;
  return Configuration{std::move(c.H), std::get<Term>(std::move(t)), std::move(c.q)};
}

OrStuck<Configuration> reduce_all(Configuration c, const Environment& env) {
  Reduction reduction(c.H, c.q, env);
  while (!value(c.t)) {
    OrStuck<Term> t = reduction.step(c.t);
    if (const Stuck* at = stuck(t)) return *at;
    c.t = std::get<Term>(std::move(t));
  }
  return c;
}

Term substitute(std::span<const Entity> e, const Term& t) {
  if (!t.facts().open) return t;
  if (const Variable* x = std::get_if<Variable>(&t.form())) return x->x < e.size() ? Term(Literal{Value(e[x->x])}) : t;
  return deep([&] {
    std::vector<Term> substituted = parts(t);
    for (Term& part : substituted) part = substitute(e, part);
    return with_parts(t, std::move(substituted));
  });
}

}  // namespace coreecs::archetype
