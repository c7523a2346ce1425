/// A schedule at a program's start, with po_c(z): the subject of verdicts.
#pragma once

#include <limits>
#include <memory>

#include "interp/language/program/names.hpp"
#include "interp/language/program/program.hpp"
#include "semantics/order.hpp"

namespace coreecs {

/// A schedule over a number of frames from a program's start. It owns everything that the order refers to: the systems,
/// and the entities that the reference run, or any other run from the same start, creates in its environment.
struct Instance {
  /// Throws RuntimeError if the reference run fails. The error lacks the frame, and its entities are invalid; use an
  /// Execution for details. Throws fast::TooManyMatches if a query vector has more than `most`. Cost: that of po_c(z).
  Instance(const Program& program, const Schedule& schedule, std::uint64_t frames,
           std::size_t most = std::numeric_limits<std::size_t>::max());

  State c;
  std::optional<Schedule> z;           ///< over all frames; none for 0 frames
  std::unique_ptr<Entities> entities;  ///< those created so far
  Environment env;
  PartialOrder po;              ///< without invocations for 0 frames
  std::vector<Entity> created;  ///< by the reference run, in entity order
};

/// The entities of an instance with their names: the k-th that the reference run creates is the k-th created one.
[[nodiscard]] Names names(const Program& program, const Instance& instance);

}  // namespace coreecs
