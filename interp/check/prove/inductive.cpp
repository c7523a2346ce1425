#include "interp/check/prove/prover.hpp"

#include <algorithm>

namespace coreecs::symbolic {

std::vector<InvariantProof> Prover::invariants() {
  using Known = InvariantProof::Known;
  std::vector<InvariantProof> all;
  for (const Invariant& invariant : program_.invariants) {
    const bool is_assumed = std::find(assumed_.begin(), assumed_.end(), invariant.name) != assumed_.end();
    const bool understood = !unsupported_ && invariant.term && is_understood(*invariant.term);
    all.push_back({invariant.name, !understood                                           ? Known::NotUnderstood
                                   : is_assumed                                          ? Known::Assumed
                                   : hold_at(program_, program_.start, {invariant.name}) ? Known::Inductive
                                                                                         : Known::NotAtStart});
  }
  for (bool changed = true; changed;) {  // those that a frame breaks, given the others, are no hypotheses
    changed = false;
    hypothesize(all);
    for (std::size_t j = 0; j < all.size(); ++j) {
      if (all[j].known != Known::Inductive) continue;
      all[j].known = kept(program_.invariants[j], all[j].broken_from);
      changed = changed || all[j].known != Known::Inductive;
    }
  }
  return all;
}

void Prover::hypothesize(const std::vector<InvariantProof>& all) {
  of_.hypotheses.clear();
  names_ = assumed_;
  for (std::size_t j = 0; j < all.size(); ++j)
    if (all[j].holds()) {
      of_.hypotheses.push_back(&*program_.invariants[j].term);
      names_.push_back(all[j].name);
    }
}

InvariantProof::Known Prover::kept(const Invariant& invariant, std::optional<State>& broken_from) {
  using Known = InvariantProof::Known;
  try {
    const Precision proof{Reals::Uninterpreted, Earlier::Steps, many_steps};
    const FrameQuestion q(z3_, of_, proof, *invariant.term);
    z3::solver solver = solver_.with(q.to.assumed());
    solver.add(q.violated);
    if (solver_.ask(solver, z3::expr_vector(z3_)) == Solver::Found::None) return Known::Inductive;
    if (is_broken(invariant, broken_from)) return Known::Broken;
  } catch (const Unsupported&) {
  } catch (const z3::exception&) {
  }
  return Known::Open;
}
bool Prover::is_broken(const Invariant& invariant, std::optional<State>& broken_from) {
  FrameQuestion q(z3_, of_, {Reals::Mathematical, Earlier::Steps, many_steps}, *invariant.term);
  z3::solver solver = solver_.with(q.to.assumed());
  solver.add(q.violated);
  ModelSearch models(solver_, solver, q.to, q.schedule.start(), q.schedule.far_steps());
  while (const std::optional<z3::model> model = models.next()) {
    const std::optional<State> start = state_of(*model, q.to, q.schedule.start());
    if (start && hold_at(program_, *start, names_) && breaks(program_, z_, *start, invariant)) {
      broken_from = start;
      return true;
    }
  }
  return false;
}

}  // namespace coreecs::symbolic
