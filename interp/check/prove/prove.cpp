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
  Prover(const Program& program, const Schedule& z, const ProofLimits& limits, Aspect about)
      : program_(program),
        z_(z),
        about_(about == Aspect::Confluent ? Aspect::Safe : about),
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
  /// Whether two runs end in the same state, where these places are not all safe.
  [[nodiscard]] PairProof runs(const std::vector<ProvedPlace>& places) {
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
  [[nodiscard]] bool has_hypotheses() const { return !of_.hypotheses.empty(); }

  /// The concurrent pairs of leaves of a place, until one is refuted.
  [[nodiscard]] std::vector<PairProof> pairs(const StaticPlace& at_place) {
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

 private:
  /// The concurrent pairs of leaves at a place.
  [[nodiscard]] std::vector<std::pair<Leaf, Leaf>> leaves_of(std::size_t place) const {
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

  void decide(PairProof& of) {
    asked_ = about_ == Aspect::SharedState ? Aspect::Safe : about_;
    if (asked_ == about_ || !known_safe_) decide_asked(of);
    if (asked_ == about_ || (!known_safe_ && of.commute != Answer::Yes) || of.left == of.right) return;
    of.commute = Answer::Unknown;
    asked_ = about_;
    decide_asked(of);
  }

  /// From what is fast to what is slow. What the solver finds is a proof only if everything that can happen is allowed;
  /// a model is a counterexample only if it is confirmed.
  void decide_asked(PairProof& of) {
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

  /// A start from which a place is not safe may be one from which runs end differently.
  bool refuted_by(const std::vector<ProvedPlace>& places, PairProof& of) const {
    for (const ProvedPlace& at : places)
      for (const PairProof& pair : at.pairs)
        if (pair.counterexample && refutes(program_, z_, *pair.counterexample, Aspect::Confluent)) {
          of.commute = Answer::No;
          of.counterexample = pair.counterexample;
          return true;
        }
    return false;
  }

  void decide_runs(PairProof& of, const std::vector<ProvedPlace>& places) {
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
  [[nodiscard]] Races races(const std::vector<ProvedPlace>& places) {
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
  const std::set<Label>& racing(std::size_t place) {
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

  static void proved(PairProof& of, ProofCase by, bool ieee = false) {
    of.commute = Answer::Yes;
    of.by = by;
    of.ieee = ieee;
  }

  [[nodiscard]] std::unique_ptr<Question> question(const PairProof& of, Precision known) {
    encoded_ += table_.leaves.size();
    auto made = std::make_unique<Question>(z3_, of_, known, of.left, of.right, asked_);
    uses_reals_ = uses_reals_ || made->to.uses_reals();
    return made;
  }
  /// Whether there is a conflict; under one label, if one is given.
  [[nodiscard]] z3::solver asked(const Question& q, std::optional<Label> only = std::nullopt) const {
    z3::solver solver = solver_.with(q.to.assumed());
    std::vector<z3::expr> one;
    for (const Question::Conflict& conflict : q.conflicts)
      if (!only || conflict.i == *only) one.push_back(conflict.condition);
    solver.add(q.to.any(one));
    return solver;
  }

  bool prove(PairProof& of, Precision known, ProofCase by, std::optional<Label> only = std::nullopt) {
    if (asked_ == Aspect::SharedState && known.earlier != Earlier::Anything) return false;
    const std::unique_ptr<Question> q = question(of, known);
    if (q->conflicts.empty()) {
      proved(of, by);
      return true;
    }
    z3::solver solver = asked(*q, only);
    const Solver::Found found = solver_.ask(solver, z3::expr_vector(z3_));
    if (found == Solver::Found::None) proved(of, by, known.reals == Reals::Ieee);
    if (found == Solver::Found::Stopped) of.gap = ProofGap::Limit;
    return found == Solver::Found::None;
  }

  bool refute(PairProof& of, Precision known) {
    const std::unique_ptr<Question> q = question(of, known);
    if (q->conflicts.empty()) return false;
    return refute(of, *q, asked(*q), about_);
  }
  template <class Asked>
  bool refute(PairProof& of, Asked& q, z3::solver solver, Aspect about) {
    for (int tried = 0; tried < most_models; ++tried) {
      if (!find(solver, q.to, q.schedule)) return false;
      const z3::model model = solver.get_model();
      if (confirm(of, model, q, about)) return true;
      block(solver, model, q.to, q.schedule);
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

  template <class Asked>
  bool confirm(PairProof& of, const z3::model& model, Asked& q, Aspect about) {
    std::vector<const AnyState*> states{&q.schedule.start()};
    for (const AnyState* middle : q.schedule.middles())
      if (!middle->reads().empty()) states.push_back(middle);
    for (const AnyState* state : states) {
      std::optional<State> start = state_of(model, q.to, *state);
      if (!start || !hold_at(program_, *start, names_) || !refutes(program_, z_, *start, about)) continue;
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
  Aspect about_, asked_ = Aspect::Safe;
  bool known_safe_ = false;  ///< the place, by the static report
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
  std::map<std::size_t, std::set<Label>> racing_;  ///< by place
};

/// Whether the static report answers the question about a place.
bool is_answered(const StaticPlace& at, Aspect about) {
  const auto same = [](const auto& argument) { return argument.second == Argument::Same; };
  if (about == Aspect::LostUpdates)
    return at.by_corollary || (at.is_safe() && std::none_of(at.arguments.begin(), at.arguments.end(), same));
  if (about == Aspect::SharedState) return at.is_safe() && (at.s || at.interferences.empty());
  return at.is_safe();
}

}  // namespace

ProofReport prove_safe(const Program& program, const Schedule& z, const ProofLimits& limits,
                       const std::vector<std::string>& assumed, Aspect about) {
  ProofReport report;
  report.about = about;
  report.systems = program.systems;
  std::optional<Prover> prover;  // starting the solver takes longer than many proofs
  for (const StaticPlace& at : static_report(program, z).places) {
    report.places.push_back({at, is_answered(at, about)});
    if (report.places.back().answered) continue;
    if (!prover) prover.emplace(program, z, limits, about);
    report.places.back().pairs = prover->pairs(at);
  }
  if (report.answer() == Answer::Yes) {
    if (prover) report.steps = prover->steps();
    return report;
  }
  const auto ask_runs = [&] {
    if (about == Aspect::Confluent) report.runs = prover->runs(report.places);
  };
  ask_runs();
  if (report.answer() != Answer::Yes && !program.invariants.empty()) {
    report.invariants = prover->invariants(assumed);
    for (ProvedPlace& at : report.places)
      if (at.answer() != Answer::Yes && prover->has_hypotheses()) {
        at.pairs = prover->pairs(at.statically);
        at.given_invariants = true;
      }
    report.runs.reset();
    if (report.answer() != Answer::Yes) ask_runs();
  }
  report.steps = prover->steps();
  return report;
}

}  // namespace coreecs
