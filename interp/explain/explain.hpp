/// [explain] The derivation of a frame in the paper's notation, as Figures 8 to 14 write it.
#pragma once

#include "interp/explain/derivation.hpp"
#include "interp/notation/notation.hpp"
#include "interp/program/program.hpp"

namespace coreecs {

/// How much of a derivation is shown. What is left out is counted.
struct Detail {
  std::size_t most = 20;  ///< matches of a query, invocations of a leaf, pairs
  bool brief = false;     ///< without what leads to a result
};

/// What the parts of an explanation are about.
struct Explained {
  const Derivation& of;
  const Schedule& z;
  const Environment& env;
  const Notation& notation;
  Detail detail = {};
  const Program* program = nullptr;  ///< whose terms are shown as conditions; or none are
};

/// Each leaf: the matches of its queries, and their product; roll, with what it drops; the mutation of each invocation,
/// and c ↓ m step by step (§3.2 to §3.5, Figures 8, 9, 10 and 12).
[[nodiscard]] std::string explain_leaves(const Explained&);
/// z(c) unfolded, equation by equation (§3.6, Figure 13); nothing where the equations are too long to be read.
[[nodiscard]] std::string explain_schedule(const Explained&);
/// po_c(z), which pairs are unordered, and the influences (§4.1, §4.2, Figure 14).
[[nodiscard]] std::string explain_order(const Explained&);
/// Theorem 4.7 as a derivation tree: which case at which node, and which influences are disjoint, or meet.
[[nodiscard]] std::string explain_construction(const Explained&);

/// The short form of `run --steps`: of each invocation its match, what it observes, its mutation and what that changes.
[[nodiscard]] std::string show_steps(const Explained&);

}  // namespace coreecs
