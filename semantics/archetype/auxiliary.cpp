#include "semantics/archetype/auxiliary.hpp"

#include <algorithm>

namespace coreecs::archetype {

std::set<AType> query(const System& s) {
  return match(
      s.form(),
      // [archetype/query]  query(A, λx.t) = {A}   query(par s) = query(s)                                    Figure 8
      //                    query([s_1, s_2]) = query(s_1) ∪ query(s_2)
      [](const Sequential& s) { return std::set<AType>(s.f.A.begin(), s.f.A.end()); },
      [](const DataParallel& s) { return std::set<AType>(s.f.A.begin(), s.f.A.end()); },
      [](const TaskParallel& s) {
        std::set<AType> all;
        for (const System& s_i : s.s) all.merge(query(s_i));
        return all;
      });
}

namespace {

/// The entities e with 𝓗_i[e] ≠ 𝓗[e].
std::set<Entity> changed(const Heap& H, const Heap& H_i) {
  std::set<Entity> changed;
  for (Label C = 0; C < H.components().labels(); ++C) {
    const PartialMap &was = H.components()[C], &is = H_i.components()[C];
    auto a = was.begin();
    auto b = is.begin();
    while (a != was.end() || b != is.end()) {
      const bool only_a = b == is.end() || (a != was.end() && a->first < b->first);
      const bool only_b = a == was.end() || (b != is.end() && b->first < a->first);
      const Entity e = only_b ? b->first : a->first;
      if (only_a || only_b || a->second != b->second) changed.insert(changed.end(), e);
      if (!only_b) ++a;
      if (!only_a) ++b;
    }
  }
  return changed;
}

/// Whether 𝓗[e] = 𝓗'[e].
bool same(const Heap& H, const Heap& other, Entity e) {
  for (Label C = 0; C < H.components().labels(); ++C) {
    const Value *here = H.at(e, C), *there = other.at(e, C);
    if (!here != !there || (here && *here != *there)) return false;
  }
  return true;
}

}  // namespace

// [archetype/merge]  ∀A. 𝓗'[A] = 𝓗[A] = 𝓗_1[A] = 𝓗_2[A]                                                        Figure 8
//                    ∀e, i. if 𝓗_i[e] ≠ 𝓗[e] then 𝓗'[e] = 𝓗_i[e] else 𝓗'[e] = 𝓗[e]
//                    ──────────────────────────────────────────────────────────────
//                    merge(𝓗, 𝓗_1, 𝓗_2) = 𝓗'             so there is no 𝓗' where 𝓗[e] ≠ 𝓗_1[e] ≠ 𝓗_2[e] ≠ 𝓗[e] (A5),
//                                                        and "else" is read as: where 𝓗_i[e] = 𝓗[e] for all i (A21)
OrStuck<Heap> merge(const Heap& H, std::span<const Heap> H_i) {
  Heap merged = H;
  std::set<Entity> written;
  for (std::size_t i = 0; i < H_i.size(); ++i) {
    if (H_i[i].tables() != H.tables()) return Stuck{.rule = "archetype/merge", .premise = "∀A. 𝓗[A] = 𝓗_i[A]"};
    for (const Entity e : changed(H, H_i[i])) {
      if (!written.insert(e).second && !same(merged, H_i[i], e))
        return Stuck{.rule = "archetype/merge", .premise = "∀e, i. if 𝓗_i[e] ≠ 𝓗[e] then 𝓗'[e] = 𝓗_i[e]", .e = e};
      for (Label C = 0; C < H.components().labels(); ++C) {
        const Value* c = H_i[i].at(e, C);
        merged.write(e, C, c ? std::optional(*c) : std::nullopt);
      }
    }
  }
  return merged;
}

namespace {

/// Accumulates atype(𝓗, evt) over successive events.
class Dirtied {
 public:
  Dirtied(const Heap& H, const Environment& env) : H_(H), env_(env) {}

