/// [confluence] Runs that really re-observe the state (D5): in z ∥ z' each side observes the state at the fork changed
/// by its own side's mutations, conc(s) the state at its start, seq(s) what its side has done so far; all mutations go
/// into one global order.
#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "interp/run/plan.hpp"

namespace coreecs {

/// The invocations of a conc by what they write: those of a group share locations, directly or through others, and
/// those of different groups commute.
struct Groups {
  std::vector<std::size_t> of;                    ///< the group of each invocation
  std::vector<std::vector<std::size_t>> members;  ///< of each group
};
/// Cost: the writes.
[[nodiscard]] Groups grouped(const std::vector<Invocation>&);

/// Whether these perform the same on the same entities.
[[nodiscard]] bool same_invocations(const std::vector<Invocation>&, const std::vector<Invocation>&);
/// Whether the matches from the j-th on are of the same entities. What they observe is seen when they are visited.
[[nodiscard]] bool same_rest(const Matches&, const Matches&, std::size_t j);

/// How many matches a run may observe in all that is tried to answer a question within so many configurations, where
/// the reference run observes `observed`: a run that observes its surroundings otherwise can be longer without bound.
[[nodiscard]] constexpr std::size_t matches_within(std::size_t limit, std::size_t observed) {
  constexpr std::size_t some = 1000, times = 16, at_most = std::numeric_limits<std::size_t>::max() / 64;
  return some + times * std::min(observed, at_most) + 10 * std::min(limit, at_most);
}

/// How much there is to copy and to hash of a state with so many sub-schedules under way, in units of some 4 kB.
[[nodiscard]] std::size_t weight(const State& c, std::size_t under_way);
/// Cost: k.
[[nodiscard]] std::size_t hash(const State& c);

/// A run under way. Copies are independent and share what they have in common.
class Run {
 public:
  /// Starts a run of `plan` at c. `plan` and `env` must outlive it. Throws what a system function throws; and so does
  /// `perform`, and fast::TooManyMatches once it observes more than `most` matches.
  Run(const Plan& plan, const State& c, const Environment& env,
      std::size_t most = std::numeric_limits<std::size_t>::max());

  /// An invocation that can be performed next.
  struct Choice {
    std::size_t node;        ///< of the plan: the leaf
    std::size_t invocation;  ///< among those of the leaf
    friend bool operator==(const Choice&, const Choice&) = default;
  };
  /// All choices, in the order of the reference. Cost: their number, and for conc those already performed.
  [[nodiscard]] std::vector<Choice> choices() const;
  /// Choices that suffice to reach every end: a persistent set (Godefroid, Partial-Order Methods for the Verification
  /// of Concurrent Systems, 1996). Where a conc is all that is active, these are the first invocation and those that
  /// share locations with it, or with others of these: the rest commutes with them, and nothing else can happen before
  /// all are performed. Otherwise, all choices. Cost: their number, and once for each conc, its writes.
  [[nodiscard]] std::vector<Choice> sufficient_choices();
  /// What goes on as the reference does from `last`, the choice made last, if any was: the next invocation of its
  /// leaf, or the first that is left of that or a later leaf, or the first choice. Precondition: not ended(). Cost: log
  /// of the number of leaves.
  [[nodiscard]] Choice expected(const std::optional<Choice>& last) const;
  /// The same, but not the invocation of leaf on e unless it is the only choice. Precondition: so were all choices
  /// before.
  [[nodiscard]] Choice delaying(Leaf leaf, std::span<const Entity> e, const std::optional<Choice>& last) const;
  /// The choice of an invocation of a leaf, where it can be performed next: the one of this number, or the one on e.
  /// Cost: log of the number of leaves, and of the leaf's invocations.
  [[nodiscard]] std::optional<Choice> choice(Leaf leaf, std::size_t invocation) const;
  [[nodiscard]] std::optional<Choice> choice(Leaf leaf, std::span<const Entity> e) const;
  [[nodiscard]] const Invocation& at(const Choice&) const;
  /// The leaves that have something to perform, by node; and the choice among those of one that the reference makes.
  [[nodiscard]] const std::set<std::size_t>& active() const { return active_; }
  [[nodiscard]] Choice first(std::size_t node) const;
  /// A location at which a choice would change the state, or what is observed of it later; none where it would change
  /// nothing. Cost: that of performing it.
  [[nodiscard]] std::optional<Location> changes(const Choice&) const;
  /// Performs an invocation. Cost: log k for each of its writes, at its leaf and at each awaited ∥ around it.
  void perform(const Choice&);

  /// Whether all is performed.
  [[nodiscard]] bool ended() const { return active_.empty(); }
  /// The state with all mutations so far: where the run has got to.
  [[nodiscard]] const State& state() const { return state_; }

  /// Whether two runs of one plan have the same future and the same state.
  friend bool operator==(const Run&, const Run&);
  [[nodiscard]] std::size_t hash() const;
  [[nodiscard]] std::size_t weight() const { return coreecs::weight(state_, progress_.size()); }
  /// How many matches it may still observe.
  [[nodiscard]] std::size_t matches_left() const { return matches_left_; }

 private:
  struct Progress {
    State own;  // where it is observed later: the state at its start, changed by its own mutations so far
    std::shared_ptr<const Matches> matches;                      // seq, unless fixed: what is to be visited
    std::shared_ptr<const std::vector<Invocation>> invocations;  // conc: all of them; seq: the next one
    std::shared_ptr<const Groups> groups;                        // conc, when somebody asked for them
    std::vector<bool> performed;                                 // conc
    std::size_t next = 0;                                        // conc: all before are performed; seq: to be visited
    bool half_done = false;                                      // par
  };
  /// Starts a sub-schedule. Returns the state after it where there is nothing to perform.
  std::optional<State> start(std::size_t node, State c);
  std::optional<State> start_conc(std::size_t node, State c);
  std::optional<State> start_seq(std::size_t node, State c);
  /// Goes on with what waits for a sub-schedule that is done and leaves a state.
  void finish(std::size_t node, State c);
  bool visit_next(std::size_t node, Progress&);
  Matches observe(const SeriesParallel::Node&, const State& c);

  const Plan* plan_;
  const Environment* env_;
  std::size_t matches_left_;
  State state_;
  std::map<std::size_t, Progress> progress_;  // of started leaves and ∥ that are not finished
  std::set<std::size_t> active_;              // leaves that have something to perform
};

}  // namespace coreecs
