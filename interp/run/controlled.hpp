/// [controlled] Runs in one thread whose choices are made by a seed instead of by the operating system
/// (specs/explanation/threads.md).
#pragma once

#include "interp/base/random.hpp"
#include "interp/language/program/ending.hpp"
#include "interp/run/plan.hpp"
#include "semantics/linearization.hpp"

namespace coreecs {

/// A linearization of po_c(z) by the PCT algorithm (Burckhardt, Kothari, Musuvathi, Nagarakatte; ASPLOS 2010). Its
/// threads are the invocations of each conc, one each, and each seq; they have random priorities, and at depth - 1
/// random steps the one at hand falls behind all others. With n threads and k invocations, an ordering of `depth`
/// invocations that matters is hit with a probability of at least 1/(n k^(depth-1)). Precondition: depth ≥ 1. Cost: n
/// log n.
[[nodiscard]] Linearization pct(const PartialOrder& po, std::uint64_t depth, Random& random);

/// A run that observes the state anew (D5) and goes along with a linearization of po_c(z) as far as it can. Where runs
/// are linearizations, as those of safe schedules are, it is that one; what is performed otherwise comes last, in
/// random order. `plan` is that of z. Cost: that of the run, and of all choices for each step that is not in the
/// linearization. Throws fast::TooManyMatches once it observes more than `most` matches.
[[nodiscard]] Ending follow(const Plan& plan, const State& c, const PartialOrder& po, const Linearization& order,
                            Random& random, const Environment& env,
                            std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace coreecs
