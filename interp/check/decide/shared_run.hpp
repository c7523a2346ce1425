/// [shared] Shared visibility (D8), the paper's second interpreter: all invocations observe one state, and each
/// mutation is applied to it at once. A conc observes that state at its start. A seq finds its matches at its start,
/// and observes each again when it visits it. Observation and mutation are separate steps, between which others may
/// come.
#pragma once

#include <map>
#include <set>

#include "interp/language/program/ending.hpp"
#include "interp/run/machine.hpp"

namespace coreecs {

/// A schedule, and how its leaves interfere. Refers to its systems.
struct SharedPlan {
  SeriesParallel z;
  struct Apart {
    bool observes = true;  ///< no concurrent leaf may write what it observes
    bool writes = true;    ///< no concurrent leaf may observe or write what it writes
  };
  std::vector<Apart> apart;  ///< of each node that is a leaf, by labels

  /// Cost: the size of z, times the labels.
  SharedPlan(const Schedule& schedule, const Schema&);
};

/// An execution under way. Copies are independent.
class SharedRun {
 public:
  /// At the start of `plan` at c, before any observation. `plan` and `env` must outlive it.
  SharedRun(const SharedPlan& plan, const State& c, const Environment& env,
            std::size_t most = std::numeric_limits<std::size_t>::max());

  /// The next step of a leaf; for a conc whose invocations are under way, that of one of them.
  struct Choice {
    std::size_t node;
    std::size_t invocation;
    friend bool operator==(const Choice&, const Choice&) = default;
  };
  [[nodiscard]] std::vector<Choice> choices() const;
  /// The choices of one leaf. All of them can be performed, in any order.
  [[nodiscard]] std::vector<Choice> choices_of(std::size_t node) const;
  /// The leaves that can do something. Cost: their number.
  [[nodiscard]] std::vector<std::size_t> leaves() const;
  /// The first of these leaves, or the last. Precondition: not ended().
  [[nodiscard]] std::size_t leaf(bool last) const { return last ? active_.rbegin()->first : active_.begin()->first; }
  /// Choices that suffice to reach every end (a persistent set): those of one leaf if nothing interferes.
  [[nodiscard]] std::vector<Choice> sufficient_choices() const;
  /// Throws what a system function throws, and fast::TooManyMatches once it observes more than `most` matches.
  void perform(const Choice&);

  enum class Kind { Start, Observe, Perform };
  struct Step {
    Kind kind;
    Performed invocation;  ///< a start has no entities
  };
  [[nodiscard]] Step at(const Choice&) const;
  /// Whether a choice is a mutation that leaves the state as it is.
  [[nodiscard]] bool is_idle(const Choice&) const;
  [[nodiscard]] bool ended() const { return active_.empty(); }
  /// The shared state.
  [[nodiscard]] const State& state() const { return c_; }

  friend bool operator==(const SharedRun&, const SharedRun&);
  [[nodiscard]] std::size_t hash() const;
  [[nodiscard]] std::size_t weight() const { return coreecs::weight(c_, active_.size() + half_done_.size()); }
  [[nodiscard]] std::size_t matches_left() const { return matches_left_; }

 private:
  struct Progress {
    Kind next_step = Kind::Start;
    std::shared_ptr<const Matches> matches = {};                      // seq, once started
    std::shared_ptr<const std::vector<Invocation>> invocations = {};  // conc: all; seq: the one observed
    std::shared_ptr<const Groups> groups = {};                        // conc
    std::vector<bool> performed = {};                                 // conc
    std::size_t next = 0;  // conc: all before are performed; seq: the match to be visited
  };
  void start(std::size_t node);
  void finish(std::size_t node);
  void observe(std::size_t node, Progress&);

  const SharedPlan* plan_;
  const Environment* env_;
  std::size_t matches_left_;
  State c_;
  std::map<std::size_t, Progress> active_;  // leaves
  std::set<std::size_t> half_done_;         // ∥ with one side ended
};

}  // namespace coreecs
