/// Runs (D5): a schedule performed step by step. The right side of a ⨟ observes the state that its left side really
/// left. The paper has no such relation. Confluence is defined by it.
#pragma once

#include "semantics/schedule.hpp"

namespace coreecs {

/// κ: a schedule under way, and the state c that it observes: its start state with its own mutations so far.
///   κ ::= conc_c(U) | seq_c(s, r) | (κ ∥ κ')_c | κ ⨟ z'
/// U are the invocations not yet performed, r the matches not yet visited.
struct Running {
  using Pointer = std::shared_ptr<const Running>;

  Schedule z;
  At at;
  State c;
  std::vector<Update> U = {};               ///< conc: as above; seq: the next invocation, if any
  std::vector<std::vector<Entity>> r = {};  ///< seq: the entity vectors of the matches after that
  Pointer left = nullptr, right = nullptr;  ///< ∥: both sides; ⨟: κ, on the left
};

/// start_c(z): z at c, before its first step. Throws what a system function throws.
[[nodiscard]] Running::Pointer start(const State& c, const Schedule& z, At at);
/// Whether no invocation is left.
[[nodiscard]] bool ended(const Running& k);

/// κ —u→ κ': an invocation that can be performed next, and what is left after it. `next` throws what a system function
/// throws. Then f_s(r) is undefined for an invocation that would come next, and so is the run from here on (D12).
struct Step {
  Update u;
  std::function<Running::Pointer()> next;
};
/// The steps of κ, in the order of the reference. They refer to κ's environment.
[[nodiscard]] std::vector<Step> steps(const Running::Pointer& k);

/// How a run ends: in a state, or undefined.
struct Undefined {};
using RunEnd = std::variant<State, Undefined>;

struct Confluent {};
/// Two ends that differ.
struct Divergence {
  RunEnd a, b;
};
/// There are more than `limit` runs, and the first `limit` agree.
struct Undecided {};

/// Whether all runs of z at c end in the same state, up to a renaming of created entities (D10). Compares at most
/// `limit` of them. A system function throws std::runtime_error if it is undefined. Cost: that of all runs; `interp`
/// explores states instead.
[[nodiscard]] std::variant<Confluent, Divergence, Undecided> confluence(const State& c, const Schedule& z, At at,
                                                                        std::size_t limit);

}  // namespace coreecs
