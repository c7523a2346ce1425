/// A schedule at a program's start, with po_c(z): what the verdicts on it speak of.
#pragma once

#include <limits>
#include <memory>

#include "interp/language/program/names.hpp"
#include "interp/language/program/program.hpp"
#include "semantics/order.hpp"

namespace coreecs {

/// A schedule over a number of frames from a program's start. It owns what the order refers to: the systems, and the
/// entities that are created in its environment, by the reference run or by any other from the same start.
struct Instance {
  /// Throws RuntimeError where the reference run fails, without the frame, and with entities that are not valid: an
  /// Execution says more; and fast::TooManyMatches where a query vector has more than `most`. Cost: that of po_c(z).
  Instance(const Program& program, const Schedule& schedule, std::uint64_t frames,
           std::size_t most = std::numeric_limits<std::size_t>::max());

  State c;
  std::optional<Schedule> z;           ///< over all frames; none for 0 frames
  std::unique_ptr<Entities> entities;  ///< those created so far
  Environment env;
  PartialOrder po;              ///< of no invocations for 0 frames
  std::vector<Entity> created;  ///< by the reference run, in entity order
};

/// The entities of an instance under their names: the k-th that the reference run creates is the k-th created one.
[[nodiscard]] Names names(const Program& program, const Instance& instance);

}  // namespace coreecs
