#include "interp/run/pool.hpp"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

namespace coreecs {

namespace {
thread_local std::size_t this_thread = 0;
}

std::size_t Pool::thread() { return this_thread; }

struct Pool::Batch {
  Batch(std::size_t n, std::function<void(std::size_t)> body, std::function<void()> then)
      : n(n), body(std::move(body)), then(std::move(then)), left(n) {}

  std::size_t n;
  std::function<void(std::size_t)> body;
  std::function<void()> then;
  std::atomic<std::size_t> next = 0, left;

  void operator()() {
    if (n == 0) return then();
    for (std::size_t j = next.fetch_add(1, std::memory_order_relaxed); j < n;
         j = next.fetch_add(1, std::memory_order_relaxed)) {
      body(j);
      if (left.fetch_sub(1, std::memory_order_acq_rel) == 1) then();
    }
  }
};

Pool::Pool(std::size_t threads) {
  workers_.reserve(threads - 1);
  try {
    for (std::size_t j = 1; j < threads; ++j)
      workers_.emplace_back([this, j] {
        this_thread = j;
        work();
      });
  } catch (const std::exception&) {
    // Out of threads or memory: the started workers do the work.
  }
}

Pool::~Pool() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
}

void Pool::each(std::size_t n, std::uint64_t urgency, std::function<void(std::size_t)> body,
                std::function<void()> then) {
  const auto batch = std::make_shared<Batch>(n, std::move(body), std::move(then));
  bool wake = false;
  {
    const std::lock_guard lock(mutex_);
    if (thrown_) return;
    for (std::size_t j = std::clamp<std::size_t>(n, 1, threads()); j > 0; --j) jobs_.push({urgency, added_++, batch});
    queued_.store(jobs_.size(), std::memory_order_relaxed);
    wake = asleep_ > 0 && (jobs_.size() > 1 || busy_ == 0);  // this thread can take one job itself
  }
  if (wake) changed_.notify_all();
}

void Pool::run(const std::function<void()>& first) {
  const struct Caller {
    std::size_t outside = std::exchange(this_thread, 0);  // it may be a thread of another pool
    ~Caller() { this_thread = outside; }
  } caller;
  std::unique_lock lock(mutex_);
  perform(first, lock);  // here: no other thread needs to wake up for it
  while (work_one(lock) || busy_ > 0)
    if (jobs_.empty() && busy_ > 0) wait(lock, [this] { return !jobs_.empty() || busy_ == 0; });
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

void Pool::work() {
  std::unique_lock lock(mutex_);
  while (!over_)
    if (!work_one(lock)) wait(lock, [this] { return !jobs_.empty() || over_; });
}

/// False if there is no job.
bool Pool::work_one(std::unique_lock<std::mutex>& lock) {
  if (jobs_.empty()) return false;
  std::shared_ptr<Batch> batch = jobs_.top().batch;
  jobs_.pop();
  queued_.store(jobs_.size(), std::memory_order_relaxed);
  perform(
      [&batch] {
        (*batch)();
        batch.reset();
      },
      lock);
  return true;
}

template <class Work>
void Pool::perform(const Work& work, std::unique_lock<std::mutex>& lock) {
  ++busy_;
  lock.unlock();
  std::exception_ptr thrown;
  try {
    work();
  } catch (...) {
    thrown = std::current_exception();
  }
  lock.lock();
  --busy_;
  if (thrown && !thrown_) thrown_ = std::move(thrown);
  if (thrown_) jobs_ = {};
  if (busy_ == 0 && jobs_.empty() && asleep_ > 0) changed_.notify_all();
}

/// First polls for a short while, since the next job often comes soon.
template <class Ready>
void Pool::wait(std::unique_lock<std::mutex>& lock, const Ready& ready) {
  lock.unlock();
  const auto until = std::chrono::steady_clock::now() + std::chrono::microseconds(100);
  while (queued_.load(std::memory_order_relaxed) == 0 && std::chrono::steady_clock::now() < until)
    std::this_thread::yield();
  lock.lock();
  ++asleep_;
  changed_.wait(lock, ready);
  --asleep_;
}

}  // namespace coreecs
