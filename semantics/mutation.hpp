/// Mutations (§3.4): c ↓ m. And updates: the effect of a mutation once it is performed.
#pragma once

#include "semantics/grammar.hpp"
#include "semantics/state.hpp"

namespace coreecs {

/// The environment of an interpretation, and the number of the first leaf of the schedule that is interpreted. The leaf
/// numbers give each occurrence of ν its own entity (D3). The environment must outlive this.
struct At {
  At(const Environment& env, Leaf leaf = 0) : env(&env), leaf(leaf) {}
  /// For z' in z ∥ z' and in z ⨟ z': its leaves are numbered after those of z.
  [[nodiscard]] At after(const Schedule& z) const { return {*env, leaf + z.leaves()}; }

  const Environment* env;
  Leaf leaf;
};

/// **fresh** for one invocation (D3): yields the entities of its ν's, in the order in which they are performed.
class Fresh {
 public:
  /// For the invocation of the system at this leaf on a match of these entities. Refers to `e`.
  Fresh(At at, std::span<const Entity> e) : at_(at), e_(e) {}
  Entity operator()() { return at_.env->fresh({at_.leaf, {e_.begin(), e_.end()}, number_++}); }

 private:
  At at_;
  std::span<const Entity> e_;
  std::uint64_t number_ = 0;
};

/// Makes c ↓ m of c, which is anything that has write(): a state, or a log of writes.
template <class C>
void perform(C& c, const Mutation& m, Fresh& fresh) {
  match(
      m,
      // [mutation/attach]   c ↓ attach_i(e, k_i) ≜ c{i ↦ c_i{e ↦ k_i}}                                      §3.4
      [&](const Attach& m) {
        c.write({m.e, m.i}, m.k);
      },
      // [mutation/detach]   c ↓ detach_i(e) ≜ c{i ↦ c_i{e ↦ ⊥}}
      [&](const Detach& m) {
        c.write({m.e, m.i}, std::nullopt);
      },
      // [mutation/compose]  c ↓ (m • m') ≜ (c ↓ m) ↓ m'
      [&](const Compose& m) {
        for (const Mutation& part : m.parts()) perform(c, part, fresh);
      },
      // [mutation/new]      c ↓ ν(f) ≜ c ↓ f(fresh)
      [&](const New& m) { perform(c, m.f(fresh()), fresh); },
      // [mutation/nil]      c ↓ nil ≜ c
      [](const Nil&) {});
}

/// c ↓ m. Cost: log k for each attach and detach in m.
[[nodiscard]] State after(State c, const Mutation& m, Fresh fresh);

/// Sets a location to k, or makes it undefined.
struct Write {
  Location l;
  std::optional<Value> k;

  friend bool operator==(const Write&, const Write&) = default;
};

/// The effect of a mutation on any state, once its ν's have their entities: the last write to each location that it
/// affects. For all c, c ↓ m is c overwritten by these. So each class of equivalent mutations without ν has one update
/// (Definition 4.1), and updates replace mutations from production on.
class Update {
 public:
  using Writes = SmallVector<Write, 1>;

  /// nil
  Update() = default;
  /// Makes these writes one after the other. Cost: n log n; n if they ascend by location.
  explicit Update(Writes in_order);

  /// The writes, by location.
  [[nodiscard]] std::span<const Write> writes() const { return {writes_.data(), writes_.size()}; }
  /// The write to l, or null if l is not affected. Cost: log n.
  [[nodiscard]] const Write* find(Location l) const;

  friend bool operator==(const Update&, const Update&) = default;

 private:
  Writes writes_;
};

/// The update of m. Cost: that of performing m, and that of Update for its writes.
[[nodiscard]] Update perform(const Mutation& m, Fresh fresh);
/// m • m'. Cost: the writes of both.
[[nodiscard]] Update compose(const Update& m1, const Update& m2);
/// m_1 • m_2 • ... • m_n. Cost: w log w for w writes; w if they ascend by location.
[[nodiscard]] Update composed(std::span<const Update> m);
/// c ↓ m. Cost: log k for each write.
[[nodiscard]] State after(State c, const Update& m);

}  // namespace coreecs
