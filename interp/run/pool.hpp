/// Threads that share their work: fork and join by continuation, nothing waits for what it has forked.
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
  /// `threads` of them, of which one is whoever calls `run`; fewer where the system does not start so many.
  /// Precondition: threads ≥ 1.
  explicit Pool(std::size_t threads);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  [[nodiscard]] std::size_t threads() const { return workers_.size() + 1; }
  /// In what it performs: which of its threads that is, 0 for the one that called `run`.
  [[nodiscard]] static std::size_t thread();

  /// Performs `first` and all that is added meanwhile. When one throws, what has not begun is dropped, and the first
  /// such exception is thrown here. One at a time.
  void run(const std::function<void()>& first);

  /// In `run`: adds body(0), ..., body(n - 1), for any threads, and then `then`, for the thread that is last, which has
  /// seen all that they did. The more urgent goes first, and the later of equals. Returns at once.
  /// The caller should be about done with what it performs: it takes what is left over.
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
  template <class Ready>
  void wait(std::unique_lock<std::mutex>&, const Ready& ready);
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::priority_queue<Job> jobs_;
  std::atomic<std::size_t> queued_ = 0;  // jobs, for those who look without the lock
  std::uint64_t added_ = 0;
  std::size_t busy_ = 0, asleep_ = 0;
  bool over_ = false;
  std::exception_ptr thrown_;
  std::vector<std::jthread> workers_;
};

}  // namespace coreecs
