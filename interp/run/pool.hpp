/// Threads that share work: fork and join by continuation, so that no job waits for another.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

namespace coreecs {

class Pool {
 public:
  /// Uses this many threads, including the caller of `run`; fewer if the system does not start them all. Precondition:
  /// threads ≥ 1.
  explicit Pool(std::size_t threads);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  [[nodiscard]] std::size_t threads() const { return workers_.size() + 1; }
  /// Within a job: the number of its thread, 0 for the caller of `run`.
  [[nodiscard]] static std::size_t thread();

  /// Performs `first` and all jobs added meanwhile. If a job throws, jobs that have not begun are dropped, and the
  /// first such exception is rethrown here. Only one call at a time.
  void run(const std::function<void()>& first);

  /// During `run`: adds body(0), ..., body(n - 1) for any threads; then the last thread to finish, which sees all their
  /// effects, calls `then`. More urgent jobs come first, and among equals the latest. Returns at once. The caller
  /// should be nearly done: it does what others leave.
  void each(std::size_t n, std::uint64_t urgency, std::function<void(std::size_t)> body, std::function<void()> then);
  void add(std::uint64_t urgency, std::function<void()> job) { each(0, urgency, {}, std::move(job)); }

 private:
  struct Batch;
  struct Job {
    std::uint64_t urgency, number;
    std::shared_ptr<Batch> batch;
    friend bool operator<(const Job& a, const Job& b) {
      return a.urgency != b.urgency ? a.urgency < b.urgency : a.number < b.number;
    }
  };
  bool work_one(std::unique_lock<std::mutex>&);
  /// Does this work without the lock.
  template <class Work>
  void perform(const Work& work, std::unique_lock<std::mutex>&);
  template <class Ready>
  void wait(std::unique_lock<std::mutex>&, const Ready& ready);
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::priority_queue<Job> jobs_;
  std::atomic<std::size_t> queued_ = 0;  // number of jobs, readable without the lock
  std::uint64_t added_ = 0;
  std::size_t busy_ = 0, asleep_ = 0;
  bool over_ = false;
  std::exception_ptr thrown_;
  std::vector<std::jthread> workers_;
};

}  // namespace coreecs
