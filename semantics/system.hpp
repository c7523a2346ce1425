/// Systems (§3.5): apply, roll, concurrent and sequential production.
#pragma once

#include "semantics/mutation.hpp"
#include "semantics/query.hpp"

namespace coreecs {

/// f_s(r) as performed at a leaf, each ν with the entity of its occurrence (D3). Throws what f_s throws (D12).
[[nodiscard]] Update invoke(const System& s, const Match& r, At at);

/// s(r): the mutations of all matches, composed in their order. Cost: one invocation a match.
[[nodiscard]] Update apply(const System& s, const Matches& r, At at);

/// roll_s(c, r). Cost: one invocation and one look-up of ⟦q_s⟧ a match.
[[nodiscard]] Matches roll(const System& s, State c, const Matches& r, At at);

/// The matches that conc(s) and seq(s) apply s to at c: ⟦q_s⟧c, and roll_s(c, ⟦q_s⟧c).
[[nodiscard]] Matches matches(const Conc& z, const State& c, At at);
[[nodiscard]] Matches matches(const Seq& z, const State& c, At at);

/// Concurrent and sequential production.
[[nodiscard]] Update produce(const Conc& z, const State& c, At at);
[[nodiscard]] Update produce(const Seq& z, const State& c, At at);

}  // namespace coreecs
