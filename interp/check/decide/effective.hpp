/// Which invocations of the runs of a witness do something.
#pragma once

#include "interp/check/decide/check.hpp"

namespace coreecs {

/// Invocations of a run, by their places in its order.
struct Effective {
  /// Those that race, and those that change the state, or what is observed of it later, or after which a run fails. The
  /// others do nothing.
  std::vector<std::size_t> steps;
  /// Those that race, as far as the run performs them.
  std::vector<std::size_t> racing;
  /// The last one that changes the state at the location at which the runs of the witness differ.
  std::optional<std::size_t> last;
};

/// The race for which the runs of the verdict's witness end differently. Precondition: it has one.
[[nodiscard]] const Conflict& race(const Verdict&);

/// Of a run of the verdict's witness. Cost: that of the run.
[[nodiscard]] Effective effective(const Verdict&, const Ending& run);

}  // namespace coreecs
