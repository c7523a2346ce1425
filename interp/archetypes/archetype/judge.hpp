/// Verdicts on programs of the archetype calculus, as data: types, conflicts, and the claims along a run.
#pragma once

#include "interp/archetypes/archetype/run.hpp"
#include "semantics/archetype/claims.hpp"

namespace coreecs::archetype {

/// Something that the type and effect system refuses.
struct Finding {
  enum class Kind {
    Type,        ///< a term or a system has no type
    Concurrent,  ///< what runs in parallel shares an archetype, writes one entity, or changes the heap at once (§4.4)
    Residual     ///< a system uses an archetype that staged events will change (§4.4)
  };
  /// What dirtied the archetype: an event of a system; or the system that it is shared with.
  struct Cause {
    std::string system, at;

    friend bool operator==(const Cause&, const Cause&) = default;
  };

  Kind kind = Kind::Type;
  std::string rule = {}, premise = {};  ///< as IllTyped
  std::string step = {};                ///< the JSON Pointer of the step of the frame, the first one that it is about
  std::string system = {}, at = {};     ///< the system that it is about, and the JSON Pointer of the place
  std::optional<AType> A = {};
  std::optional<Label> C = {};
  std::vector<Cause> causes = {};
  std::string instead = {};  ///< what to write instead, where that is known
};

/// [archetype/judge] What ⊢ 𝓗, fr, nil fails for at the start of a program: for every system and every step of the
/// frame, not only the first one. It is empty just where archetype::check finds nothing (a law). Cost: that of typing,
/// and of its effects once for each system that runs before the next sync.
[[nodiscard]] std::vector<Finding> findings(const Program& program, const Rules& rules);

/// A claim that a state of the run refutes, the first one.
struct Refuted {
  Refutation refutation;
  std::uint64_t frame;  ///< counted from 1
  std::size_t step;     ///< before which step of the frame that state is; behind the last one: after it
};

/// That a system was never called in a run: at none of its states an entity was of that archetype of it.
struct Unmatched {
  std::string system;
  AType A;
  std::vector<AType> larger;  ///< those of entities of the start that have all of it, and more
};

struct Verdict {
  RuleSet rules = RuleSet::Repaired;
  std::vector<Finding> findings;
  Outcome outcome;
  std::uint64_t frames = 0;  ///< as many were asked for
  /// By claim (archetype::Claim).
  std::array<std::optional<Refuted>, 5> refuted;
  std::vector<Unmatched> unmatched = {};

  [[nodiscard]] bool well_typed() const { return findings.empty(); }
  /// Whether it is well typed, runs to its end, and refutes nothing.
  [[nodiscard]] bool good() const;
};

/// Cost: that of the run, and of each claim at each of its states: of typing it, and of a few steps.
[[nodiscard]] Verdict judge(const Program& program, RuleSet set, std::uint64_t frames);

/// In what a program is not as it expects, one line each. Cost: that of the verdict, for each set of rules.
[[nodiscard]] std::vector<std::string> differences(const Program& program, const Expectation& expected,
                                                   std::uint64_t frames);

}  // namespace coreecs::archetype
