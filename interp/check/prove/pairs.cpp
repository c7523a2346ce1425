#include "interp/check/prove/prover.hpp"

#include <algorithm>

namespace coreecs::symbolic {

namespace {

/// How many pairs of a schedule are judged.
constexpr std::size_t most_pairs = 200'000;
/// Leaves of a schedule. What earlier ones leave is described again at each ∥.
constexpr std::size_t longest_schedule = 2'000;

/// Whether there is a conflict; under one label, if one is given.
z3::solver asked(const Solver& by, const Question& q, std::optional<Label> only = std::nullopt) {
  z3::solver question = by.with(q.to.assumed());
  std::vector<z3::expr> one;
  for (const Question::Conflict& conflict : q.conflicts)
    if (!only || conflict.i == *only) one.push_back(conflict.condition);
  question.add(q.to.any(one));
  return question;
}

}  // namespace

Prover::Prover(const Program& program, const Schedule& z, const ProofLimits& limits, Aspect about,
               const std::vector<std::string>& assumed)
    : program_(program),
      z_(z),
      assumed_(assumed),
      about_(about == Aspect::Confluent ? Aspect::Safe : about),
      table_(z),
      most_leaves_(limits.leaves),
      solver_(z3_, limits.query, limits.schedule),
      of_{program, table_, {}},
      names_(assumed) {
  for (const SeriesParallel::Node& node : table_.nodes)
    if (node.kind == SeriesParallel::Kind::Par) parallel_.emplace(2 * table_.nodes[node.right].leaf - 1, &node);
  if (table_.leaves.size() > longest_schedule) {
    unsupported_ = "a schedule of more than " + std::to_string(longest_schedule) + " systems";
    return;
  }
  try {
    of_.leaves = symbolic_leaves(program, table_);
  } catch (const Unsupported& what) {
    unsupported_ = what.what();
  }
}

std::vector<PairProof> Prover::pairs(const StaticPlace& at_place) {
  const std::size_t place = at_place.place;
  known_safe_ = at_place.is_safe();
  std::vector<PairProof> all;
  const auto judge = [&](Leaf left, Leaf right) {
    const bool too_many = unsupported_ || judged_++ >= most_pairs || encoded_ > most_leaves_;
    all.push_back(too_many ? open(left, right) : pair(left, right));
    return all.back().commute != Answer::No && !too_many;
  };
  for (const auto& [left, right] : leaves_of(place))
    if (!judge(left, right)) break;
  return all;
}

std::vector<std::pair<Leaf, Leaf>> Prover::leaves_of(std::size_t place) const {
  if (place % 2 == 0) return {{place / 2, place / 2}};
  const SeriesParallel::Node* at = parallel_.at(place);
  const Leaf middle = table_.nodes[at->right].leaf;
  const SeriesParallel::Node* last = &table_.nodes[at->right];
  while (!last->is_leaf()) last = &table_.nodes[last->right];
  std::vector<std::pair<Leaf, Leaf>> all;
  for (Leaf left = at->leaf; left < middle; ++left)
    for (Leaf right = middle; right <= last->leaf && all.size() < most_pairs; ++right) all.emplace_back(left, right);
  return all;
}

PairProof Prover::open(Leaf left, Leaf right) const {
  return {.left = left,
          .right = right,
          .left_system = table_.nodes[table_.leaves[left]].s,
          .right_system = table_.nodes[table_.leaves[right]].s,
          .gap = unsupported_ ? ProofGap::Unsupported : ProofGap::Limit,
          .unsupported = unsupported_.value_or("")};
}
PairProof Prover::pair(Leaf left, Leaf right) {
  PairProof made = open(left, right);
  if (unsupported_) return made;
  try {
    decide(made);
  } catch (const Unsupported& what) {
    made.gap = ProofGap::Unsupported;
    made.unsupported = what.what();
  } catch (const z3::exception&) {  // out of memory, or a limit of its own
    made.gap = ProofGap::Limit;
  }
  return made;
}

void Prover::decide(PairProof& of) {
  asked_ = about_ == Aspect::SharedState ? Aspect::Safe : about_;
  if (asked_ == about_ || !known_safe_) decide_asked(of);
  if (asked_ == about_ || (!known_safe_ && of.commute != Answer::Yes) || of.left == of.right) return;
  of.commute = Answer::Unknown;
  asked_ = about_;
  decide_asked(of);
}

/// From what is fast to what is slow. What the solver finds is a proof only if everything that can happen is allowed;
/// a model is a counterexample only if it is confirmed.
void Prover::decide_asked(PairProof& of) {
  const std::set<Label>& writes = of_.leaves[of.right].writes;
  const auto meets = [&](Label i) { return writes.count(i) > 0; };
  if (asked_ != Aspect::SharedState &&
      std::none_of(of_.leaves[of.left].writes.begin(), of_.leaves[of.left].writes.end(), meets))
    return proved(of, ProofCase::Apart);
  of.gap = ProofGap::Spurious;
  if (prove(of, {Reals::Uninterpreted, Earlier::Anything}, ProofCase::Anything)) return;
  const auto refuted = [&](Precision known) { return refute(of, known); };
  if (refuted({Reals::Mathematical, Earlier::Idle}) || refuted({Reals::Mathematical, Earlier::Owned, few_steps}))
    return;
  for (const std::size_t steps : {few_steps, many_steps}) {
    if (prove(of, {Reals::Uninterpreted, Earlier::Steps, steps}, ProofCase::Steps)) return;
    if (refuted({Reals::Mathematical, Earlier::Steps, steps})) return;
  }
  if (!uses_reals_) return;
  if (prove(of, {Reals::Ieee, Earlier::Anything}, ProofCase::Anything)) return;
  if (refuted({Reals::Ieee, Earlier::Idle}) || refuted({Reals::Ieee, Earlier::Owned, few_steps})) return;
  if (prove(of, {Reals::Ieee, Earlier::Steps, few_steps}, ProofCase::Steps)) return;
  if (refuted({Reals::Ieee, Earlier::Steps, few_steps})) return;
}

std::vector<std::unique_ptr<Question>> Prover::questions(const PairProof& of, Precision known) {
  std::vector<std::unique_ptr<Question>> all;
  const auto add = [&](Leaf left, Leaf right) {
    encoded_ += table_.leaves.size();
    all.push_back(std::make_unique<Question>(z3_, of_, known, left, right, asked_));
    uses_reals_ = uses_reals_ || all.back()->to.uses_reals();
    if (all.back()->conflicts.empty()) all.pop_back();
  };
  add(of.left, of.right);
  if (asked_ == Aspect::SharedState) add(of.right, of.left);
  return all;
}
bool Prover::prove(PairProof& of, Precision known, ProofCase by, std::optional<Label> only) {
  if (asked_ == Aspect::SharedState && known.earlier != Earlier::Anything) return false;
  for (const std::unique_ptr<Question>& q : questions(of, known)) {
    z3::solver solver = asked(solver_, *q, only);
    const Solver::Found found = solver_.ask(solver, z3::expr_vector(z3_));
    if (found == Solver::Found::Stopped) of.gap = ProofGap::Limit;
    if (found != Solver::Found::None) return false;
  }
  proved(of, by, known.reals == Reals::Ieee);
  return true;
}

bool Prover::refute(PairProof& of, Precision known) {
  for (const std::unique_ptr<Question>& q : questions(of, known))
    if (refute(of, *q, asked(solver_, *q), about_)) return true;
  return false;
}

}  // namespace coreecs::symbolic
