/// [controlled] Runs in one thread, in which a seed instead of the operating system makes the choices
/// (specs/explanation/threads.md); and linearizations drawn by a seed.
#pragma once

#include "interp/base/random.hpp"
#include "interp/language/program/ending.hpp"
#include "interp/run/plan.hpp"
#include "semantics/linearization.hpp"

namespace coreecs {

/// A linearization of po_c(z) by the PCT algorithm (Burckhardt, Kothari, Musuvathi, Nagarakatte; ASPLOS 2010). Each
/// invocation of a conc is a thread, and so is each seq. Threads have random priorities; at depth - 1 random steps the
/// current one falls behind all others. With n threads and k invocations, an ordering of `depth` invocations that
/// matters occurs with a probability of at least 1/(n k^(depth-1)). Precondition: depth ≥ 1. Cost: n log n.
[[nodiscard]] Linearization pct(const PartialOrder& po, std::uint64_t depth, Random& random);

/// A run that re-observes the state (D5) and follows a linearization of po_c(z) as far as possible. If runs are
/// linearizations, as for safe schedules, it is that one; other invocations come last, in random order. `plan` is that
/// of z. Cost: that of the run, and of all choices for each step that is not in the linearization. Throws
/// fast::TooManyMatches once it observes more than `most` matches.
[[nodiscard]] Ending follow(const Plan& plan, const State& c, const PartialOrder& po, const Linearization& order,
                            Random& random, const Environment& env,
                            std::size_t most = std::numeric_limits<std::size_t>::max());

/// A linearization of po_c(z), each equally likely. Cost: n log² n, for any depth of the tree.
[[nodiscard]] Linearization sample(const PartialOrder& po, Random& random);

}  // namespace coreecs
