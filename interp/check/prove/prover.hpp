/// What decides one schedule: the solver, what is assumed, and the answers so far.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "interp/check/prove/models.hpp"
#include "interp/check/prove/prove.hpp"
#include "interp/check/prove/question.hpp"
#include "interp/check/prove/search.hpp"

namespace coreecs::symbolic {

/// How many matches of earlier systems are considered, first and then.
inline constexpr std::size_t few_steps = 10, many_steps = 40;

class Prover {
 public:
  /// The program and the schedule must outlive it. Counterexamples satisfy the invariants that are `assumed`, by name.
  Prover(const Program& program, const Schedule& z, const ProofLimits& limits, Aspect about,
         const std::vector<std::string>& assumed);

  /// The concurrent pairs of leaves of a place, until one is refuted.
  [[nodiscard]] std::vector<PairProof> pairs(const StaticPlace& at_place);
  /// Whether two runs end in the same state, where these places are not all safe.
  [[nodiscard]] PairProof runs(const std::vector<ProvedPlace>& places);
  /// Which invariants hold at the start of every frame: the most that do so together, and those to assume. From now on
  /// they are hypotheses.
  [[nodiscard]] std::vector<InvariantProof> invariants();
  [[nodiscard]] bool has_hypotheses() const { return !of_.hypotheses.empty(); }
  [[nodiscard]] std::uint64_t steps() const { return solver_.steps(); }

 private:
  // Pairs (pairs.cpp)

  /// The concurrent pairs of leaves at a place.
  [[nodiscard]] std::vector<std::pair<Leaf, Leaf>> leaves_of(std::size_t place) const;
  [[nodiscard]] PairProof open(Leaf left, Leaf right) const;
  [[nodiscard]] PairProof pair(Leaf left, Leaf right);
  void decide(PairProof& of);
  void decide_asked(PairProof& of);
  /// The questions about a pair: what the left one does to the right one, and the other way round.
  [[nodiscard]] std::vector<std::unique_ptr<Question>> questions(const PairProof& of, Precision known);
  bool prove(PairProof& of, Precision known, ProofCase by, std::optional<Label> only = std::nullopt);
  bool refute(PairProof& of, Precision known);

  // Two runs (runs.cpp)

  [[nodiscard]] bool refuted_by(const std::vector<ProvedPlace>& places, PairProof& of) const;
  void decide_runs(PairProof& of, const std::vector<ProvedPlace>& places);
  [[nodiscard]] Races races(const std::vector<ProvedPlace>& places);
  const std::set<Label>& racing(std::size_t place);

  // Invariants (inductive.cpp)

  void hypothesize(const std::vector<InvariantProof>& all);
  /// Whether no frame breaks an invariant, given the hypotheses; or a state from which one does.
  [[nodiscard]] InvariantProof::Known kept(const Invariant& invariant, std::optional<State>& broken_from);
  bool is_broken(const Invariant& invariant, std::optional<State>& broken_from);

  /// Looks for a model that is a counterexample.
  template <class Asked>
  bool refute(PairProof& of, Asked& q, z3::solver question, Aspect about);

  const Program& program_;
  const Schedule& z_;
  const std::vector<std::string> assumed_;
  Aspect about_, asked_ = Aspect::Safe;
  bool known_safe_ = false;  ///< the place, by the static report
  SeriesParallel table_;
  std::uint64_t most_leaves_;
  Context z3_;
  Solver solver_;
  Subject of_;
  std::vector<std::string> names_;  ///< the invariants that each counterexample satisfies
  std::optional<std::string> unsupported_;
  std::map<std::size_t, const SeriesParallel::Node*> parallel_;  ///< each ∥, by its place
  std::uint64_t judged_ = 0, encoded_ = 0;                       ///< pairs, and leaves in all questions
  bool uses_reals_ = false;
  std::map<std::size_t, std::set<Label>> racing_;  ///< by place
};

inline void proved(PairProof& of, ProofCase by, bool ieee = false) {
  of.commute = Answer::Yes;
  of.by = by;
  of.ieee = ieee;
}

template <class Asked>
bool Prover::refute(PairProof& of, Asked& q, z3::solver question, Aspect about) {
  ModelSearch models(solver_, std::move(question), q.to, q.schedule.start(), q.schedule.far_steps());
  std::vector<const AnyState*> states{&q.schedule.start()};
  for (const AnyState* middle : q.schedule.middles())
    if (!middle->reads().empty()) states.push_back(middle);
  while (const std::optional<z3::model> model = models.next())
    for (const AnyState* state : states) {
      std::optional<State> start = state_of(*model, q.to, *state);
      if (!start || !hold_at(program_, *start, names_) || !refutes(program_, z_, *start, about)) continue;
      of.commute = Answer::No;
      of.counterexample = std::move(start);
      return true;
    }
  return false;
}

}  // namespace coreecs::symbolic
