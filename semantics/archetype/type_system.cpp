#include <algorithm>

#include "semantics/archetype/auxiliary.hpp"
#include "semantics/archetype/typing.hpp"

namespace coreecs::archetype {

bool Between::contains(const AType& B) const {
  return std::includes(B.begin(), B.end(), lo.begin(), lo.end()) &&
         std::includes(hi.begin(), hi.end(), B.begin(), B.end());
}

bool Archetypes::contains(const AType& A) const {
  return listed.contains(A) ||
         std::any_of(between.begin(), between.end(), [&](const Between& b) { return b.contains(A); });
}

void Archetypes::merge(const Archetypes& W) {
  listed.insert(W.listed.begin(), W.listed.end());
  between.insert(W.between.begin(), W.between.end());
}

namespace {

/// The first place in t, in the order of `parts`, of a term for which `is` holds. `has` is the fact that one occurs.
template <class Is>
std::vector<std::size_t> place_of(const Term& t, bool Term::Facts::*has, const Is& is) {
  std::vector<std::size_t> place;
  Term at = t;
  while (!is(at)) {
    const std::vector<Term> below = parts(at);
    const auto next = std::find_if(below.begin(), below.end(), [&](const Term& part) { return part.facts().*has; });
    place.push_back(static_cast<std::size_t>(next - below.begin()));
    at = *next;
  }
  return place;
}

/// "t has no staged events" and "has no immediate events", as premises of a rule.
std::optional<IllTyped> no_staged_events(const Term& t, const char* rule) {
  if (!t.facts().stages) return std::nullopt;
  const auto is = [](const Term& t) { return std::holds_alternative<Staged>(t.form()); };
  return IllTyped{.rule = rule, .premise = "t has no staged events", .place = place_of(t, &Term::Facts::stages, is)};
}
std::optional<IllTyped> no_immediate_events(const Term& t, const char* rule) {
  if (!t.facts().immediate) return std::nullopt;
  const auto is = [](const Term& t) { return std::holds_alternative<Immediate>(t.form()); };
  return IllTyped{
      .rule = rule, .premise = "s has no immediate events", .place = place_of(t, &Term::Facts::immediate, is)};
}
std::optional<IllTyped> no_immediate_events(const System& s, const char* rule) {
  if (!s.has_immediate_events()) return std::nullopt;
  return match(
      s.form(), [&](const Sequential& s) { return no_immediate_events(s.f.t, rule); },
      [&](const DataParallel& s) { return no_immediate_events(s.f.t, rule); },
      [&](const TaskParallel& s) -> std::optional<IllTyped> {
        for (std::size_t i = 0; i < s.s.size(); ++i)
          if (std::optional<IllTyped> ill = no_immediate_events(s.s[i], rule)) {
            ill->place.insert(ill->place.begin(), i);
            return ill;
          }
        return std::nullopt;
      });
}

/// W, and (A14) all archetypes between A − Δ and A ∪ Δ, for the components Δ that staged events change at entities of
/// A.
Archetypes effects(const Typed& t, const Rules& rules) {
  Archetypes W{t.W};
  if (!rules.effects_accumulate) return W;
  for (const auto& [A, changed] : t.changed) {
    Between b{A, A};
    for (const Label C : changed) {
      b.lo.erase(C);
      b.hi.insert(C);
    }
    W.between.insert(std::move(b));
  }
  return W;
}

/// Whether an entity term is x_1 in all of its branches.
bool is_first(const Term& t) {
  if (const Variable* x = std::get_if<Variable>(&t.form())) return x->x == 0;
  return deep([&] {
    if (const Sequence* sequence = std::get_if<Sequence>(&t.form())) return is_first(sequence->t2);
    const If* branch = std::get_if<If>(&t.form());
    return branch && is_first(branch->t1) && is_first(branch->t2);
  });
}

/// A write or add in the term itself to an entity that another thread may write, add to or read.
std::optional<IllTyped> meets(const Function& f, const Term& t, const Schema& schema) {
  const auto of = [&](const char* premise, const Term& e, Label C) {
    const Variable* x = std::get_if<Variable>(&e.form());
    return IllTyped{
        .rule = "type/data-p", .premise = premise, .A = x ? std::optional(f.A.at(x->x)) : std::nullopt, .C = C};
  };
  if (const Write* write = std::get_if<Write>(&t.form())) {
    if (!is_first(write->t)) return of("t writes x_1 only", write->t, write->C);
    if (std::find(f.A.begin() + 1, f.A.end(), f.A[0]) != f.A.end())
      return of("A_1 ∉ {A_2, ..., A_n} where t writes", write->t, write->C);
  }
  const Staged* staged = std::get_if<Staged>(&t.form());
  const Add* add = staged ? std::get_if<Add>(&staged->evt) : nullptr;
  if (add && !schema[add->C].fields.empty() && !is_first(add->t))
    return of("t adds C ≠ {} to x_1 only", add->t, add->C);
  return std::nullopt;
}

std::optional<IllTyped> threads_meet(const Function& f, const Term& t, const Schema& schema) {
  if (std::optional<IllTyped> ill = meets(f, t, schema)) return ill;
  return deep([&]() -> std::optional<IllTyped> {
    const std::vector<Term> below = parts(t);
    for (std::size_t i = 0; i < below.size(); ++i)
      if (std::optional<IllTyped> ill = threads_meet(f, below[i], schema)) {
        ill->place.insert(ill->place.begin(), i);
        return ill;
      }
    return std::nullopt;
  });
}

}  // namespace

OrIllTyped<SystemType> type_of(const Function& f, const Schema& schema, const Rules& rules) {
  Context Gamma{{f.A.begin(), f.A.end()}};
  OrIllTyped<Typed> t = type_of(f.t, Gamma, schema, rules);
  if (const IllTyped* ill = ill_typed(t)) return *ill;
  return SystemType{{f.A.begin(), f.A.end()}, effects(std::get<Typed>(t), rules)};
}

std::optional<IllTyped> threads_meet(const Function& f, const Schema& schema) {
  return f.A.size() > 1 ? threads_meet(f, f.t, schema) : std::nullopt;
}

OrIllTyped<SystemType> type_of(const System& s, const Schema& schema, const Rules& rules) {
  return match(
      s.form(),
      // [type/sequential]  x : A ⊢ t : τ & W   t has no staged events                              Figure 11, T-Seq
      //                    ──────────────────────────────────────────
      //                    ⊢ (A, λx.t) : ({A}, W)
      [&](const Sequential& s) -> OrIllTyped<SystemType> {
        if (std::optional<IllTyped> ill = no_staged_events(s.f.t, "type/sequential")) return *std::move(ill);
        return type_of(s.f, schema, rules);
      },
      // [type/data-p]      ⊢ s : (R, W)   s has no immediate events                             Figure 11, T-Data-P
      //                    ────────────────────────────────────────
      //                    ⊢ par s : (R, W)                 where s may have staged events, despite T-Seq (A20)
      //                                                     repaired: W ∪ {B | A − Δ ⊆ B ⊆ A ∪ Δ} (A14)
      //                    of n > 1 archetypes (A4): where t writes x_1 only, A_1 ∉ {A_2, ..., A_n} where it writes,
      //                                              and t adds components with fields to x_1 only
      [&](const DataParallel& s) -> OrIllTyped<SystemType> {
        if (std::optional<IllTyped> ill = no_immediate_events(s.f.t, "type/data-p")) return *std::move(ill);
        if (std::optional<IllTyped> ill = threads_meet(s.f, schema)) return *std::move(ill);
        return type_of(s.f, schema, rules);
      },
      // [type/task-p]      s_1, s_2 have no immediate events                                    Figure 11, T-Task-P
      //                    ⊢ s_1 : (R_1, W_1)   ⊢ s_2 : (R_2, W_2)   R_1 ∩ R_2 = ∅
      //                    ───────────────────────────────────────────────────────
      //                    ⊢ [s_1, s_2] : (R_1 ∪ R_2, W_1 ∪ W_2)
      [&](const TaskParallel& s) -> OrIllTyped<SystemType> {
        SystemType all;
        for (std::size_t i = 0; i < s.s.size(); ++i) {
          std::optional<IllTyped> ill = no_immediate_events(s.s[i], "type/task-p");
          OrIllTyped<SystemType> s_i = ill ? *ill : type_of(s.s[i], schema, rules);
          if (IllTyped* there = std::get_if<IllTyped>(&s_i)) {
            there->place.insert(there->place.begin(), i);
            return s_i;
          }
          for (const AType& A : std::get<SystemType>(s_i).R)
            if (!all.R.insert(A).second)
              return IllTyped{.rule = "type/task-p", .premise = "R_1 ∩ R_2 = ∅", .place = {i}, .A = A};
          all.W.merge(std::get<SystemType>(s_i).W);
        }
        return all;
      });
}

std::optional<IllTyped> check(const Frame& fr, Archetypes D, const Schema& schema, const Rules& rules) {
  for (std::size_t i = 0; i < fr.steps().size(); ++i) {
    const Step& first = fr.steps()[i];
    std::optional<IllTyped> ill = match(
        first,
        // [type/system]  ⊢ s : (R, W)   R ∩ 𝒟 = ∅   ⊢ fr : W ∪ 𝒟                              Figure 11, T-System
        //                ────────────────────────────────────────
        //                ⊢ (s :: fr) : 𝒟
        [&](const System& s) -> std::optional<IllTyped> {
          const OrIllTyped<SystemType> typed = type_of(s, schema, rules);
          if (const IllTyped* there = ill_typed(typed)) return *there;
          for (const AType& A : std::get<SystemType>(typed).R)
            if (D.contains(A)) return IllTyped{.rule = "type/system", .premise = "R ∩ 𝒟 = ∅", .A = A};
          D.merge(std::get<SystemType>(typed).W);
          return std::nullopt;
        },
        // [type/sync]    ⊢ fr : ∅                                                               Figure 11, T-Sync
        //                ─────────────────
        //                ⊢ (sync :: fr) : 𝒟
        [&](const Sync&) -> std::optional<IllTyped> {
          D = {};
          return std::nullopt;
        });
    if (ill) {
      ill->place.insert(ill->place.begin(), fr.done() + i);
      return ill;
    }
  }
  // [type/nil]  ⊢ [] : ∅                                                                   not in the paper (A6)
  if (D == Archetypes{}) return std::nullopt;
  return IllTyped{.rule = "type/nil", .premise = "𝒟 = ∅", .place = {fr.done() + fr.steps().size()}};
}

}  // namespace coreecs::archetype
