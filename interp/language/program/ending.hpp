/// What a run performs, and where it ends.
#pragma once

#include <variant>

#include "interp/base/answer.hpp"
#include "interp/language/program/error.hpp"
#include "semantics/order.hpp"

namespace coreecs {

/// An invocation that was performed.
struct Performed {
  Leaf leaf;
  std::string system;
  std::vector<Entity> entities;
};

[[nodiscard]] Performed performed(const Invocation&);  ///< as it was performed

/// Where a run ends. A run-time error is an end of its own kind.
using End = std::variant<State, RuntimeError>;
/// Whether two runs end alike, up to a renaming of created entities (D10).
[[nodiscard]] Answer alike(const End& a, const End& b);

/// A complete run: what it performed, and the state or the run-time error it ended in.
struct Ending {
  std::vector<Performed> order;
  End end;
  /// What `run --replay` takes to perform it again (interp/check/record/replay.hpp), where somebody asked for that.
  std::string replay = {};
};

}  // namespace coreecs
