/// Verdicts on programs of the archetype calculus, as data: types, conflicts, and the claims along a run.
#pragma once

#include "interp/archetypes/archetype/run.hpp"
#include "semantics/archetype/claims.hpp"

namespace coreecs::archetype {

/// Something that the type and effect system rejects.
struct Finding {
  enum class Kind {
    Type,        ///< a term or a system has no type
    Concurrent,  ///< parallel parts share an archetype, write one entity, or change the heap at once (§4.4)
    Residual     ///< a system uses an archetype that staged events will change (§4.4)
  };
  /// What dirtied the archetype, an event of a system; or the system that shares it.
  struct Cause {
    std::string system, at;

    friend bool operator==(const Cause&, const Cause&) = default;
  };

  Kind kind = Kind::Type;
  std::string rule = {}, premise = {};  ///< as IllTyped
  std::string step = {};                ///< the JSON Pointer of the first step of the frame that is concerned
  std::string system = {}, at = {};     ///< the system concerned, and the JSON Pointer of the place
  std::optional<AType> A = {};
  std::optional<Label> C = {};
  std::vector<Cause> causes = {};
  std::string instead = {};  ///< a replacement, if one is known
};

/// [archetype/judge] Every reason why ⊢ 𝓗, fr, nil fails at the start of a program, for every system and every step of
/// the frame. It is empty exactly if archetype::check finds nothing (a law). Cost: that of typing, and of its effects
/// once for each system that runs before the next sync.
[[nodiscard]] std::vector<Finding> findings(const Program& program, const Rules& rules);

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
