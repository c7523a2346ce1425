/// Questions to the solver: is there a state at which two invocations do not commute?
#pragma once

#include "interp/check/decide/check.hpp"
#include "interp/check/prove/invariants.hpp"
#include "interp/check/prove/schedule.hpp"
#include "interp/check/prove/solver.hpp"

namespace coreecs::symbolic {

/// What is known in a question.
struct Precision {
  Reals reals;
  Earlier earlier;
  std::size_t steps = 0;  ///< matches of earlier systems
};

/// Invariants that hold at the start.
using Hypotheses = std::vector<const InvariantTerm*>;

/// A schedule to ask about.
struct Subject {
  const Program& program;
  const SeriesParallel& z;
  std::vector<SymbolicLeaf> leaves;
  Hypotheses hypotheses = {};
};

/// Whether a frame leads to a state at which an invariant does not hold.
struct FrameQuestion {
  FrameQuestion(z3::context& z3, const Subject& of, Precision known, const InvariantTerm& invariant);

  Encoding to;
  SymbolicSchedule schedule;
  z3::expr violated;
};

/// Invocations at two concurrent leaves, or two at one leaf, for which something does not hold at some state: they do
/// not commute (Safe); one loses an update of the other (LostUpdates); or what the left one writes changes what the
/// right one does (SharedState). The right one may fail wherever it matches, so each direction is a question by itself.
struct Question {
  Question(z3::context& z3, const Subject& of, Precision known, Leaf left, Leaf right, Aspect about);

  Encoding to;
  SymbolicSchedule schedule;
  struct Conflict {
    Label i;
    z3::expr condition;
  };
  std::vector<Conflict> conflicts;  ///< one of these holds

 private:
  using Invocation = SymbolicSchedule::Invocation;
  void distinguish_created(const std::vector<z3::expr>& created);
  void conflict(Label i, const z3::expr& condition);
  void note_conflicts(const SymbolicInvocation& u, const SymbolicInvocation& v);
  void note_lost_updates(const Invocation& u, const Invocation& v);
  void note_influence(const SymbolicLeaf& of, const SymbolicLeaf& on, Earlier earlier);
};

/// Whether two runs from one state end differently, where races may decide.
struct RunsQuestion {
  RunsQuestion(z3::context& z3, const Subject& of, Precision known, const Races& races);

  Encoding to;
  Encoding::WithoutErrors total;  ///< one of the runs may end in an error
  SymbolicSchedule schedule, other;
  std::vector<z3::expr> conflicts;  ///< one of these holds
};

}  // namespace coreecs::symbolic
