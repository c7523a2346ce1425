/// Whether two systems, or two schedules, can be exchanged: a ⨟ b leaves what b ⨟ a leaves, at every state
/// (specs/explanation/prove.md).
#pragma once

#include "interp/check/prove/prove.hpp"

namespace coreecs {

/// A system as it is performed: each match at the state that the matches before it leave, as by seq. Some of its writes
/// happen at once, and others when its deferred changes are applied.
struct Performer {
  /// Its writes that happen at once: all, none, or attaches under some labels where the entity has the component.
  enum class AtOnce { All, None, Owned };

  const System* s;
  AtOnce at_once = AtOnce::All;
  LabelSet owned = {};  ///< AtOnce::Owned
  /// Whether others may know an entity that it creates before its deferred changes are applied.
  bool tells_of_created = false;
};

/// A system being performed, or its deferred changes being applied.
struct Exchanged {
  const Performer& by;
  bool applied = false;
};

/// Proves that events can be exchanged.
class Exchanger {
 public:
  /// `schedule` limits the steps of the solver for all questions together. The program must outlive it. Precondition:
  /// has_solver().
  Exchanger(const Program& program, const ProofLimits& limits);
  ~Exchanger();
  Exchanger(const Exchanger&) = delete;
  Exchanger& operator=(const Exchanger&) = delete;

  /// Whether it is shown that at every state of the program, the two have the same effects in either order: they leave
  /// the same state, have the same matches, and defer the same changes; or both orders fail. Cost: some milliseconds,
  /// within the limits. It may throw Interrupted.
  [[nodiscard]] bool commute(const Exchanged& x, const Exchanged& z);

 private:
  class Questions;
  std::unique_ptr<Questions> questions_;
};

/// Whether a ⨟ b leaves what b ⨟ a leaves.
struct ExchangeProof {
  /// Each leaf of a with each leaf of b, whose numbers count from 0, too. Yes: they can be exchanged.
  std::vector<PairProof> pairs;
  std::optional<State> counterexample = {};  ///< the two orders leave different states, or only one of them fails
  std::uint64_t steps = 0;                   ///< of the solver

  [[nodiscard]] Answer answer() const;
};

/// Whether the reference runs of a ⨟ b and b ⨟ a from a state leave different states, up to a renaming, or only one of
/// them fails.
[[nodiscard]] bool order_matters(const Schedule& a, const Schedule& b, const State& c);

/// Decides it within limits, as prove_safe does. A counterexample is confirmed: there, order_matters. Precondition:
/// has_solver(). Cost: as of prove_safe, for each pair of leaves.
[[nodiscard]] ExchangeProof prove_exchange(const Program& program, const Schedule& a, const Schedule& b,
                                           const ProofLimits& limits = {});

}  // namespace coreecs
