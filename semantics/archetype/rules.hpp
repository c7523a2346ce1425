/// What the paper leaves open, and where its rules as published and the repaired ones differ.
#pragma once

#include "semantics/archetype/heap.hpp"

namespace coreecs::archetype {

/// Each repair of deviations.md, made or not. A clause that differs asks for its repair, and no other clause
/// does.
struct Rules {
  bool gone_is_nothing = false;       ///< A10: an event on an entity that is in no table changes nothing
  bool destroy_clears = false;        ///< A11: destroy leaves no components behind
  bool any_value_before = false;      ///< A12: v; t → t for every v
  bool events_are_contexts = false;   ///< A13: the entity of an event is evaluated before it is staged or performed
  bool atype_accumulates = false;     ///< A14: atype(𝓗, q) follows an entity through the events before
  bool effects_accumulate = false;    ///< A14: and so does the write set of a system
  bool write_is_unit = false;         ///< A15: t.C := t' has the type of its value
  bool components_are_typed = false;  ///< A16: a component that an event brings has the type that it says
  bool immediate_retypes = false;     ///< A17: an immediate event changes the type of its entity
  bool queue_is_typed = false;        ///< A18: the events of a typed state's queue are typed

  /// The rules as they are printed.
  static const Rules published;
  /// The rules with every repair.
  static const Rules repaired;
};

inline constexpr Rules Rules::published = {};
inline constexpr Rules Rules::repaired = {
    .gone_is_nothing = true,
    .destroy_clears = true,
    .any_value_before = true,
    .events_are_contexts = true,
    .atype_accumulates = true,
    .effects_accumulate = true,
    .write_is_unit = true,
    .components_are_typed = true,
    .immediate_retypes = true,
    .queue_is_typed = true,
};

/// What the calculus leaves to its interpretation.
struct Environment {
  Rules rules = Rules::repaired;
  /// The order in which a system visits the entities of an archetype (A8): whether the first is before the second. An
  /// empty function stands for ascending numbers.
  std::function<bool(Entity, Entity)> before = {};
  /// Into how many parts par divides the entities of its (first) archetype (A9). Precondition: at least one.
  std::size_t parts = 2;
  /// In which of the parts the i-th of n entities is. An empty function divides them evenly, each part being a stretch.
  std::function<std::size_t(std::size_t i, std::size_t n)> part = {};
};

/// A state, term or event that no rule applies to: the rule that would have to, and its premise that does not hold.
struct Stuck {
  std::string rule;     ///< its id, as in specs/reference/rules.md
  std::string premise;  ///< as in the paper, with its letters
  std::optional<Entity> e = {};
  std::optional<Label> C = {};
  std::optional<AType> A = {};
  std::optional<std::size_t> event = {};  ///< which event of the queue, where it is about one
  std::vector<Entity> x = {};             ///< the entities that the system was called with, where it is about a term
  std::vector<std::size_t> s = {};        ///< which system of a task-parallel one, from the outermost inwards

  friend bool operator==(const Stuck&, const Stuck&) = default;
};

template <class T>
using OrStuck = std::variant<T, Stuck>;

/// The Stuck in an OrStuck, or null.
template <class T>
[[nodiscard]] const Stuck* stuck(const OrStuck<T>& result) {
  return std::get_if<Stuck>(&result);
}

}  // namespace coreecs::archetype
