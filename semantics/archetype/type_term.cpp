#include <algorithm>
#include <utility>

#include "semantics/archetype/typing.hpp"

namespace coreecs::archetype {

namespace {

/// The variable or entity that an entity term yields. Nothing if that may be any of several.
std::optional<Term> named(const Term& t) {
  Term at = t;
  while (const Sequence* sequence = std::get_if<Sequence>(&at.form())) at = Term(sequence->t2);
  return std::holds_alternative<Variable>(at.form()) || entity(at) ? std::optional(at) : std::nullopt;
}

/// The rules of Figures 9 and 10, with Γ in place.
class TermTyping {
 public:
  TermTyping(Context& Gamma, const Schema& schema, const Rules& rules)
      : Gamma_(Gamma), schema_(schema), rules_(rules) {}

  OrIllTyped<Typed> type(const Term& t) {
    return match(
        t.form(), [&](const Literal& t) { return of_value(t); },
        // [type/var]    Γ ⊢ x : Γ(x) & ∅                                                            Figure 9, T-Var
        [&](const Variable& t) -> OrIllTyped<Typed> {
          if (t.x < Gamma_.x.size() && Gamma_.x[t.x]) return Typed{*Gamma_.x[t.x]};
          return IllTyped{.rule = "type/var", .premise = "Γ(x) is defined"};
        },
        // [type/if]     Γ ⊢ t : Bool   Γ ⊢ t_1 : τ & W_1   Γ ⊢ t_2 : τ & W_2                          Figure 9, T-If
        //               ────────────────────────────────────────────────────
        //               Γ ⊢ if t then t_1 else t_2 : τ & W_1 ∪ W_2         where t : Bool stands for t : Bool & ∅ (A19)
        [&](const If& t) -> OrIllTyped<Typed> {
          OrIllTyped<Typed> condition = part(t.t, 0);
          if (ill_typed(condition)) return condition;
          if (at(condition).type != Tau(Primitive::Bool)) return IllTyped{.rule = "type/if", .premise = "Γ ⊢ t : Bool"};
          if (!at(condition).W.empty()) return IllTyped{.rule = "type/if", .premise = "Γ ⊢ t : Bool & ∅"};
          const Context before = Gamma_;
          OrIllTyped<Typed> t1 = part(t.t1, 1);
          if (ill_typed(t1)) return t1;
          const Context after = std::exchange(Gamma_, before);
          OrIllTyped<Typed> t2 = part(t.t2, 2);
          if (ill_typed(t2)) return t2;
          if (at(t1).type != at(t2).type) return IllTyped{.rule = "type/if", .premise = "Γ ⊢ t_2 : τ & W_2"};
          keep_what_both_say(after);
          return both(at(t1), at(t2));
        },
        // [type/seq]    Γ ⊢ t_1 : τ_1 & W_1   Γ ⊢ t_2 : τ_2 & W_2                                    Figure 9, T-Seq
        //               ─────────────────────────────────────────
        //               Γ ⊢ (t_1; t_2) : τ_2 & W_1 ∪ W_2
        [&](const Sequence& t) -> OrIllTyped<Typed> {
          OrIllTyped<Typed> t1 = part(t.t1, 0);
          if (ill_typed(t1)) return t1;
          OrIllTyped<Typed> t2 = part(t.t2, 1);
          if (ill_typed(t2)) return t2;
          return both(at(t1), at(t2));
        },
        // [type/comp]   C ∈ Γ(x)                     C ∈ Γ(x)   Γ ⊢ t : C & W                       Figure 9, T-Comp
        //               ────────────────             ────────────────────────────
        //               Γ ⊢ x.C : C & ∅              Γ ⊢ x.C = t : C & W               repaired: ... : () & W (A15)
        [&](const Read& t) -> OrIllTyped<Typed> {
          if (std::optional<IllTyped> lacks = has_component(t.t, t.C)) return *std::move(lacks);
          return Typed{t.C};
        },
        [&](const Write& t) -> OrIllTyped<Typed> {
          if (std::optional<IllTyped> lacks = has_component(t.t, t.C)) return *std::move(lacks);
          OrIllTyped<Typed> written = part(t.t2, 1);
          if (ill_typed(written)) return written;
          if (at(written).type != Tau(t.C)) return IllTyped{.rule = "type/comp", .premise = "Γ ⊢ t : C & W", .C = t.C};
          // Again, since t is evaluated before the write.
          if (std::optional<IllTyped> lacks = has_component(t.t, t.C)) return *std::move(lacks);
          Typed typed = at(written);
          typed.type = rules_.write_is_unit ? Tau(Unit{}) : Tau(t.C);
          return typed;
        },
        // [type/event]  Γ ⊢ evt : () & W             Γ ⊢ evt : () & W                              Figure 9, T-Event
        //               ────────────────────         ────────────────────
        //               Γ ⊢ lz evt : () & W          Γ ⊢ im evt : () & ∅              repaired: Γ changes too (A17)
        [&](const Staged& t) { return event(t.evt); },
        [&](const Immediate& t) -> OrIllTyped<Typed> {
          OrIllTyped<Typed> evt = event(t.evt);
          if (ill_typed(evt)) return evt;
          if (rules_.immediate_retypes)
            if (std::optional<IllTyped> unknown = retype(t.evt)) return *std::move(unknown);
          return Typed{Unit{}};
        },
        // [type/operation]  Γ ⊢ t_i : τ_i & W_i   o : (τ_1, ..., τ_n) → τ                           an extension, A2
        //                   ─────────────────────────────────────────────
        //                   Γ ⊢ o(t_1, ..., t_n) : τ & ⋃ W_i
        [&](const Apply& t) -> OrIllTyped<Typed> {
          Typed all{t.o->yields};
          for (std::size_t i = 0; i < t.t.size(); ++i) {
            OrIllTyped<Typed> t_i = part(t.t[i], i);
            if (ill_typed(t_i)) return t_i;
            if (at(t_i).type != t.o->takes[i])
              return IllTyped{.rule = "type/operation", .premise = "Γ ⊢ t_i : τ_i & W_i", .place = {i}};
            const Tau yields = all.type;
            all = both(all, at(t_i));
            all.type = yields;
          }
          return all;
        });
  }

