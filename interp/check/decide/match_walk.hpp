/// The reference run, with match orders left open (D1).
#pragma once

#include "interp/check/decide/match_sums.hpp"
#include "interp/language/program/ending.hpp"
#include "semantics/series_parallel.hpp"

namespace coreecs {

/// The reference run under way. It chooses step by step in which order a seq visits its matches. It stands at a seq
/// that has matches left, or at the end. Copies are independent, except for the log, and share common data.
class MatchWalk {
 public:
  /// Starts at c. `z`, `env`, `sums` (of the program of z) and `log`, which records what is performed, must outlive it.
  /// It and members that continue throw what a system function throws, and fast::TooManyMatches once they observe more
  /// than `most` matches.
  MatchWalk(const SeriesParallel& z, const State& c, const Environment& env, const Accumulations& sums,
            std::size_t most, std::vector<Performed>* log = nullptr);

  [[nodiscard]] bool ended() const { return node_ == z_->nodes.size(); }
  [[nodiscard]] const State& state() const { return states_.back(); }
  /// The current seq, and its matches at its start. Precondition: not ended().
  [[nodiscard]] const SeriesParallel::Node& seq() const { return z_->nodes[node_]; }
  [[nodiscard]] const std::vector<EntityVector>& matches() const { return *matches_; }

  /// Visits a remaining match, as roll does (§3.5). After the last one it continues to the next seq with matches.
  void visit(std::size_t j);
  /// Whether that changes the state, or a state outside of a surrounding ∥. Throws what the system function throws.
  [[nodiscard]] bool changes(std::size_t j) const;
  /// Visits all remaining matches, in the order of the reference.
  void visit_rest();

  /// Two conflicting matches, the earlier one first: one of them overwrites differently, or observes, what the
  /// other one writes.
  using Pair = std::pair<std::size_t, std::size_t>;
  /// Two remaining matches that conflict, the last two if both write; or the first two, if an invocation fails. If
  /// there are none, all orders of the remaining matches perform the same invocations, which commute. Cost: an
  /// invocation for each; often fewer if `any` two suffice.
  [[nodiscard]] std::optional<Pair> conflict(bool any = false) const;
  /// Whether all remaining matches add up to the same in any order. Cost: an invocation for each.
  [[nodiscard]] bool adds_up() const;

  /// Continues to a seq with two matches that conflict and may not add up. Then it is a run for `Exploration`, whose
  /// choices are matches of such seqs. Everything else is as in the reference run.
  void next_choice();
  using Choice = std::size_t;
  /// Only one match that adds up with all others, if any. Otherwise the remaining matches of one group, if groups
  /// cannot conflict with one another; only the first match, if no two of the group conflict.
  [[nodiscard]] std::vector<Choice> sufficient_choices();
  void perform(Choice j);
  /// Whether two walks of one schedule have the same future and the same state.
  friend bool operator==(const MatchWalk&, const MatchWalk&);
  [[nodiscard]] std::size_t hash() const;
  [[nodiscard]] std::size_t weight() const;
  [[nodiscard]] std::size_t matches_left() const { return unobserved_; }

 private:
  void go_on();
  void enter();
  void leave();
  void write(const Update& m);
  [[nodiscard]] std::vector<std::size_t> rest() const;
  [[nodiscard]] std::optional<Pair> conflict(const std::vector<std::size_t>& matches, bool any) const;
  [[nodiscard]] std::optional<Pair> conflict_of(const std::vector<std::size_t>& matches, bool any) const;
  [[nodiscard]] std::vector<std::size_t> order_matters(std::vector<std::size_t> matches) const;

  const SeriesParallel* z_;
  const Environment* env_;
  const Accumulations* sums_;
  std::size_t unobserved_;  // matches it may still observe
  std::vector<Performed>* log_;
  std::size_t node_ = 0;
  /// The observed state on top. Below it, for each surrounding ∥: the state at the fork while its left side runs; what
  /// both sides have done so far while its right side runs.
  std::vector<State> states_;
  std::vector<std::size_t> outer_;  // the states of those to which both sides write
  std::shared_ptr<const std::vector<EntityVector>> matches_;
  std::vector<bool> left_;
  std::size_t count_left_ = 0;
  std::optional<Pair> conflict_ = {};  // conflicting matches whose order matters, at the last request for choices
};

}  // namespace coreecs
