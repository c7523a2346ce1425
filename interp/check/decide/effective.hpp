/// Which invocations of the runs of a witness do something.
#pragma once

#include "interp/check/decide/check.hpp"

namespace coreecs {

/// Invocations of a run, by their places in its order.
struct Effective {
  /// Those that change the state, or what is observed of it later, or after which a run fails. The others do nothing.
  std::vector<std::size_t> steps;
  /// The last one that changes the state at the location at which the runs of the witness differ.
  std::optional<std::size_t> last;
};

/// Of a run of the verdict's witness. Cost: that of the run.
[[nodiscard]] Effective effective(const Verdict&, const Ending& run);

}  // namespace coreecs
