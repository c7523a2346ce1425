/// Verdicts on programs of the archetype calculus, as data: types, conflicts, and the claims along a run.
#pragma once

#include "interp/archetypes/archetype/findings.hpp"
#include "interp/archetypes/archetype/run.hpp"
#include "semantics/archetype/claims.hpp"

namespace coreecs::archetype {

/// The first refutation of a claim by a state of the run.
struct Refuted {
  Refutation refutation;
  std::uint64_t frame;  ///< counted from 1
  std::size_t step;     ///< the state is before this step of the frame; the number of steps: after the last one
};

/// A system that was never called in a run: at no state was an entity of this archetype of it.
struct Unmatched {
  std::string system;
  AType A;
  std::vector<AType> larger;  ///< archetypes of entities of the start that contain all of it, and more
};

struct Verdict {
  RuleSet rules = RuleSet::Repaired;
  std::vector<Finding> findings;
  Outcome outcome;
  std::uint64_t frames = 0;  ///< the requested number
  /// By claim (archetype::Claim).
  std::array<std::optional<Refuted>, 5> refuted;
  std::vector<Unmatched> unmatched = {};

  [[nodiscard]] bool well_typed() const { return findings.empty(); }
  /// Whether it is well typed, runs to its end, and refutes no claim.
  [[nodiscard]] bool good() const;
};

/// Cost: that of the run, and for each of its states that of each claim: of typing it, and of a few steps.
[[nodiscard]] Verdict judge(const Program& program, RuleSet set, std::uint64_t frames);

/// How a program differs from its expectation, one line each. Cost: that of the verdict, for each set of rules.
[[nodiscard]] std::vector<std::string> differences(const Program& program, const Expectation& expected,
                                                   std::uint64_t frames);

}  // namespace coreecs::archetype
