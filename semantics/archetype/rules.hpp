/// Choices that the paper leaves open, and the differences between its published rules and the repaired ones.
#pragma once

#include "semantics/archetype/heap.hpp"

namespace coreecs::archetype {

/// The repairs of deviations.md, each on or off. A clause that a repair changes tests its flag; no other clause does.
struct Rules {
  bool gone_is_nothing = false;       ///< A10: an event on an entity in no table changes nothing
  bool destroy_clears = false;        ///< A11: destroy leaves no components behind
  bool any_value_before = false;      ///< A12: v; t → t for every v
  bool events_are_contexts = false;   ///< A13: the entity of an event is evaluated before it is staged or performed
  bool atype_accumulates = false;     ///< A14: atype(𝓗, q) follows an entity through earlier events
  bool effects_accumulate = false;    ///< A14: so does the write set of a system
  bool write_is_unit = false;         ///< A15: t.C := t' has the type of its value
  bool components_are_typed = false;  ///< A16: a component that an event attaches has its declared type
  bool immediate_retypes = false;     ///< A17: an immediate event changes the type of its entity
  bool queue_is_typed = false;        ///< A18: the events of a typed state's queue are typed

  /// The rules as printed.
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

/// Parameters that the calculus leaves open.
struct Environment {
  Rules rules = Rules::repaired;
  /// The order in which a system visits the entities of an archetype (A8): whether the first is before the second. An
  /// empty function means ascending order.
  std::function<bool(Entity, Entity)> before = {};
  /// The number of parts into which par divides the entities of its (first) archetype (A9). Precondition: at least one.
  std::size_t parts = 2;
  /// The part of the i-th of n entities. An empty function makes even, contiguous parts.
  std::function<std::size_t(std::size_t i, std::size_t n)> part = {};
};

/// Why no rule applies to a state, term or event: the rule that would have to, and its premise that does not hold.
struct Stuck {
  std::string rule;     ///< its id, as in specs/reference/rules.md
  std::string premise;  ///< as in the paper, with its letters
  std::optional<Entity> e = {};
  std::optional<Label> C = {};
  std::optional<AType> A = {};
  std::optional<std::size_t> event = {};  ///< for an event: its position in the queue
  std::vector<Entity> x = {};             ///< for a term: the arguments of the system's call
  std::vector<std::size_t> s = {};        ///< the position in a task-parallel system, from the outermost inwards

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
