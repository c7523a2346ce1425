/// Whether all executions under shared visibility end in the same state (D8).
#pragma once

#include "interp/check/decide/shared_run.hpp"
#include "interp/run/execution.hpp"

namespace coreecs {

/// A complete execution: all its steps, including those that are no mutations.
struct SharedExecution {
  Ending run;
  std::vector<SharedRun::Kind> kinds;  ///< of its steps
  std::vector<bool> idle;              ///< whether each step is a mutation that changes nothing
};

/// An invocation that observes different things in two executions, or is a match in only one of them.
struct Differs {
  Performed invocation;
  std::optional<Location> l = {};  ///< none: it is a match in only one
  Cell a = {}, b = {};             ///< what is observed there
  bool in_first = true;            ///< without l: in which one
};

struct SharedVerdict {
  std::string schedule;
  std::uint64_t frames = 0;
  Answer confluent = Answer::Unknown;  ///< whether all executions end in the same state
  /// If they do: whether the reference run ends in it, too.
  Answer as_reference = Answer::Unknown;
  bool on_every_state = false;  ///< the static report shows it, without exploration
  std::size_t explored = 0;     ///< configurations
  Cut cut = Cut::Limit;         ///< if it is unknown
  /// Two executions that end differently.
  std::optional<std::pair<SharedExecution, SharedExecution>> witness;
  std::optional<Location> l;       ///< where the ends differ, unless one is a run-time error
  std::optional<Differs> differs;  ///< the first invocation that observes something else in the second
};

/// Decides whether all executions under shared visibility end in the same state, over the frames that the reference run
/// of the schedule has performed, with the entities of its environment. Cost: negligible if the static report decides;
/// that of three executions if two end differently; otherwise exponential, within `limit` configurations.
[[nodiscard]] SharedVerdict check_shared(const Program& program, const NamedSchedule& schedule, std::size_t limit,
                                         const Execution& reference);

}  // namespace coreecs