  OrIllTyped<Typed> event(const Event& evt) {
    return std::visit(
        Clauses{// [type/create]   Γ ⊢ create(C, c) : () & {{C}}                                    Figure 10, T-Create
                //                                                                      repaired: where Γ ⊢ c : C (A16)
                [&](const Create& evt) -> OrIllTyped<Typed> {
                  Typed all{Unit{}};
                  AType A;
                  for (std::size_t i = 0; i < evt.components.size(); ++i) {
                    const auto& [C, c] = evt.components[i];
                    if (std::optional<IllTyped> ill = component(c, i, C, "type/create", all)) return *std::move(ill);
                    A.insert(C);
                  }
                  all.W.insert(std::move(A));
                  return all;
                },
                // [type/destroy]  Γ ⊢ t : τ & W                                                   Figure 10, T-Destroy
                //                 ────────────────────────────────
                //                 Γ ⊢ destroy t : () & W ∪ {τ}
                [&](const Destroy& evt) {
                  return on_entity(evt.t, "type/destroy", {}, [](const AType&, Typed&) { return nullptr; });
                },
                // [type/add]      Γ ⊢ t : τ & W   C ∉ τ   τ' = τ ∪ {C}                                Figure 10, T-Add
                //                 ──────────────────────────────────────
                //                 Γ ⊢ add(t, C, c) : () & W ∪ {τ, τ'}              repaired: where Γ ⊢ c : C (A16)
                [&](const Add& evt) -> OrIllTyped<Typed> {
                  OrIllTyped<Typed> typed = on_entity(evt.t, "type/add", evt.C, [&](const AType& tau, Typed& typed) {
                    typed.W.insert(with(tau, evt.C));
                    typed.changed[tau].insert(evt.C);
                    return tau.contains(evt.C) ? "C ∉ τ" : nullptr;
                  });
                  if (ill_typed(typed)) return typed;
                  Typed all = at(typed);
                  if (std::optional<IllTyped> ill = component(evt.c, 1, evt.C, "type/add", all)) return *std::move(ill);
                  return all;
                },
                // [type/remove]   Γ ⊢ t : τ & W   C ∈ τ   τ' = τ − {C}                             Figure 10, T-Remove
                //                 ─────────────────────────────────────
                //                 Γ ⊢ remove(t, C) : () & W ∪ {τ, τ'}
                [&](const Remove& evt) {
                  return on_entity(evt.t, "type/remove", evt.C, [&](const AType& tau, Typed& typed) {
                    typed.W.insert(without(tau, evt.C));
                    typed.changed[tau].insert(evt.C);
                    return tau.contains(evt.C) ? nullptr : "C ∈ τ";
                  });
                }},
        evt);
  }

 private:
  static Typed& at(OrIllTyped<Typed>& typed) { return std::get<Typed>(typed); }

  /// The type of the i-th part of a term; places of errors are relative to the term.
  OrIllTyped<Typed> part(const Term& t, std::size_t i) {
    OrIllTyped<Typed> typed = type(t);
    if (IllTyped* ill = std::get_if<IllTyped>(&typed)) ill->place.insert(ill->place.begin(), i);
    return typed;
  }

  /// The type of t_2, with the effects of both.
  static Typed both(Typed t1, Typed t2) {
    t2.W.merge(t1.W);
    for (auto& [A, changed] : t1.changed) t2.changed[A].merge(changed);
    return t2;
  }

