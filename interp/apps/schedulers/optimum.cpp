#include <algorithm>
#include <boost/functional/hash.hpp>
#include <unordered_map>

#include "interp/apps/schedulers/makespan.hpp"
#include "interp/apps/schedulers/models.hpp"
#include "semantics/base/deep.hpp"

namespace coreecs::schedulers {

namespace {

/// Branch and bound over start times. In some fastest schedule, each task starts at the beginning or when another ends.
/// So at each of these times, the search starts some of the tasks that can start, or waits for the next end.
class Search {
 public:
  Search(const Tasks& tasks, std::size_t workers, std::uint64_t most)
      : tasks_(tasks),
        order_(std::get<Dag>(tasks.staged_order())),
        most_(most),
        running_(workers),
        pinned_(workers),
        finished_(tasks.size()),
        started_(tasks.size()),
        tail_(tasks.size()) {
    for (std::size_t x = 0; x < tasks.size(); ++x) {
      if (tasks.tasks[x].thread) pinned_[*tasks.tasks[x].thread] = true;
      if (tasks.tasks[x].times == 0) {
        finished_.set(x);
        started_.set(x);
      }
    }
    const auto order = order_.in_order();
    for (auto x = order.rbegin(); x != order.rend(); ++x) {
      for (const std::size_t y : order_.said().after(*x)) tail_[*x] = std::max(tail_[*x], tail_[y]);
      if (!started_.test(*x)) tail_[*x] += tasks.tasks[*x].duration;
    }
  }

  Optimum run() {
    least_ = lower_bounds(tasks_, running_.size()).greatest();
    by_list();
    best_.cut = cut_short([&] {
      if (best_.makespan > least_) visit(0, 0);
    });
    seen_.clear();  // frees memory for the output
    best_.nodes = nodes_;
    best_.proved = (nodes_ < most_ && !best_.cut) || best_.makespan == least_;
    return best_;
  }

 private:
  struct Running {
    std::size_t task;
    std::uint64_t end;
  };

  const Tasks& tasks_;
  const Dag order_;
  std::uint64_t most_, nodes_ = 0, least_ = 0;
  Optimum best_;
  std::vector<std::optional<Running>> running_;  // by worker
  std::vector<bool> pinned_;                     // by worker: some task asks for it
  Subset finished_, started_;
  std::vector<std::uint64_t> tail_;  // by task: the least time that it and all after it take
  std::vector<Optimum::Span> spans_;
  std::unordered_map<std::size_t, std::vector<std::pair<std::vector<std::size_t>, std::uint64_t>>> seen_;

  /// A first schedule: among the tasks that can start, the one with the longest tail starts.
  void by_list() {
    Planner planner(tasks_);
    std::vector<std::size_t> longest_first = planner.sequence();
    std::stable_sort(longest_first.begin(), longest_first.end(),
                     [&](std::size_t x, std::size_t y) { return tail_[x] > tail_[y]; });
    planner.phase("all", Starting::WhenFree);
    planner.jobs(longest_first, planner.order());
    const Plan plan = std::move(planner).finished();
    const Timeline run = simulate(Machine(tasks_, plan, running_.size()));
    best_.makespan = run.makespan;
    for (const Timeline::Span& span : run.spans)
      best_.spans.push_back({plan.jobs[span.job].task, span.worker, span.begin, span.end});
  }

  /// The earliest end of the remaining work, from this time on.
  [[nodiscard]] std::uint64_t bound(std::uint64_t time) const {
    std::uint64_t latest = time, work = 0;
    std::vector<std::uint64_t> own(running_.size());
    for (std::size_t worker = 0; worker < running_.size(); ++worker)
      if (const auto& now = running_[worker]) {
        latest = std::max(latest, now->end + tail_[now->task] - tasks_.tasks[now->task].duration);
        work += now->end - time;
        own[worker] = now->end - time;
      }
    for (const std::size_t x : members(~started_)) {
      latest = std::max(latest, time + tail_[x]);
      work += tasks_.tasks[x].duration;
      if (const auto thread = tasks_.tasks[x].thread) own[*thread] += tasks_.tasks[x].duration;
    }
    for (const std::uint64_t each : own) latest = std::max(latest, time + each);
    return std::max(latest, time + (work + running_.size() - 1) / running_.size());
  }

