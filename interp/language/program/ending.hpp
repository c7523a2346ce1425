/// What a run performs, and how it ends.
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

[[nodiscard]] Performed performed(const Invocation&);

/// How a run ends: in a state, or with a run-time error.
using End = std::variant<State, RuntimeError>;
/// Whether two runs end in the same state, up to a renaming of created entities (D10), or both in an error.
[[nodiscard]] Answer alike(const End& a, const End& b);

/// A complete run: what it performed, and the state or the run-time error it ended in.
struct Ending {
  std::vector<Performed> order;
  End end;
  /// The token that `run --replay` takes to repeat it (interp/check/record/replay.hpp), if requested.
  std::string replay = {};
};

}  // namespace coreecs
