/// The invocations of a witness's runs that have an effect.
#pragma once

#include "interp/check/decide/check.hpp"

namespace coreecs {

/// Invocations of a run, as positions in its order.
struct Effective {
  /// Those that race, and those that change the state or a later observation, or after which a run fails. The others
  /// have no effect.
  std::vector<std::size_t> steps;
  /// Those that race, if the run performs them.
  std::vector<std::size_t> racing;
  /// The last one that changes the location at which the runs of the witness differ.
  std::optional<std::size_t> last;
};

/// The race that makes the runs of the verdict's witness end differently. Precondition: it has a witness.
[[nodiscard]] const Conflict& race(const Verdict&);

/// The effective invocations of a run of the verdict's witness. Cost: that of the run.
[[nodiscard]] Effective effective(const Verdict&, const Ending& run);

}  // namespace coreecs
