/// What of a schedule is safe on every state: Corollaries 4.8 and 4.9 for each ∥ and each conc, and what the terms of
/// the systems allow beyond them (specs/explanation/static.md).
#pragma once

#include "interp/language/program/effects.hpp"
#include "interp/language/program/program.hpp"
#include "semantics/corollaries.hpp"

namespace coreecs {

/// Why the writes under a label do not meet, or leave the same where they do.
enum class Argument {
  Same,      ///< every write leaves the same
  Created,   ///< conc: only to entities that the invocation created; ∥: on one side only to those
  Single,    ///< conc: there is at most one invocation
  Matched,   ///< conc: only to the entity of the match that settles the others, and to entities that were created
  Disjoint,  ///< ∥: only to entities of the match, and created ones; what queries and conditions say of those of one
             ///< side excludes those of the other, and all of them are matched at the state of the fork
};

/// A label whose writes may collide, and why it is not shown that they do not. Without a label: the effects of a system
/// are not known.
struct Obstacle {
  std::optional<Label> i;
  StaticReason reason;
  std::vector<const System*> left = {}, right = {};  ///< of ∥: which write it on either side
};

/// A label that one of two concurrent invocations may observe and the other may write, so that the two meet one of
/// Bernstein's conditions not. Without a label: the effects of a system are not known.
struct Interference {
  std::optional<Label> i = {};
  bool left_observes =
      false;  ///< of ∥: the left side observes what the right side writes; otherwise the other way round
  std::vector<const System*> writers = {}, observers = {};
};

/// A conc or a ∥.
struct StaticPlace {
  std::size_t place;          ///< as `show` counts places
  const System* s = nullptr;  ///< of conc
  bool by_corollary = false;  ///< 4.9, or 4.8: then there are no arguments
  std::vector<std::pair<Label, Argument>> arguments = {};
  std::vector<Obstacle> obstacles = {};          ///< by label; none: safe on every state
  std::vector<Interference> interferences = {};  ///< none: nothing concurrent observes what it writes

  [[nodiscard]] bool is_safe() const { return obstacles.empty(); }
};

struct StaticReport {
  std::vector<StaticPlace> places;  ///< as they are printed
  /// Whether the schedule, over any number of frames, is safe on every state (Definition 4.3).
  [[nodiscard]] bool safe() const;
  /// Whether Corollaries 4.8 and 4.9 alone show it.
  [[nodiscard]] bool by_corollaries() const;
  /// Whether, besides, every execution under shared visibility (interp/check/decide/shared.hpp) ends in z(c): no side
  /// of a ∥ observes what the other one writes.
  [[nodiscard]] bool safe_when_shared() const;
  /// Whether, besides, no conc observes what its own invocations write, so that an engine need not fix at its start
  /// what it observes: every ∥ and conc meets Bernstein's conditions, or writes alike where it does not.
  [[nodiscard]] bool safe_on_engines() const;
};

/// Judges a schedule of the program. Cost: its systems, and the leaves times the labels they write.
[[nodiscard]] StaticReport static_report(const Program& program, const Schedule& z);

}  // namespace coreecs