  [[nodiscard]] bool can_start(std::size_t x) const {
    if (started_.test(x) || !order_.below(x).is_subset_of(finished_)) return false;
    return std::none_of(running_.begin(), running_.end(),
                        [&](const auto& now) { return now && tasks_.conflicts[x].test(now->task); });
  }

  /// The distinguishable workers that can run it: the first one represents all that no task asks for.
  [[nodiscard]] std::vector<std::size_t> workers_for(std::size_t x) const {
    std::vector<std::size_t> found;
    const std::optional<std::size_t> own = tasks_.tasks[x].thread;
    bool other = false;
    for (std::size_t worker = 0; worker < running_.size(); ++worker) {
      if (running_[worker] || (own && *own != worker) || (!pinned_[worker] && other)) continue;
      other = other || !pinned_[worker];
      found.push_back(worker);
    }
    return found;
  }

  /// Whether the search reached an equivalent point before, at the same time or earlier. A running task is identified
  /// by its remaining time.
  bool seen_before(std::uint64_t time) {
    std::vector<std::size_t> key = members(finished_);
    for (std::size_t worker = 0; worker < running_.size(); ++worker)
      if (const auto& now = running_[worker]) {
        key.push_back(tasks_.size() + now->task);
        key.push_back(static_cast<std::size_t>(now->end - time));
        key.push_back(pinned_[worker] ? worker : running_.size());
      }
    auto& alike = seen_[boost::hash_range(key.begin(), key.end())];
    for (auto& [other, at] : alike)
      if (other == key) {
        if (at <= time) return true;
        at = time;
        return false;
      }
    alike.emplace_back(std::move(key), time);
    return false;
  }

  /// Starts tasks from the `from`-th on, in ascending order, and then waits.
  void visit(std::uint64_t time, std::size_t from) {
    if (started_.all()) {
      std::uint64_t end = time;
      for (const auto& now : running_) end = std::max(end, now ? now->end : time);
      if (end < best_.makespan) {
        best_.spans = std::vector(spans_);
        best_.makespan = end;
      }
      return;
    }
    if (nodes_ >= most_ || best_.makespan == least_ || bound(time) >= best_.makespan) return;
    if (from == 0 && seen_before(time)) return;
    ++nodes_;
    interrupt::poll();
    for (std::size_t x = from; x < tasks_.size(); ++x) {
      if (!can_start(x)) continue;
      for (const std::size_t worker : workers_for(x)) {
        const std::uint64_t end = time + tasks_.tasks[x].duration;
        running_[worker] = {x, end};
        started_.set(x);
        spans_.push_back({x, worker, time, end});
        deep([&] { visit(time, x + 1); });
        spans_.pop_back();
        started_.reset(x);
        running_[worker].reset();
      }
    }
    wait(time);
  }

  /// Moves on to the next end, unless some task could have been completed meanwhile.
  void wait(std::uint64_t time) {
    std::uint64_t next = UINT64_MAX;
    for (const auto& now : running_) next = std::min(next, now ? now->end : next);
    if (next == UINT64_MAX) return;
    for (std::size_t x = 0; x < tasks_.size(); ++x)
      if (can_start(x) && time + tasks_.tasks[x].duration <= next && !workers_for(x).empty()) return;
    const std::vector<std::optional<Running>> before = running_;
    for (auto& now : running_)
      if (now && now->end == next) {
        finished_.set(now->task);
        now.reset();
      }
    deep([&] { visit(next, 0); });
    running_ = before;
    for (const auto& now : running_)
      if (now) finished_.reset(now->task);
  }
};

}  // namespace

// [makespan/optimum]  the least end over all schedules that keep access, order, stages and threads
Optimum optimum(const Tasks& tasks, std::size_t workers, std::uint64_t nodes) {
  return Search(tasks, workers, nodes).run();
}

}  // namespace coreecs::schedulers
