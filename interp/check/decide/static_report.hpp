/// The parts of a schedule that are safe on every state: Corollaries 4.8 and 4.9 for each ∥ and each conc, and what the
/// terms of the systems show beyond them (specs/explanation/static.md).
#pragma once

#include "interp/language/program/effects.hpp"
#include "interp/language/program/program.hpp"
#include "semantics/corollaries.hpp"

namespace coreecs {

/// Why the writes under a label do not conflict.
enum class Argument {
  Same,      ///< every write leaves the same
  Created,   ///< conc: only to entities that the invocation created; ∥: one side writes only to those
  Single,    ///< conc: there is at most one invocation
  Matched,   ///< conc: only to the entity of the match that determines the others, and to created entities
  Disjoint,  ///< ∥: only to entities of the match, and created ones; queries and conditions of one side exclude
             ///< those of the other, and all of them are matched at the state of the fork
};

/// A label whose writes may conflict, and why it is not shown that they do not. Without a label: the effects of a
/// system are unknown.
struct Obstacle {
  std::optional<Label> i;
  StaticReason reason;
  std::vector<const System*> left = {}, right = {};  ///< of ∥: the systems that write it on either side
};

/// A label that one of two concurrent invocations may observe and the other may write: they violate one of Bernstein's
/// conditions. Without a label: the effects of a system are unknown.
struct Interference {
  std::optional<Label> i = {};
  bool left_observes = false;  ///< of ∥: the left side observes what the right side writes; otherwise the reverse
  std::vector<const System*> writers = {}, observers = {};
};

/// A conc or a ∥.
struct StaticPlace {
  std::size_t place;          ///< as `show` counts places
  const System* s = nullptr;  ///< of conc
  bool by_corollary = false;  ///< by 4.9 or 4.8: then there are no arguments
  std::vector<std::pair<Label, Argument>> arguments = {};
  std::vector<Obstacle> obstacles = {};          ///< by label; none: safe on every state
  std::vector<Interference> interferences = {};  ///< none: nothing concurrent observes what it writes

  [[nodiscard]] bool is_safe() const { return obstacles.empty(); }
};

struct StaticReport {
  std::vector<StaticPlace> places;  ///< in the order in which they are printed
  /// Whether the schedule, over any number of frames, is safe on every state (Definition 4.3).
  [[nodiscard]] bool safe() const;
  /// Whether Corollaries 4.8 and 4.9 alone show it.
  [[nodiscard]] bool by_corollaries() const;
  /// Whether, in addition, every execution under shared visibility (interp/check/decide/shared.hpp) ends in z(c): no
  /// side of a ∥ observes what the other one writes.
  [[nodiscard]] bool safe_when_shared() const;
  /// Whether, in addition, no conc observes what its own invocations write, so an engine need not fix its observations
  /// at its start. Every ∥ and conc satisfies Bernstein's conditions, except where all writes are the same.
  [[nodiscard]] bool safe_on_engines() const;
};

/// Judges a schedule of the program. Cost: its systems, and the leaves times the labels they write.
[[nodiscard]] StaticReport static_report(const Program& program, const Schedule& z);

}  // namespace coreecs
