/// [shared] Shared visibility (D8), the paper's second interpreter: all invocations observe one state, and each
/// mutation is applied to it at once. A conc observes that state at its start. A seq finds its matches at its start,
/// and observes each again when it visits it. Observation and mutation are separate steps, between which others may
/// come.
#pragma once

#include <map>
#include <set>

#include "interp/language/program/ending.hpp"
#include "interp/run/execution.hpp"
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

/// A complete execution: all its steps, including those that are no mutations.
struct SharedExecution {
  Ending run;
  std::vector<SharedRun::Kind> kinds;  ///< of its steps
  std::vector<bool> idle;              ///< whether each step is a mutation that changes nothing
};

/// An invocation that observes different things in two executions, or is a match in only one of them.
struct Differs {
  Performed invocation;
  std::optional<Location> l = {};  ///< none: it is a match in only one
  Cell a = {}, b = {};             ///< what is observed there
  bool in_first = true;            ///< without l: in which one
};

struct SharedVerdict {
  std::string schedule;
  std::uint64_t frames = 0;
  Answer confluent = Answer::Unknown;  ///< whether all executions end in the same state
  /// If they do: whether the reference run ends in it, too.
  Answer as_reference = Answer::Unknown;
  bool on_every_state = false;  ///< the static report shows it, without exploration
  std::size_t explored = 0;     ///< configurations
  Cut cut = Cut::Limit;         ///< if it is unknown
  /// Two executions that end differently.
  std::optional<std::pair<SharedExecution, SharedExecution>> witness;
  std::optional<Location> l;       ///< where the ends differ, unless one is a run-time error
  std::optional<Differs> differs;  ///< the first invocation that observes something else in the second
};

/// Decides whether all executions under shared visibility end in the same state, over the frames that the reference run
/// of the schedule has performed, with the entities of its environment. Cost: negligible if the static report decides;
/// that of three executions if two end differently; otherwise exponential, within `limit` configurations.
[[nodiscard]] SharedVerdict check_shared(const Program& program, const NamedSchedule& schedule, std::size_t limit,
                                         const Execution& reference);

}  // namespace coreecs
