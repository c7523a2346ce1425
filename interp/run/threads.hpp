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
  /// Whether the schedule is known to be safe (Definition 4.3) at every state that it will be run at. Under snapshot
  /// visibility invocations then share nothing while they run; otherwise they take tickets, which settle who is last.
  bool safe = false;
  /// Whether to note what is performed, by which thread and when.
  bool record = false;
};

/// When a thread did something.
struct Span {
  std::size_t thread = 0;  ///< the calling thread is 0
  std::chrono::steady_clock::time_point begin = {}, end = {};
};
/// An invocation as a thread performed it: what it observed and wrote, and the time from the one to the other.
struct Traced {
  Performed invocation;
  ObservedValues observed;
  std::vector<Write> wrote;
  Span span;
};
/// Something else that a thread did: finding matches, or merging writes.
struct Activity {
  std::string name;
  Span span;
};

/// An executor (interp/run/execution.hpp: pass std::ref of it). Under snapshot visibility every call ends as one of the
/// model's runs does; where the schedule is safe that is z(c).
class Threads {
 public:
  explicit Threads(ThreadOptions options);

  /// Performs z from c. `env.fresh` must stand being called by several threads, as that of an Execution does. Throws
  /// what a system function throws: of all that do, the first by leaf and match; and Interrupted. All threads have then
  /// come to rest.
  /// Cost: that of z(c), divided among the threads; a seq is one chain. What is written within a ∥ is sorted by
  /// location.
  [[nodiscard]] State operator()(const State& c, const Schedule& z, At at);

  [[nodiscard]] std::size_t threads() const { return pool_.threads(); }
  /// What the calls so far have performed, where that was asked for, in one order: that of a run of the model (D5), or
  /// under shared visibility that of the mutations.
  [[nodiscard]] const std::vector<Traced>& performed() const { return performed_; }
  [[nodiscard]] const std::vector<Activity>& activities() const { return activities_; }
  /// Forgets it.
  void restart();

 private:
  ThreadOptions options_;
  Pool pool_;
  std::vector<Traced> performed_;
  std::vector<Activity> activities_;
};

}  // namespace coreecs
