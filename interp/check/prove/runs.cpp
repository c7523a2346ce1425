#include "interp/check/prove/prover.hpp"

namespace coreecs::symbolic {

PairProof Prover::runs(const std::vector<ProvedPlace>& places) {
  PairProof made = open(0, 0);
  if (unsupported_) return made;
  made.gap = ProofGap::Spurious;
  racing_.clear();
  try {
    if (!refuted_by(places, made)) decide_runs(made, places);
  } catch (const Unsupported& what) {
    made.gap = ProofGap::Unsupported;
    made.unsupported = what.what();
  } catch (const z3::exception&) {
    made.gap = ProofGap::Limit;
  }
  return made;
}

/// A start from which a place is not safe may be one from which runs end differently.
bool Prover::refuted_by(const std::vector<ProvedPlace>& places, PairProof& of) const {
  for (const ProvedPlace& at : places)
    for (const PairProof& pair : at.pairs)
      if (pair.counterexample && refutes(program_, z_, *pair.counterexample, Aspect::Confluent)) {
        of.commute = Answer::No;
        of.counterexample = pair.counterexample;
        return true;
      }
  return false;
}

void Prover::decide_runs(PairProof& of, const std::vector<ProvedPlace>& places) {
  const Races races = this->races(places);
  for (const Reals reals : {Reals::Uninterpreted, Reals::Mathematical}) {
    encoded_ += 2 * table_.leaves.size();
    RunsQuestion q(z3_, of_, {reals, Earlier::Steps, many_steps}, races);
    z3::solver solver = solver_.with(q.to.assumed());
    solver.add(q.to.any(q.conflicts));
    if (reals == Reals::Mathematical) {
      (void)refute(of, q, solver, Aspect::Confluent);
      return;
    }
    const Solver::Found found = solver_.ask(solver, z3::expr_vector(z3_));
    if (found == Solver::Found::None) return proved(of, ProofCase::Steps);
    if (found == Solver::Found::Stopped) of.gap = ProofGap::Limit;
  }
}

/// The labels under which invocations of a conc or a ∥ may conflict, and those of each ∥ around it.
Races Prover::races(const std::vector<ProvedPlace>& places) {
  std::set<std::size_t> unsafe;
  for (const ProvedPlace& at : places)
    if (at.answer() != Answer::Yes) unsafe.insert(at.statically.place);
  Races all;
  for (std::size_t node = 0; node < table_.nodes.size(); ++node) {  // children come first
    const SeriesParallel::Node& here = table_.nodes[node];
    const bool par = here.kind == SeriesParallel::Kind::Par;
    if (!par && here.kind != SeriesParallel::Kind::Conc) continue;
    std::vector<std::size_t> inside{node};
    bool flat = true, unsafe_inside = false;
    std::set<Label> labels;
    while (!inside.empty()) {
      const std::size_t at = inside.back();
      const SeriesParallel::Node& child = table_.nodes[at];
      inside.pop_back();
      flat = flat && child.kind != SeriesParallel::Kind::Then;
      const std::size_t place = child.is_leaf() ? 2 * child.leaf : 2 * table_.nodes[child.right].leaf - 1;
      const bool races_here = child.kind != SeriesParallel::Kind::Then && unsafe.count(place) > 0;
      unsafe_inside = unsafe_inside || races_here;
      if (races_here)
        for (const Label i : racing(place)) labels.insert(i);
      if (!child.is_leaf()) inside.insert(inside.end(), {child.left, child.right});
    }
    if (unsafe_inside) all.emplace(node, flat ? std::optional(std::move(labels)) : std::nullopt);
  }
  return all;
}
/// The labels under which a place is not shown free of conflicts.
const std::set<Label>& Prover::racing(std::size_t place) {
  const auto [known, is_new] = racing_.try_emplace(place);
  if (!is_new) return known->second;
  asked_ = Aspect::Safe;
  std::set<Label>& labels = known->second;
  for (const auto& [left, right] : leaves_of(place))
    for (const Label i : of_.leaves[left].writes) {
      if (!of_.leaves[right].writes.contains(i) || labels.contains(i)) continue;
      PairProof pair = open(left, right);
      const bool free = encoded_ <= most_leaves_ &&
                        (prove(pair, {Reals::Uninterpreted, Earlier::Anything}, ProofCase::Anything, i) ||
                         prove(pair, {Reals::Uninterpreted, Earlier::Steps, few_steps}, ProofCase::Steps, i));
      if (!free) labels.insert(i);
    }
  return labels;
}

}  // namespace coreecs::symbolic
