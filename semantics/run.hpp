/// Runs (D5): a schedule performed step by step, where what is right of a ⨟ observes what its left side really did. The
/// paper has no such relation; confluence is defined by it.
#pragma once

#include "semantics/schedule.hpp"

namespace coreecs {

/// κ: a schedule under way, and the state c that it observes: that at its start, changed by its own mutations since.
///   κ ::= conc_c(U) | seq_c(s, r) | (κ ∥ κ')_c | κ ⨟ z'
/// U are the invocations not yet performed, r the matches not yet visited.
struct Running {
  using Pointer = std::shared_ptr<const Running>;

  Schedule z;
  At at;
  State c;
  std::vector<Update> U = {};               ///< conc: as above; seq: the next invocation, if there is one
  std::vector<std::vector<Entity>> r = {};  ///< seq: the entity vectors of what is to be visited after that
  Pointer left = nullptr, right = nullptr;  ///< ∥: both sides; ⨟: κ, on the left
};

/// start_c(z): z at c, before its first step. Throws what a system function throws.
[[nodiscard]] Running::Pointer start(const State& c, const Schedule& z, At at);
/// Whether nothing is left to be performed.
[[nodiscard]] bool ended(const Running& k);

/// κ —u→ κ': an invocation that can be performed next, and what is under way then. Calling `next` throws what a system
/// function throws: then f_s(r) is undefined for an invocation that would come next, and so is the run from here on
/// (D12).
struct Step {
  Update u;
  std::function<Running::Pointer()> next;
};
/// The steps of κ, in the order of the reference. They refer to κ's environment.
[[nodiscard]] std::vector<Step> steps(const Running::Pointer& k);

/// Where a run ends: in a state, or where it is undefined.
struct Undefined {};
using RunEnd = std::variant<State, Undefined>;

struct Confluent {};
/// Two ends that differ.
struct Divergence {
  RunEnd a, b;
};
/// There are more runs than were to be looked at, and those looked at agree.
struct Undecided {};

/// Whether all runs of z at c, but at most `limit`, end alike, up to a renaming of created entities (D10). What a
/// system function throws for "undefined" is a std::runtime_error. Cost: that of all runs; `interp` explores states
/// instead.
[[nodiscard]] std::variant<Confluent, Divergence, Undecided> confluence(const State& c, const Schedule& z, At at,
                                                                        std::size_t limit);

}  // namespace coreecs
