/// One frame on threads, for Threads only: ∥ is a fork and a join, and so is a leaf with many matches.
#pragma once

#include <atomic>
#include <chrono>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "interp/fast/sweep.hpp"
#include "interp/run/threads.hpp"
#include "interp/run/writes.hpp"
#include "semantics/series_parallel.hpp"

namespace coreecs {

/// What is known of a sub-schedule before it runs on threads.
struct LookAhead {
  bool inside = false;  ///< inside a ∥, so its writes are written again at the join
  /// Whether the state after it is needed: left of a ⨟, and at the end. If it is needed after a ∥, it is needed on the
  /// side with more leaves, which receives the writes of the other side. So a schedule of n leaves writes each write at
  /// most log n times.
  bool state = false;
  /// For a leaf: grows with the longest chain of leaves from it to the end. A seq, which cannot be divided, is more
  /// urgent than a conc.
  std::uint64_t urgency = 0;
};

/// For each node. Cost: their number.
[[nodiscard]] std::vector<LookAhead> look_ahead(const SeriesParallel& z);

/// One call of Threads.
class ForkJoin {
 public:
  ForkJoin(const ThreadOptions& options, Pool& pool, const Schedule& z, const State& c, At at)
      : options_(options),
        pool_(pool),
        z_(z),
        look_ahead_(look_ahead(z_)),
        subs_(z_.nodes.size()),
        at_(at),
        shared_(options.visibility == Visibility::Shared),
        stamped_(options.record || (!shared_ && !options.safe)),
        by_state_(!shared_ && !stamped_),
        ready_(pool.threads()),
        records_(options.record ? pool.threads() : 0),
        c_(c) {}

  /// Performs z.
  State run();
  /// Appends the recorded invocations and activities, in the order of tickets.
  void recorded(std::vector<Traced>& performed, std::vector<Activity>& activities);

 private:
  using Kind = SeriesParallel::Kind;
  using Node = SeriesParallel::Node;

  /// The results of a sub-schedule: the state after it and its writes, each if needed.
  struct Outcome {
    Stamped state;
    Log log = {};
    bool failed = false;
  };
  /// A running sub-schedule. `state` is what a leaf first observes. A ∥ keeps the state of the fork until the join, so
  /// that no side writes in place what the other one reads.
  struct Sub {
    Stamped state;
    std::optional<fast::Sweep> sweep;
    std::vector<Batch> batches;
    Outcome left, right;
    std::atomic<int> sides = 2;
  };

  /// The record of one thread.
  struct alignas(64) Recorder {
    std::vector<std::pair<Ticket, Traced>> performed;
    std::vector<Activity> activities;
  };
  using Time = std::chrono::steady_clock::time_point;
  [[nodiscard]] Time now() const { return options_.record ? std::chrono::steady_clock::now() : Time(); }
  [[nodiscard]] Span since(Time begin) const { return {Pool::thread(), begin, now()}; }
  void note(const char* what, const std::string& name, Time begin) {
    if (options_.record) records_[Pool::thread()].activities.push_back({what + name, since(begin)});
  }

  /// Whether the state after a node is needed, and whether its log is.
  [[nodiscard]] bool needs_state(std::size_t node) const { return by_state_ || look_ahead_[node].state; }
  [[nodiscard]] bool needs_log(std::size_t node) const { return !by_state_ && look_ahead_[node].inside; }

  // Forks and joins (fork_join.cpp).
  void start(std::size_t node, Stamped state);
  void finish(std::size_t node, Outcome outcome);
  std::optional<Outcome> join(std::size_t node, Outcome outcome, Log log);
  void merge_part(Merge& merge, std::size_t part) {
    const Time begin = now();
    merge(part);
    note("merge", "", begin);
  }
  /// Performs these leaves, and the short ones that they make ready.
  void perform(std::vector<std::size_t> leaves);
  void go_on() { perform(std::exchange(ready_[Pool::thread()], {})); }

  // Leaves (fork_join_leaves.cpp).
  void perform(std::size_t leaf);
  void sweep(std::size_t node);
  void conc(std::size_t node);
  void seq(std::size_t node);
  void close(std::size_t node);
  std::optional<Update> invoke(std::size_t node, std::size_t number, const Match& r);
  void perform(std::size_t node, const Match& r, const Update& m, Time begin, Batch* batch);
  /// Called before invocations. A short frame might end before another thread has even woken up. If the order of
  /// invocations matters, a thread therefore yields before the first ones.
  void look_out() {
    interrupt::poll();
    if ((shared_ || stamped_) && pool_.threads() > 1 && patience_.load(std::memory_order_relaxed) > 0) {
      patience_.fetch_sub(1, std::memory_order_relaxed);
      std::this_thread::yield();
    }
  }
  void fail(Leaf leaf, std::size_t number);
  /// Whether the run has failed before this leaf.
  [[nodiscard]] bool moot(Leaf leaf) const { return failed_.load(std::memory_order_relaxed) < leaf; }
  /// Whether the run has failed before or in this leaf.
  [[nodiscard]] bool ended(Leaf leaf) const { return failed_.load(std::memory_order_relaxed) <= leaf; }

  const ThreadOptions& options_;
  Pool& pool_;
  const SeriesParallel z_;
  const std::vector<LookAhead> look_ahead_;
  std::vector<Sub> subs_;
  const At at_;
  const bool shared_, stamped_;
  const bool by_state_;  // whether each side of a ∥ keeps its state instead of a log: their writes do not meet
  std::vector<std::vector<std::size_t>> ready_;  // by thread, short leaves that it is to perform next
  std::vector<Recorder> records_;                // by thread, if requested

  State c_;           // shared visibility: the one state; finally, the end state
  std::mutex mutex_;  // protects the one state and the error
  std::atomic<Ticket> tickets_ = 0;
  std::atomic<int> patience_ = 100;
  std::atomic<Leaf> failed_ = std::numeric_limits<Leaf>::max();
  std::size_t failed_number_ = 0;
  std::exception_ptr error_;
};

}  // namespace coreecs
