/// The states that the systems of a schedule observe, as formulas.
#pragma once

#include <memory>
#include <set>

#include "interp/check/prove/states.hpp"
#include "semantics/series_parallel.hpp"

namespace coreecs::symbolic {

/// What is known about the effects of systems that come before.
enum class Earlier {
  Idle,      ///< they do nothing. For models only
  Owned,     ///< those that write only to the entity that they match do; the others do nothing. For models only
  Anything,  ///< they may leave anything under the labels that they write
  Steps,     ///< a location is as before, or a match of one of these systems wrote it
};

/// A leaf of a schedule, and the state that it observes.
struct SymbolicLeaf {
  SeriesParallel::Kind kind;
  Leaf number;
  const System* system;
  const SystemTerm* term;
  std::set<Label> writes;
  /// Whether its system has one query, and writes only to the entity of its match.
  bool owns;
  SymbolicState* observes;
};

/// Where runs of a schedule may end differently: the labels, by the node of a conc or a ∥ without ⨟. No labels: any, as
/// at a ∥ with ⨟.
using Races = std::map<std::size_t, std::optional<std::set<Label>>>;

/// The leaves of a schedule; none of them observes a state yet. Throws Unsupported. Cost: their terms.
[[nodiscard]] std::vector<SymbolicLeaf> symbolic_leaves(const Program& program, const SeriesParallel& z);

/// The leaves of a schedule at any state, each with what it observes.
class SymbolicSchedule {
 public:
  /// With `Steps`: at most this many matches of earlier systems are considered. The encoding and the table must outlive
  /// it.
  SymbolicSchedule(Encoding& to, const SeriesParallel& z, std::vector<SymbolicLeaf> leaves, Earlier earlier,
                   std::size_t steps);
  /// Another run from the same start. What races do not concern, and what observes the same state, ends as in `first`,
  /// which must outlive it.
  SymbolicSchedule(SymbolicSchedule& first, const Races& races);
  ~SymbolicSchedule();
  SymbolicSchedule(const SymbolicSchedule&) = delete;
  SymbolicSchedule& operator=(const SymbolicSchedule&) = delete;

  [[nodiscard]] AnyState& start() { return *start_; }
  /// The state after the schedule.
  [[nodiscard]] SymbolicState& end() { return *end_; }
  [[nodiscard]] const std::vector<SymbolicLeaf>& leaves() const { return leaves_; }
  /// States within the schedule, of which something is unknown.
  [[nodiscard]] const std::vector<const AnyState*>& middles() const { return middles_; }

  /// An invocation at a leaf, of any match. All of its constraints are assumed.
  struct Invocation {
    const SymbolicLeaf* leaf;
    SymbolicState* observed;
    std::vector<z3::expr> entities;
    SymbolicInvocation does;
  };
  [[nodiscard]] Invocation invocation(const SymbolicLeaf& leaf);
  /// One at a state: all of its constraints are assumed.
  [[nodiscard]] Invocation invocation_at(const SymbolicLeaf& leaf, SymbolicState& c);
  /// A state that systems may observe on the way if they share it: with anything under the labels that a system writes.
  [[nodiscard]] SymbolicState& meanwhile();
  /// When some match of a leaf may have an error.
  [[nodiscard]] std::vector<z3::expr> errors(const SymbolicLeaf& leaf);
  /// The leaves that observe another state than in the first run.
  [[nodiscard]] std::vector<const SymbolicLeaf*> changed() const;
  /// Whether each match counts that was considered of an earlier system of another kind. Models in which none does are
  /// simple.
  [[nodiscard]] const std::vector<z3::expr>& far_steps() const { return far_steps_; }

 private:
  class After;
  friend class After;

  std::vector<const SymbolicLeaf*> walk(std::size_t node, SymbolicState*& c);
  std::vector<const SymbolicLeaf*> walk_further(std::size_t node, SymbolicState*& c);
  /// The leaves below a node, which observe and leave the same as in the first run.
  std::vector<const SymbolicLeaf*> repeat(std::size_t node, SymbolicState*& c);
  /// The state that the leaves below a node leave.
  SymbolicState& after(std::size_t node, SymbolicState& c, std::vector<const SymbolicLeaf*> leaves);

  Encoding& to_;
  const SeriesParallel& z_;
  Earlier earlier_;
  std::size_t steps_;
  AnyState* start_ = nullptr;
  SymbolicState* end_ = nullptr;
  std::vector<std::unique_ptr<SymbolicState>> states_;
  std::vector<SymbolicLeaf> leaves_;
  std::vector<z3::expr> far_steps_;
  std::vector<const AnyState*> middles_;
  struct Passed {
    SymbolicState *before = nullptr, *after = nullptr;
  };
  std::vector<Passed> passed_;  ///< by node
  SymbolicSchedule* first_ = nullptr;
  const Races* races_ = nullptr;
};

}  // namespace coreecs::symbolic
