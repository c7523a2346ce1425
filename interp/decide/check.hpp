/// The four verdicts on a schedule at a program's start (program format §7), with their reasons.
#pragma once

#include "interp/decide/confluence.hpp"
#include "interp/decide/frames.hpp"
#include "interp/run/execution.hpp"
#include "semantics/corollaries.hpp"

namespace coreecs {

/// An invocation and what it leaves at the location in question: a value, or none where it detaches.
struct Writer {
  Performed invocation;
  std::optional<Value> leaves;
};

/// Two invocations that meet at a location.
struct Meeting {
  Location l;
  Writer u, u_;
  int rule = 0;  ///< the case of Theorem 4.7 that they stop, or 0
};

struct Witness {
  /// A place where the two ends differ. None where one of them is a run-time error.
  std::optional<Location> l;
  Ending a, b;
  /// Whether the runs are linearizations of po_c(z) that need not be what a program does: only determinism is lost.
  bool linearizations = false;
};

/// Two invocations that race for a location, and one after them that hides it.
struct Hidden {
  Meeting race;
  Writer by;
  std::size_t locations = 1;  ///< at how many locations there is such a race
};

struct Verdict {
  std::string schedule;
  std::uint64_t frames = 0;
  std::size_t invocations = 0;
  std::string linearizations;  ///< program format §7

  bool safe_by_rule = true;           ///< Theorem 4.7
  bool safe = true;                   ///< Definition 4.3
  std::optional<bool> deterministic;  ///< Definition 4.4; none: the limit was reached
  std::optional<bool> confluent;      ///< D5; none: the limit was reached

  std::optional<Meeting> overlap;               ///< why it is not safe by rule
  std::optional<Meeting> conflict;              ///< why it is not safe
  std::optional<NotStaticallySafe> not_static;  ///< why it is not safe on every state, as far as can be judged
  /// The first pair of maximal writers left of a ⨟ that leave different values: there, runs part from po_c(z).
  std::optional<Meeting> reobserved;
  /// Two maximal writers of a location that leave different values: two linearizations end in different states, which may
  /// be the same up to renaming.
  std::optional<Meeting> contended;
  /// A race of which nothing is left at the end of any linearization.
  std::optional<Hidden> hidden;
  std::optional<Witness> witness;
  std::size_t explored = 0;  ///< configurations looked at to decide `confluent`

  /// Two linearizations that end differently, where `witness` shows other runs.
  std::optional<Witness> linearizations_differ;
  /// Where all linearizations, or all runs, were looked at and end alike: the states they end in.
  std::vector<State> ends_of_linearizations, ends_of_runs;
  LostFrames lost;  ///< over several frames
};

/// Decides a schedule over a number of frames. The entities that it shows are named in the execution, which has to be
/// new and performs the reference run. Throws RuntimeError where that fails.
/// Cost: that of the reference run three times, and at most `limit` configurations where no shorter argument decides.
[[nodiscard]] Verdict check(const Program& program, const std::pair<std::string, Schedule>& schedule,
                            std::uint64_t frames, std::size_t limit, Execution& reference);

/// A place where two states differ: one of an initial entity, if there is one.
[[nodiscard]] std::optional<Location> difference(const State& c, const State& c_);
/// Names the entities that occur in runs and that the reference did not create.
void name_others(const std::vector<const Ending*>& runs, Names& names);

}  // namespace coreecs