  // [type/value]  ⊢ v : P   ⊢ () : ()   ⊢ c : C where the fields of c are of the types of those of C          §5
  // [type/id]     Γ ⊢ e : Γ(e) & ∅                                                                     Figure 12
  OrIllTyped<Typed> of_value(const Literal& t) {
    if (const std::optional<Primitive> P = primitive(t.v)) {
      if (!t.C) return Typed{*P};
    } else if (const Entity* e = std::get_if<Entity>(&t.v.sum())) {
      const auto found = Gamma_.e.find(*e);
      if (found != Gamma_.e.end() && found->second) return Typed{*found->second};
      return IllTyped{.rule = "type/id", .premise = "Γ(e) is defined", .e = *e};
    } else if (t.v == Value(Unit{}) && !t.C) {
      return Typed{Unit{}};
    } else if (t.C && *t.C < schema_.size() && is_component(t.v, schema_[*t.C])) {
      return Typed{*t.C};
    }
    return IllTyped{.rule = "type/value", .premise = "⊢ c : C", .C = t.C};
  }

  /// Why C ∈ Γ(x) does not hold for x.C; x is a variable, or the entity substituted for it.
  std::optional<IllTyped> has_component(const Term& x, Label C) {
    if (!std::holds_alternative<Variable>(x.form()) && !entity(x))
      return IllTyped{.rule = "type/comp", .premise = "t is a variable", .place = {0}, .C = C};
    OrIllTyped<Typed> typed = part(x, 0);
    if (const IllTyped* ill = ill_typed(typed)) return *ill;
    const AType& A = std::get<AType>(at(typed).type);
    if (A.contains(C)) return std::nullopt;
    return IllTyped{.rule = "type/comp", .premise = "C ∈ Γ(x)", .place = {0}, .A = A, .C = C};
  }

  /// Adds the effects of the component c that an event attaches, its i-th part, and checks (A16) that it is one of C.
  std::optional<IllTyped> component(const Term& c, std::size_t i, Label C, const char* rule, Typed& all) {
    if (value(c) && !rules_.components_are_typed) return std::nullopt;
    OrIllTyped<Typed> typed = part(c, i);
    if (const IllTyped* ill = ill_typed(typed)) return *ill;
    if (at(typed).type != Tau(C) && rules_.components_are_typed)
      return IllTyped{.rule = rule, .premise = "Γ ⊢ c : C", .place = {i}, .C = C};
    all = both(at(typed), all);
    return std::nullopt;
  }

  /// The type of an event on the entity t of archetype τ: () & W ∪ {τ}, with what `effect` adds. C is the event's
  /// component type, if it has one. `effect` may return a premise that does not hold.
  template <class Effect>
  OrIllTyped<Typed> on_entity(const Term& t, const char* rule, std::optional<Label> C, const Effect& effect) {
    OrIllTyped<Typed> typed = part(t, 0);
    if (ill_typed(typed)) return typed;
    const AType* tau = std::get_if<AType>(&at(typed).type);
    if (!tau) return IllTyped{.rule = rule, .premise = "τ is an archetype", .place = {0}};
    Typed all{Unit{}, at(typed).W, at(typed).changed};
    all.W.insert(*tau);
    const char* premise = effect(*tau, all);
    if (premise) return IllTyped{.rule = rule, .premise = premise, .A = *tau, .C = C};
    return all;
  }

  /// Keeps in Γ only what is the same after the other branch.
  void keep_what_both_say(const Context& other) {
    for (std::size_t x = 0; x < Gamma_.x.size(); ++x)
      if (Gamma_.x[x] != other.x[x]) Gamma_.x[x] = std::nullopt;
    for (auto& [e, A] : Gamma_.e)
      if (A != other.e.at(e)) A = std::nullopt;
  }

  /// Γ after im evt (A17): its entity has another archetype, or none. Parameters that may be the same entity lose
  /// theirs. Ill-typed if the entity has no name.
  std::optional<IllTyped> retype(const Event& evt) {
    if (std::holds_alternative<Create>(evt)) return std::nullopt;
    const std::optional<Term> x = named(parts(evt).front());
    if (!x) return IllTyped{.rule = "type/event", .premise = "the entity of im evt has a name", .place = {0}};
    std::optional<AType>& A = lookup(*x);
    if (!A) return IllTyped{.rule = "type/event", .premise = "Γ(x) is defined", .place = {0}};
    const AType was = *A;
    for (auto& other : Gamma_.x)
      if (other == was) other = std::nullopt;
    for (auto& [e, other] : Gamma_.e)
      if (other == was) other = std::nullopt;
    if (const Add* add = std::get_if<Add>(&evt)) lookup(*x) = with(was, add->C);
    if (const Remove* remove = std::get_if<Remove>(&evt)) lookup(*x) = without(was, remove->C);
    return std::nullopt;
  }

  std::optional<AType>& lookup(const Term& x) {
    const std::optional<Entity> e = entity(x);
    return e ? Gamma_.e[*e] : Gamma_.x[std::get<Variable>(x.form()).x];
  }

  Context& Gamma_;
  const Schema& schema_;
  const Rules& rules_;
};

}  // namespace

OrIllTyped<Typed> type_of(const Term& t, Context& Gamma, const Schema& schema, const Rules& rules) {
  return TermTyping(Gamma, schema, rules).type(t);
}

OrIllTyped<Typed> type_of(const Event& evt, Context& Gamma, const Schema& schema, const Rules& rules) {
  return TermTyping(Gamma, schema, rules).event(evt);
}

}  // namespace coreecs::archetype
