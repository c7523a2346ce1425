/// Figure 4: the parameters of Core ECS. E is `Entity`, I is `Label`, K is `Schema`. `Environment` has what the paper
/// leaves to the environment (§3.3, §3.4).
#pragma once

#include "semantics/base/value.hpp"

namespace coreecs {

/// I: a component label, as an index into the schema.
using Label = std::uint32_t;

/// K: maps each label to its component type; `K[i].type` is K_i.
struct Component {
  std::string name;
  Type type;
};
using Schema = std::vector<Component>;

/// A place in a state: c_i(e) for a label i and an entity e.
struct Location {
  Entity e;
  Label i = 0;

  friend bool operator==(const Location&, const Location&) = default;
  friend std::strong_ordering operator<=>(const Location&, const Location&) = default;
};

/// The "consistent but unspecified total order" of matches (§3.3): whether the first entity vector is before the
/// second. An empty function stands for the lexicographic order (D1).
using MatchOrder = std::function<bool(std::span<const Entity>, std::span<const Entity>)>;

/// What Core ECS leaves to the environment of an interpretation.
struct Environment {
  /// **fresh**: the entity that the ν at an occurrence yields (§3.4, D3).
  std::function<Entity(const Occurrence&)> fresh;
  MatchOrder order = {};
};

/// The environment of the reference: lexicographic match order, and one entity per occurrence, taken from `entities`,
/// which must outlive it.
[[nodiscard]] inline Environment by_occurrence(Entities& entities) {
  return {.fresh = [&entities](const Occurrence& o) { return entities.at(o); }};
}

}  // namespace coreecs

template <>
struct std::hash<coreecs::Location> {
  std::size_t operator()(const coreecs::Location& l) const {
    return coreecs::mix(std::hash<coreecs::Entity>{}(l.e), l.i);
  }
};
