/// [threads] Schedules on real threads (D8, specs/explanation/threads.md): conc and ∥ as a fork and a join.
#pragma once

#include <chrono>

#include "interp/language/program/ending.hpp"
#include "interp/run/observation.hpp"
#include "interp/run/pool.hpp"

namespace coreecs {

/// What an invocation observes (D8).
enum class Visibility {
  Snapshot,  ///< the calculus: the state of the fork and what its own side of each ∥ did (D5)
  Shared,    ///< one state for all, each mutation applied to it at once under a lock, as in the paper's second
             ///< interpreter
};

struct ThreadOptions {
  std::size_t threads = 2;  ///< at least one; the calling thread is one of them
  Visibility visibility = Visibility::Snapshot;
  /// Whether the schedule is known to be safe (Definition 4.3) at every state at which it will run. Under snapshot
  /// visibility invocations then share nothing while they run. Otherwise they take tickets, which determine the last
  /// writer.
  bool safe = false;
  /// Whether to record each invocation, with its thread and time.
  bool record = false;
};

/// The time of an action of a thread.
struct Span {
  std::size_t thread = 0;  ///< the calling thread is 0
  std::chrono::steady_clock::time_point begin = {}, end = {};
};
/// An invocation as a thread performed it: its observations, its writes, and the time from first to last.
struct Traced {
  Performed invocation;
  ObservedValues observed;
  std::vector<Write> wrote;
  Span span;
};
/// Another action of a thread: finding matches, or merging writes.
struct Activity {
  std::string name;
  Span span;
};

/// An executor (interp/run/execution.hpp: pass std::ref of it). Under snapshot visibility every call ends like some run
/// of the model; for a safe schedule that is z(c).
class Threads {
 public:
  explicit Threads(ThreadOptions options);

  /// Performs z from c. `env.fresh` must allow calls from several threads, as that of an Execution does. Throws
  /// Interrupted, or what a system function throws: the first error by leaf and match. By then no thread runs any more.
  /// Cost: that of z(c), divided among the threads; a seq is one chain. Unless the schedule is safe, writes within a ∥
  /// are sorted by location.
  [[nodiscard]] State operator()(const State& c, const Schedule& z, At at);

  [[nodiscard]] std::size_t threads() const { return pool_.threads(); }
  /// The invocations of all calls so far, if recorded, in one order: that of a run of the model (D5), or under shared
  /// visibility that of the mutations.
  [[nodiscard]] const std::vector<Traced>& performed() const { return performed_; }
  [[nodiscard]] const std::vector<Activity>& activities() const { return activities_; }
  /// Clears the records.
  void restart();

 private:
  ThreadOptions options_;
  Pool pool_;
  std::chrono::steady_clock::duration took_ = std::chrono::steady_clock::duration::max();  // the previous call
  std::vector<Traced> performed_;
  std::vector<Activity> activities_;
};

}  // namespace coreecs
