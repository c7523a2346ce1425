/// [explain] The derivation of a frame in the paper's notation, as in Figures 8 to 14.
#pragma once

#include "interp/check/decide/check.hpp"
#include "interp/language/notation/lines.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/language/program/program.hpp"
#include "interp/views/explain/derivation.hpp"
#include "interp/views/explain/glossary.hpp"

namespace coreecs {

/// How much of a derivation is shown. The rest is counted.
struct Detail {
  std::size_t most = 20;  ///< matches of a query, invocations of a leaf, pairs
  bool brief = false;     ///< only results, without how they come about
};

/// What the parts of an explanation describe.
struct Explained {
  const Derivation& of;
  const Schedule& z;
  const Environment& env;
  const Notation& notation;
  Detail detail = {};
  const Program* program = nullptr;  ///< the program whose terms are shown as conditions, or null
};

// Each part adds its lines to `out`. If interrupted, it throws, and has added only whole lines.

/// For each leaf: the matches of its queries, and their product; roll, with what it drops; the mutation of each
/// invocation, and c ↓ m step by step (§3.2 to §3.5, Figures 8, 9, 10 and 12).
void explain_leaves(const Explained&, Lines& out);
/// z(c) unfolded, equation by equation (§3.6, Figure 13); nothing if the equations are too long to read.
void explain_schedule(const Explained&, Lines& out);
/// po_c(z), which pairs are unordered, and the influences (§4.1, §4.2, Figure 14).
void explain_order(const Explained&, Lines& out);
/// Theorem 4.7 as a derivation tree: which case at which node, and which influences are disjoint, or overlap.
void explain_construction(const Explained&, Lines& out);

/// The short form of `run --steps`: for each invocation its match, its observation, its mutation and its changes.
[[nodiscard]] std::string show_steps(const Explained&);

/// A list of the leaves: each with its matches, and each match with what it observes, does and changes.
[[nodiscard]] std::string json_steps(const Explained&);
/// The explanation of a frame, with the verdict over all frames up to it. `most` has no effect: all is written.
[[nodiscard]] std::string json(const Explained&, const std::string& schedule, std::uint64_t frame, const Verdict&,
                               const Notation& of_verdict);
[[nodiscard]] std::string json(const GlossaryEntry&);

/// The reason of a verdict as a short proof.
struct ProofText {
  std::string verdict;             ///< "deterministic: no"
  std::string why;                 ///< as a clause
  std::vector<std::string> steps;  ///< as sentences; empty if the clause suffices
};

/// For each of the four verdicts: why it holds, or, step by step, why it does not.
[[nodiscard]] std::vector<ProofText> proofs(const Verdict&, const Notation&);

void explain_verdict(const Verdict&, const Notation&, Lines& out);

}  // namespace coreecs