  /// Adds those of one more event; yields why it is undefined.
  std::optional<Stuck> add(const Event& evt) {
    return std::visit(
        Clauses{
            // [archetype/atype]  atype(𝓗, create(C, c)) = {{C}}                                             Figure 8
            [&](const Create& evt) -> std::optional<Stuck> {
              AType A;
              for (const auto& component : evt.components) A.insert(component.first);
              dirtied_.insert(std::move(A));
              return std::nullopt;
            },
            //                    atype(𝓗, destroy e) = {A} where e ∈ 𝓗[A]
            [&](const Destroy& evt) { return changes(evt.t, [](AType&) { return false; }); },
            //                    atype(𝓗, add(e, C, c)) = {A, A ∪ {C}} where e ∈ 𝓗[A]
            [&](const Add& evt) { return changes(evt.t, [&](AType& A) { return A.insert(evt.C), true; }); },
            //                    atype(𝓗, remove(e, C)) = {A, A − {C}} where e ∈ 𝓗[A]
            [&](const Remove& evt) { return changes(evt.t, [&](AType& A) { return A.erase(evt.C), true; }); }},
        evt);
    //                            atype(𝓗, [evt_1, ..., evt_n]) = ⋃ atype(𝓗, evt_i)
    //                            repaired: ⋃ atype(𝓗_{i-1}, evt_i), with 𝓗_0 = 𝓗 and 𝓗_{i-1}, evt_i → 𝓗_i, () (A14)
  }

  std::set<AType> dirtied() && { return std::move(dirtied_); }

 private:
  /// Adds the archetype of the entity t and, unless the event destroys it, the archetype that the event moves it to.
  template <class Change>
  std::optional<Stuck> changes(const Term& t, const Change& change) {
    const std::optional<Entity> e = entity(t);
    if (!e) return Stuck{.rule = "archetype/atype", .premise = "t is an entity"};
    std::optional<AType> A;
    if (const auto found = led_.find(*e); found != led_.end())
      A = found->second;
    else if (const AType* in = H_.archetype_of(*e))
      A = *in;
    if (!A && env_.rules.gone_is_nothing) return std::nullopt;
    if (!A) return Stuck{.rule = "archetype/atype", .premise = "e ∈ 𝓗[A]", .e = e};
    dirtied_.insert(*A);
    const bool stays = change(*A);
    if (stays) dirtied_.insert(*A);
    if (env_.rules.atype_accumulates) led_[*e] = stays ? A : std::nullopt;
    return std::nullopt;
  }

  const Heap& H_;
  const Environment& env_;
  std::set<AType> dirtied_;
  std::map<Entity, std::optional<AType>> led_;  // where earlier events move an entity: to an archetype, or nowhere
};

}  // namespace

OrStuck<std::set<AType>> atype(const Heap& H, const Queue& q, const Environment& env) {
  Dirtied dirtied(H, env);
  for (std::size_t i = 0; i < q.size(); ++i)
    if (std::optional<Stuck> stuck = dirtied.add(q[i])) {
      stuck->event = i;
      return *std::move(stuck);
    }
  return std::move(dirtied).dirtied();
}

// [archetype/no-conflict]  A ∉ atype(𝓗, q)                  no_conflict(𝓗, s, q)                               Figure 8
//                          ────────────────────────────     ────────────────────────
//                          no_conflict(𝓗, (A, λx.t), q)     no_conflict(𝓗, par s, q)
//                          ∀i ∈ {1, 2}. no_conflict(𝓗, s_i, q)
//                          ───────────────────────────────────
//                          no_conflict(𝓗, [s_1, s_2], q)
std::optional<Stuck> conflict(const Heap& H, const System& s, const Queue& q, const Environment& env) {
  const OrStuck<std::set<AType>> dirtied = atype(H, q, env);
  if (const Stuck* undefined = stuck(dirtied)) return *undefined;
  for (const AType& A : query(s))
    if (std::get<std::set<AType>>(dirtied).contains(A))
      return Stuck{.rule = "archetype/no-conflict", .premise = "A ∉ atype(𝓗, q)", .A = A};
  return std::nullopt;
}

}  // namespace coreecs::archetype
