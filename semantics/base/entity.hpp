/// Entities, E of Figure 4, and the occurrences of ν that create them (D3).
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "semantics/base/small_vector.hpp"

namespace coreecs {

struct Occurrence;

/// E: an entity identifier. An initial entity is one of a program's numbered entities. A created entity is identified
/// by the occurrence of the ν that made it. Initial entities come first in the order, by number. Created ones follow in
/// the order in which the reference run creates them: by leaf, entity vector, number. A created entity is valid as long
/// as the `Entities` that made it.
class Entity {
 public:
  constexpr Entity() = default;
  /// Precondition: number < 2^63.
  constexpr explicit Entity(std::uint64_t number) : bits_(number << 1) {}

  /// The number of an initial entity. Precondition: created() is null.
  [[nodiscard]] constexpr std::uint64_t number() const { return bits_ >> 1; }
  /// The occurrence of the ν that made this entity, or null for an initial one.
  [[nodiscard]] const Occurrence* created() const {
    return bits_ & 1 ? reinterpret_cast<const Occurrence*>(static_cast<std::uintptr_t>(bits_ - 1)) : nullptr;
  }

  friend constexpr bool operator==(Entity, Entity) = default;
  friend std::strong_ordering operator<=>(Entity a, Entity b) {
    return (a.bits_ | b.bits_) & 1 ? compare(a, b) : a.bits_ <=> b.bits_;
  }

 private:
  friend class Entities;
  friend struct std::hash<Entity>;
  static std::strong_ordering compare(Entity, Entity);
  explicit Entity(const Occurrence& created) : bits_(reinterpret_cast<std::uintptr_t>(&created) + 1) {}

  std::uint64_t bits_ = 0;  // twice the number of an initial entity, or the address of an occurrence plus 1
};

/// A leaf conc(s) or seq(s) of a schedule, counted from 0, left to right, over all frames.
using Leaf = std::uint64_t;

/// Where a ν is performed (D3): the leaf of the schedule, the entity vector of the match, and the number of the ν
/// within that invocation.
struct Occurrence {
  Leaf leaf = 0;
  SmallVector<Entity, 2> entities = {};
  std::uint64_t number = 0;

  friend bool operator==(const Occurrence&, const Occurrence&) = default;
  /// By leaf, entity vector, number.
  friend std::strong_ordering operator<=>(const Occurrence&, const Occurrence&);
};

/// Folds a hash into a seed.
[[nodiscard]] inline std::size_t mix(std::size_t seed, std::size_t hash) {
  return seed ^ (hash * 0x9E3779B97F4A7C15ULL + 0x632BE59BD9B4E019ULL + (seed << 6) + (seed >> 2));
}

/// The facility that yields fresh entities (§3.4): one entity for every occurrence, and always the same one.
class Entities {
 public:
  Entities() = default;
  Entities(const Entities&) = delete;
  Entities& operator=(const Entities&) = delete;

  /// The entity created at `occurrence`. Cost: log n; a step if it comes next after that of the call before.
  Entity at(const Occurrence& occurrence);
  /// All entities that at() has returned, in entity order.
  [[nodiscard]] std::vector<Entity> all() const;

 private:
  std::set<Occurrence> occurrences_;
  std::set<Occurrence>::iterator next_ = occurrences_.end();  // after the one of the last call
};

}  // namespace coreecs

template <>
struct std::hash<coreecs::Entity> {
  std::size_t operator()(coreecs::Entity e) const { return coreecs::mix(0, e.bits_); }
};
