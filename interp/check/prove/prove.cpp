#include "interp/check/prove/prove.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "interp/check/prove/models.hpp"
#include "interp/check/prove/question.hpp"

namespace coreecs {

bool has_solver() { return true; }

namespace {

using namespace symbolic;

constexpr std::size_t few_steps = 10, many_steps = 40;
/// How many models of one question are tried as counterexamples.
constexpr int most_models = 6;
/// How many pairs of a schedule are judged.
constexpr std::size_t most_pairs = 200'000;
/// Leaves of a schedule. What earlier ones leave is described again at each ∥.
constexpr std::size_t longest_schedule = 2'000;

bool is_number(const SymbolicValue& k) { return k.kind == Type::Kind::Int || k.kind == Type::Kind::Real; }

class Prover {
 public:
  Prover(const Program& program, const Schedule& z, const ProofLimits& limits)
      : program_(program),
        z_(z),
        table_(z),
        most_leaves_(limits.leaves),
        solver_(z3_, limits.query, limits.schedule),
        of_{program, table_, {}} {
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

  [[nodiscard]] std::uint64_t steps() const { return solver_.steps(); }
  /// Which invariants hold at the start of every frame: the most that do so together, and those to assume. From now on
  /// they are hypotheses.
  [[nodiscard]] std::vector<InvariantProof> invariants(const std::vector<std::string>& assumed) {
    using Known = InvariantProof::Known;
    std::vector<InvariantProof> all;
    for (const Invariant& invariant : program_.invariants) {
      const bool is_assumed = std::find(assumed.begin(), assumed.end(), invariant.name) != assumed.end();
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
  [[nodiscard]] bool has_hypotheses() const { return !of_.hypotheses.empty(); }

  /// The concurrent pairs of leaves of a place, until one is refuted.
  [[nodiscard]] std::vector<PairProof> pairs(std::size_t place) {
    std::vector<PairProof> all;
    const auto judge = [&](Leaf left, Leaf right) {
      const bool too_many = unsupported_ || judged_++ >= most_pairs || encoded_ > most_leaves_;
      all.push_back(too_many ? open(left, right) : pair(left, right));
      return all.back().commute != Answer::No && !too_many;
    };
    if (place % 2 == 0) {
      judge(place / 2, place / 2);
      return all;
    }
    const SeriesParallel::Node* at = parallel_.at(place);
    const Leaf middle = table_.nodes[at->right].leaf;
    const SeriesParallel::Node* last = &table_.nodes[at->right];
    while (!last->is_leaf()) last = &table_.nodes[last->right];
    for (Leaf left = at->leaf; left < middle; ++left)
      for (Leaf right = middle; right <= last->leaf; ++right)
        if (!judge(left, right)) return all;
    return all;
  }

 private:
  void hypothesize(const std::vector<InvariantProof>& all) {
    of_.hypotheses.clear();
    names_.clear();
    for (std::size_t j = 0; j < all.size(); ++j)
      if (all[j].holds()) {
        of_.hypotheses.push_back(&*program_.invariants[j].term);
        names_.push_back(all[j].name);
      }
  }

  /// Whether no frame breaks an invariant, given the hypotheses; or a state from which one does.
  [[nodiscard]] InvariantProof::Known kept(const Invariant& invariant, std::optional<State>& broken_from) {
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
  bool is_broken(const Invariant& invariant, std::optional<State>& broken_from) {
    FrameQuestion q(z3_, of_, {Reals::Mathematical, Earlier::Steps, many_steps}, *invariant.term);
    z3::solver solver = solver_.with(q.to.assumed());
    solver.add(q.violated);
    for (int tried = 0; tried < most_models && find(solver, q.to, q.schedule); ++tried) {
      const z3::model model = solver.get_model();
      const std::optional<State> start = state_of(model, q.to, q.schedule.start());
      if (start && hold_at(program_, *start, names_) && breaks(program_, z_, *start, invariant)) {
        broken_from = start;
        return true;
      }
      block(solver, model, q.to, q.schedule);
    }
    return false;
  }

  [[nodiscard]] PairProof open(Leaf left, Leaf right) const {
    return {.left = left,
            .right = right,
            .left_system = table_.nodes[table_.leaves[left]].s,
            .right_system = table_.nodes[table_.leaves[right]].s,
            .gap = unsupported_ ? ProofGap::Unsupported : ProofGap::Limit,
            .unsupported = unsupported_.value_or("")};
  }
  [[nodiscard]] PairProof pair(Leaf left, Leaf right) {
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

  /// From what is fast to what is slow. What the solver finds is a proof only if everything that can happen is allowed;
  /// a model is a counterexample only if it is confirmed.
  void decide(PairProof& of) {
    const std::set<Label>& writes = of_.leaves[of.right].writes;
    const auto meets = [&](Label i) { return writes.count(i) > 0; };
    if (std::none_of(of_.leaves[of.left].writes.begin(), of_.leaves[of.left].writes.end(), meets))
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

  static void proved(PairProof& of, ProofCase by, bool ieee = false) {
    of.commute = Answer::Yes;
    of.by = by;
    of.ieee = ieee;
  }

  [[nodiscard]] std::unique_ptr<Question> question(const PairProof& of, Precision known) {
    encoded_ += table_.leaves.size();
    auto made = std::make_unique<Question>(z3_, of_, known, of.left, of.right);
    uses_reals_ = uses_reals_ || made->to.uses_reals();
    return made;
  }
  [[nodiscard]] z3::solver asked(const Question& q) const {
    z3::solver solver = solver_.with(q.to.assumed());
    solver.add(q.to.any(q.conflicts));
    return solver;
  }

  bool prove(PairProof& of, Precision known, ProofCase by) {
    const std::unique_ptr<Question> q = question(of, known);
    if (q->conflicts.empty()) {
      proved(of, by);
      return true;
    }
    z3::solver solver = asked(*q);
    const Solver::Found found = solver_.ask(solver, z3::expr_vector(z3_));
    if (found == Solver::Found::None) proved(of, by, known.reals == Reals::Ieee);
    if (found == Solver::Found::Stopped) of.gap = ProofGap::Limit;
    return found == Solver::Found::None;
  }

  bool refute(PairProof& of, Precision known) {
    const std::unique_ptr<Question> q = question(of, known);
    if (q->conflicts.empty()) return false;
    z3::solver solver = asked(*q);
    for (int tried = 0; tried < most_models; ++tried) {
      if (!find(solver, q->to, q->schedule)) return false;
      const z3::model model = solver.get_model();
      if (confirm(of, model, *q)) return true;
      block(solver, model, q->to, q->schedule);
    }
    return false;
  }

  /// Finds a model, if possible with few matches of earlier systems, and with small numbers.
  bool find(z3::solver& solver, const Encoding& to, SymbolicSchedule& schedule) {
    z3::expr_vector none(z3_), small(z3_), simple(z3_);
    for (const z3::expr& step : schedule.far_steps()) simple.push_back(!step);
    for (const AnyState::Read& read : schedule.start().reads()) prefer_small(read.cell.value, small, to.reals());
    for (const z3::expr& one : simple) small.push_back(one);
    for (const z3::expr_vector* also : {&small, &simple, &none}) {
      if (also->empty() && also != &none) continue;
      solver.push();
      for (const z3::expr& one : *also) solver.add(one);
      const Solver::Found found = solver_.ask(solver, none);
      if (found == Solver::Found::Model) return true;
      solver.pop();
    }
    return false;
  }
  void prefer_small(const SymbolicValue& k, z3::expr_vector& small, Reals reals) const {
    if (is_number(k) && (k.kind == Type::Kind::Int || reals == Reals::Mathematical))
      small.push_back(k.e >= -9 && k.e <= 99);
    for (const SymbolicValue& part : k.parts) prefer_small(part, small, reals);
  }

  bool confirm(PairProof& of, const z3::model& model, Question& q) {
    std::vector<const AnyState*> states{&q.schedule.start()};
    for (const AnyState* middle : q.schedule.middles())
      if (!middle->reads().empty()) states.push_back(middle);
    for (const AnyState* state : states) {
      std::optional<State> start = state_of(model, q.to, *state);
      if (!start || !hold_at(program_, *start, names_) || !refutes(program_, z_, *start)) continue;
      of.commute = Answer::No;
      of.counterexample = std::move(start);
      return true;
    }
    return false;
  }

  /// Asks for a model that differs in which components or which entities are there.
  void block(z3::solver& solver, const z3::model& model, const Encoding& to, SymbolicSchedule& schedule) {
    solver.pop();
    std::vector<z3::expr> differ;
    constexpr std::size_t most_presences = 40, most_entities = 8;
    for (const AnyState::Read& read : schedule.start().reads())
      if (differ.size() < most_presences) differ.push_back(read.cell.present != model.eval(read.cell.present, true));
    const auto& entities = to.observed();
    for (std::size_t j = 0; j < std::min(most_entities, entities.size()); ++j)
      for (std::size_t k = 0; k < j; ++k) {
        const z3::expr equal = entities[j] == entities[k];
        differ.push_back(equal != model.eval(equal, true));
      }
    solver.add(to.any(differ));
  }

  const Program& program_;
  const Schedule& z_;
  SeriesParallel table_;
  std::uint64_t most_leaves_;
  Context z3_;
  Solver solver_;
  Subject of_;
  std::vector<std::string> names_;  ///< of the hypotheses
  std::optional<std::string> unsupported_;
  std::map<std::size_t, const SeriesParallel::Node*> parallel_;  ///< each ∥, by its place
  std::uint64_t judged_ = 0, encoded_ = 0;                       ///< pairs, and leaves in all questions
  bool uses_reals_ = false;
};

}  // namespace

ProofReport prove_safe(const Program& program, const Schedule& z, const ProofLimits& limits,
                       const std::vector<std::string>& assumed) {
  ProofReport report;
  report.systems = program.systems;
  std::optional<Prover> prover;  // starting the solver takes longer than many proofs
  for (const StaticPlace& at : static_report(program, z).places) {
    report.places.push_back({at, {}});
    if (at.is_safe()) continue;
    if (!prover) prover.emplace(program, z, limits);
    report.places.back().pairs = prover->pairs(at.place);
  }
  if (report.safe() != Answer::Yes && !program.invariants.empty()) {
    report.invariants = prover->invariants(assumed);
    for (ProvedPlace& at : report.places)
      if (at.safe() != Answer::Yes && prover->has_hypotheses()) {
        at.pairs = prover->pairs(at.statically.place);
        at.given_invariants = true;
      }
  }
  if (prover) report.steps = prover->steps();
  return report;
}

}  // namespace coreecs
