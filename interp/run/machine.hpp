/// [confluence] Runs that really re-observe the state (D5). In z ∥ z' each side observes the state at the fork, changed
/// by its own mutations; conc(s) observes the state at its start, seq(s) the progress of its own side. All mutations
/// form one global order.
#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "interp/run/plan.hpp"

namespace coreecs {

/// The invocations of a conc, grouped by their writes: those of a group share locations, directly or through others;
/// those of different groups commute.
struct Groups {
  std::vector<std::size_t> of;                    ///< the group of each invocation
  std::vector<std::vector<std::size_t>> members;  ///< of each group
};
/// Cost: the writes.
[[nodiscard]] Groups grouped(const std::vector<Invocation>&);

/// Whether both perform the same mutations on the same entities.
[[nodiscard]] bool same_invocations(const std::vector<Invocation>&, const std::vector<Invocation>&);
/// Whether the matches from the j-th on have the same entities. Their values are observed only when they are visited.
[[nodiscard]] bool same_rest(const Matches&, const Matches&, std::size_t j);

/// How many matches all runs together may observe in a search within `limit` configurations, if the reference run
/// observes `observed`. A run that observes other values can be longer without bound.
[[nodiscard]] constexpr std::size_t matches_within(std::size_t limit, std::size_t observed) {
  constexpr std::size_t some = 1000, times = 16, at_most = std::numeric_limits<std::size_t>::max() / 64;
  return some + times * std::min(observed, at_most) + 10 * std::min(limit, at_most);
}

/// How much of a state with this number of active sub-schedules has to be copied and hashed, in units of some 4 kB.
[[nodiscard]] std::size_t weight(const State& c, std::size_t under_way);
/// Cost: k.
[[nodiscard]] std::size_t hash(const State& c);

/// A partial run. Copies are independent and share data.
class Run {
 public:
  /// Starts a run of `plan` at c. `plan` and `env` must outlive it. This and `perform` throw whatever a system function
  /// throws, and fast::TooManyMatches once the run observes more than `most` matches.
  Run(const Plan& plan, const State& c, const Environment& env,
      std::size_t most = std::numeric_limits<std::size_t>::max());

  /// An invocation that can come next.
  struct Choice {
    std::size_t node;        ///< of the plan: the leaf
    std::size_t invocation;  ///< among those of the leaf
    friend bool operator==(const Choice&, const Choice&) = default;
  };
  /// All choices, in reference order. Cost: their number, and for conc those already performed.
  [[nodiscard]] std::vector<Choice> choices() const;
  /// Choices that suffice to reach every end: a persistent set (Godefroid, Partial-Order Methods for the Verification
  /// of Concurrent Systems, 1996). If a single conc is active, these are the first invocation and its group, which
  /// shares locations directly or through others: the rest commutes with them, and nothing else can happen before all
  /// are performed. Otherwise, all choices. Cost: their number, and once for each conc, its writes.
  [[nodiscard]] std::vector<Choice> sufficient_choices();
  /// The choice that continues in reference order after `last`, the previous choice, if any: the next invocation of its
  /// leaf, or the first remaining one of that or a later leaf, or the first choice. Precondition: not ended(). Cost:
  /// log of the number of leaves.
  [[nodiscard]] Choice expected(const std::optional<Choice>& last) const;
  /// The same, but the invocation of leaf on e only if there is no other choice. Precondition: all previous choices
  /// were made in this way.
  [[nodiscard]] Choice delaying(Leaf leaf, std::span<const Entity> e, const std::optional<Choice>& last) const;
  /// The choice of an invocation of a leaf, by its number or its entities e, if it can come next. Cost: log of the
  /// number of leaves, and of the leaf's invocations.
  [[nodiscard]] std::optional<Choice> choice(Leaf leaf, std::size_t invocation) const;
  [[nodiscard]] std::optional<Choice> choice(Leaf leaf, std::span<const Entity> e) const;
  [[nodiscard]] const Invocation& at(const Choice&) const;
  /// The nodes of leaves with remaining invocations; and the first choice of one in reference order.
  [[nodiscard]] const std::set<std::size_t>& active() const { return active_; }
  [[nodiscard]] Choice first(std::size_t node) const;
  /// A location at which a choice would change the state, or a later observation of it; none if it would change
  /// nothing. Cost: that of performing it.
  [[nodiscard]] std::optional<Location> changes(const Choice&) const;
  /// Performs an invocation. Cost: log k for each of its writes, at its leaf and at each awaited ∥ around it.
  void perform(const Choice&);

  /// Whether all invocations are performed.
  [[nodiscard]] bool ended() const { return active_.empty(); }
  /// The state after all mutations so far.
  [[nodiscard]] const State& state() const { return state_; }

  /// Whether two runs of one plan have the same future and the same state.
  friend bool operator==(const Run&, const Run&);
  [[nodiscard]] std::size_t hash() const;
  [[nodiscard]] std::size_t weight() const { return coreecs::weight(state_, progress_.size()); }
  /// How many more matches it may observe.
  [[nodiscard]] std::size_t matches_left() const { return matches_left_; }

 private:
  struct Progress {
    State own;  // for later observation: the state at its start, changed by its own mutations so far
    std::shared_ptr<const Matches> matches;                      // seq, unless fixed: the matches to visit
    std::shared_ptr<const std::vector<Invocation>> invocations;  // conc: all of them; seq: the next one
    std::shared_ptr<const Groups> groups;                        // conc, once requested
    std::vector<bool> performed;                                 // conc
    std::size_t next = 0;                                        // conc: all before are performed; seq: to visit
    bool half_done = false;                                      // par
  };
  /// Starts a sub-schedule. Returns the state after it if there is nothing to perform.
  std::optional<State> start(std::size_t node, State c);
  std::optional<State> start_conc(std::size_t node, State c);
  std::optional<State> start_seq(std::size_t node, State c);
  /// Continues after a sub-schedule that finished in state c.
  void finish(std::size_t node, State c);
  bool visit_next(std::size_t node, Progress&);
  Matches observe(const SeriesParallel::Node&, const State& c);

  const Plan* plan_;
  const Environment* env_;
  std::size_t matches_left_;
  State state_;
  std::map<std::size_t, Progress> progress_;  // of started, unfinished leaves and ∥
  std::set<std::size_t> active_;              // leaves with remaining invocations
};

}  // namespace coreecs
