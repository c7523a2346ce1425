/// Systems (§3.5): apply, roll, concurrent and sequential production.
#pragma once

#include "semantics/mutation.hpp"
#include "semantics/query.hpp"

namespace coreecs {

/// f_s(r) as performed at a leaf, each ν with the entity of its occurrence (D3). Throws what f_s throws (D12).
[[nodiscard]] Update invoke(const System& s, const Match& r, Leaf leaf, const Environment& env);

/// s(r): the mutations of all matches, composed in their order. Cost: one invocation a match.
[[nodiscard]] Update apply(const System& s, const Matches& r, Leaf leaf, const Environment& env);

/// roll_s(c, r). Cost: one invocation and one look-up of ⟦q_s⟧ a match.
[[nodiscard]] Matches roll(const System& s, State c, const Matches& r, Leaf leaf, const Environment& env);

/// The matches that conc(s) and seq(s) apply s to at c: ⟦q_s⟧c, and roll_s(c, ⟦q_s⟧c).
[[nodiscard]] Matches matches(const Conc& z, const State& c, Leaf leaf, const Environment& env);
[[nodiscard]] Matches matches(const Seq& z, const State& c, Leaf leaf, const Environment& env);

/// Concurrent and sequential production.
[[nodiscard]] Update produce(const Conc& z, const State& c, Leaf leaf, const Environment& env);
[[nodiscard]] Update produce(const Seq& z, const State& c, Leaf leaf, const Environment& env);

}  // namespace coreecs
