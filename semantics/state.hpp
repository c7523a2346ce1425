/// State (§3.1): c ≜ {c_i : E ⇀ K_i}_{i ∈ I}, an indexed family of partial maps with value semantics.
#pragma once

#include "semantics/base/partial_map.hpp"
#include "semantics/parameters.hpp"

namespace coreecs {

/// [state/family] A state c over a schema of `labels` labels. A copy costs a step for each label, and shares with the
/// original what neither has written since. Thread safety is that of a standard container: threads may call const
/// members of one state concurrently, and different states are independent, even if one is a copy of the other.
/// Entities, values, texts and records in it do not change.
class State {
 public:
  State() = default;
  explicit State(std::size_t labels) : maps_(labels) {}

  [[nodiscard]] std::size_t labels() const { return maps_.size(); }
  /// c_i. Precondition: i < labels().
  [[nodiscard]] const PartialMap& operator[](Label i) const { return maps_[i]; }
  [[nodiscard]] PartialMap& operator[](Label i) { return maps_[i]; }
  /// c_i(e), or null where it is undefined.
  [[nodiscard]] const Value* at(Location l) const { return maps_[l.i].find(l.e); }

  /// Makes this c{i ↦ c_i{e ↦ k}}, or c{i ↦ c_i{e ↦ ⊥}} where there is no k. Cost: log k.
  void write(Location l, std::optional<Value> k) { maps_[l.i].update(l.e, std::move(k)); }
  /// c{i ↦ c_i{e ↦ k}}
  [[nodiscard]] State with(Label i, Entity e, Value k) && {
    write({e, i}, std::move(k));
    return std::move(*this);
  }
  [[nodiscard]] State with(Label i, Entity e, Value k) const& { return State(*this).with(i, e, std::move(k)); }
  /// c{i ↦ c_i{e ↦ ⊥}}
  [[nodiscard]] State without(Label i, Entity e) && {
    write({e, i}, std::nullopt);
    return std::move(*this);
  }
  [[nodiscard]] State without(Label i, Entity e) const& { return State(*this).without(i, e); }

  friend bool operator==(const State&, const State&) = default;

 private:
  std::vector<PartialMap> maps_;
};

/// live(c), in entity order. Cost: its size, for each label.
[[nodiscard]] std::vector<Entity> live(const State& c);
/// e ∈ live(c). Cost: |I| log k.
[[nodiscard]] bool is_live(const State& c, Entity e);

}  // namespace coreecs
