/// The reference run, with the order of matches left open (D1).
#pragma once

#include "interp/check/decide/match_sums.hpp"
#include "interp/language/program/ending.hpp"
#include "semantics/series_parallel.hpp"

namespace coreecs {

/// The reference run under way, which chooses as it goes in which order a seq visits its matches. It stands at a seq
/// that has matches left, or at the end. Copies are independent, but for the log, and share what they have in common.
class MatchWalk {
 public:
  /// Starts at c. `z`, `env`, `sums`, which is of the program of z, and `log`, which is told what is performed, must
  /// outlive it. What goes on throws what a system function throws, and fast::TooManyMatches once it observes more than
  /// `most` matches; so does this.
  MatchWalk(const SeriesParallel& z, const State& c, const Environment& env, const Accumulations& sums,
            std::size_t most, std::vector<Performed>* log = nullptr);

  [[nodiscard]] bool ended() const { return node_ == z_->nodes.size(); }
  [[nodiscard]] const State& state() const { return states_.back(); }
  /// The seq at hand, and the matches it had at its start. Precondition: not ended().
  [[nodiscard]] const SeriesParallel::Node& seq() const { return z_->nodes[node_]; }
  [[nodiscard]] const std::vector<EntityVector>& matches() const { return *matches_; }

  /// Visits a match that is left, as roll does (§3.5). After the last one it goes on to the next seq that has matches.
  void visit(std::size_t j);
  /// Whether that changes the state, or what there is of it outside of the ∥ around. Throws what the system function
  /// throws.
  [[nodiscard]] bool changes(std::size_t j) const;
  /// Visits all that are left, in the order of the reference.
  void visit_rest();

  /// Two matches that meet: one of them overwrites differently, or observes, what the other one writes.
  using Pair = std::pair<std::size_t, std::size_t>;
  /// Two matches that are left and meet, the last two if both write; or the first two that are left, if an invocation
  /// fails. If there are none, all orders of those that are left perform the same invocations, which commute. Cost: an
  /// invocation for each; if `any` two will do, often fewer.
  [[nodiscard]] std::optional<Pair> meeting(bool any = false) const;
  /// Whether all that are left add up to the same in whatever order. Cost: an invocation for each.
  [[nodiscard]] bool adds_up() const;

  /// Goes on to a seq two of whose matches meet, and may not add up. From there on it is a run as `Exploration` asks
  /// for it, whose choices are matches of such seqs; all else is done as the reference does it.
  void next_choice();
  using Choice = std::size_t;
  /// Only one that adds up with all others, where there is such; else the matches that are left of a group, where they
  /// fall into groups that cannot meet; only the first, where no two of a group meet.
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
  [[nodiscard]] std::optional<Pair> meeting(const std::vector<std::size_t>& matches, bool any) const;
  [[nodiscard]] std::optional<Pair> meeting_of(const std::vector<std::size_t>& matches, bool any) const;
  [[nodiscard]] std::vector<std::size_t> order_matters(std::vector<std::size_t> matches) const;

  const SeriesParallel* z_;
  const Environment* env_;
  const Accumulations* sums_;
  std::size_t unobserved_;  // matches it may still observe
  std::vector<Performed>* log_;
  std::size_t node_ = 0;
  /// What is observed, on top; below it, for each ∥ around: the state at the fork while its left side runs, and what
  /// both sides have done so far while its right side does.
  std::vector<State> states_;
  std::vector<std::size_t> outer_;  // of those, where both sides write
  std::shared_ptr<const std::vector<EntityVector>> matches_;
  std::vector<bool> left_;
  std::size_t count_left_ = 0;
  std::optional<Pair> meeting_ = {};  // of those whose order matters, when choices were last asked for
};

}  // namespace coreecs
