#include "interp/run/threads.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "interp/fast/pass.hpp"
#include "interp/fast/sweep.hpp"
#include "interp/run/look_ahead.hpp"
#include "interp/run/writes.hpp"

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;
using Node = SeriesParallel::Node;

/// One call of the executor.
class Frame {
 public:
  Frame(const ThreadOptions& options, Pool& pool, const Schedule& z, const State& c, At at)
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

  State run() {
    pool_.run([this] {
      start(z_.nodes.size() - 1, {shared_ ? State() : c_, {}});
      go_on();
    });
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    return std::move(c_);
  }

  /// Appends the recorded invocations and activities, in the order of tickets.
  void recorded(std::vector<Traced>& performed, std::vector<Activity>& activities) {
    std::vector<std::pair<Ticket, Traced>> all;
    for (Recorder& record : records_) {
      std::move(record.performed.begin(), record.performed.end(), std::back_inserter(all));
      std::move(record.activities.begin(), record.activities.end(), std::back_inserter(activities));
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& step : all) performed.push_back(std::move(step.second));
  }

 private:
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

  static fast::Sweep::Kind sweep_kind(const Node& z) {
    return z.kind == Kind::Conc ? fast::Sweep::Kind::Conc : fast::Sweep::Kind::Seq;
  }

  void start(std::size_t node, Stamped state);
  void perform(std::size_t leaf);
  /// Performs these leaves, and the short ones that they make ready.
  void perform(std::vector<std::size_t> leaves);
  void go_on() { perform(std::exchange(ready_[Pool::thread()], {})); }
  void sweep(std::size_t node);
  void conc(std::size_t node);
  void seq(std::size_t node);
  void close(std::size_t node);
  void finish(std::size_t node, Outcome outcome);
  std::optional<Outcome> join(std::size_t node, Outcome outcome, Log log);
  void merge_part(Merge& merge, std::size_t part) {
    const Time begin = now();
    merge(part);
    note("merge", "", begin);
  }

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

void Frame::perform(std::vector<std::size_t> leaves) {
  std::vector<std::size_t>& ready = ready_[Pool::thread()];
  while (!leaves.empty()) {
    const std::size_t leaf = leaves.back();
    leaves.pop_back();
    perform(leaf);
    leaves.insert(leaves.end(), ready.begin(), ready.end());
    ready.clear();
  }
}

// Starts the first leaves of a sub-schedule. Fork: each side of a ∥ observes the state at its start. If no order
// is asked for, leaves that take less time than another thread to wake up stay together.
void Frame::start(std::size_t node, Stamped state) {
  constexpr double many = 2'000;  // invocations, worth another thread
  std::vector<std::size_t> together;
  double invocations = 0;
  std::vector<std::pair<std::size_t, Stamped>> starting;
  starting.emplace_back(node, std::move(state));
  while (!starting.empty()) {
    auto [n, c] = std::move(starting.back());
    starting.pop_back();
    const Node& z = z_.nodes[n];
    Sub& sub = subs_[n];
    if (z.kind == Kind::Then) {
      starting.emplace_back(z.left, std::move(c));
    } else if (z.kind == Kind::Par) {
      sub.state = c;
      if (stamped_ && !c.tickets) c.tickets = State(c.c.labels());
      starting.emplace_back(z.left, c);
      starting.emplace_back(z.right, std::move(c));
    } else {
      sub.state = std::move(c);
      const double own = by_state_ ? fast::most_matches(z.s->q, sub.state.c) : many;
      std::vector<std::size_t> alone{n};
      std::vector<std::size_t>& leaves = own < many ? together : alone;
      if (own < many) {
        together.push_back(n);
        invocations += own;
      }
      if (own < many && invocations < many) continue;
      pool_.add(look_ahead_[n].urgency, [this, leaves = std::exchange(leaves, {})] { perform(leaves); });
      if (own < many) invocations = 0;
    }
  }
  std::vector<std::size_t>& ready = ready_[Pool::thread()];
  ready.insert(ready.end(), together.begin(), together.end());
}

void Frame::perform(std::size_t leaf) {
  const Node& z = z_.nodes[leaf];
  if (moot(z.leaf)) return finish(leaf, {{}, {}, true});
  if (by_state_ && fast::Sweep::covers(sweep_kind(z), *z.s, *at_.env)) return sweep(leaf);
  z.kind == Kind::Conc ? conc(leaf) : seq(leaf);
}

// conc observes the state at its start. Its invocations are divided among the threads.
void Frame::conc(std::size_t node) {
  const Node& z = z_.nodes[node];
  Sub& sub = subs_[node];
  const Time begin = now();
  if (shared_) {
    const std::lock_guard lock(mutex_);
    sub.state.c = c_;
  }
  struct Found {
    std::optional<Matches> matches = {};
    std::optional<fast::Factors> factors = {};  // in place of the matches
    std::vector<Entity> entities = {};          // the candidates
  };
  const auto found = std::make_shared<Found>();
  try {
    if (z.s->q.size() == 1 && !z.s->q.where.phi && !at_.env->order)
      found->entities = found->factors.emplace(z.s->q, sub.state.c).first.all();
    else
      found->matches = fast::query(z.s->q, sub.state.c, *at_.env);
  } catch (...) {
    fail(z.leaf, 0);
  }
  note("query ", z.s->name, begin);
  const std::size_t n = found->matches ? found->matches->size() : found->entities.size();
  constexpr std::size_t most = 1024;  // invocations per chunk
  const std::size_t grain = std::clamp<std::size_t>(n / (16 * pool_.threads()), 1, most);
  const std::size_t chunks = (n + grain - 1) / grain;
  sub.batches.resize(chunks);
  const auto evaluate = [=, this, &sub, &z](std::size_t chunk) {
    look_out();
    Batch batch;
    std::size_t j = chunk * grain;
    const std::size_t last = std::min(n, (chunk + 1) * grain);
    const auto visit = [&](const Match& r) {
      const Time begin = now();
      if (const auto m = invoke(node, j++, r)) perform(node, r, *m, begin, &batch);
    };
    if (found->matches) {
      while (j < last && !moot(z.leaf)) visit((*found->matches)[j]);
    } else {
      fast::VectorJoin join(z.s->q, sub.state.c, *found->factors, found->entities[j],
                            last == n ? std::nullopt : std::optional(found->entities[last]));
      while (!moot(z.leaf) && join.next()) {
        visit({join.e(), join.w()});
      }
    }
    settle(batch);
    sub.batches[chunk] = std::move(batch);
  };
  pool_.each(chunks, look_ahead_[node].urgency, evaluate, [this, node] {
    close(node);
    go_on();
  });
}

void Frame::close(std::size_t node) {
  Sub& sub = subs_[node];
  if (shared_) sub.state.c = State();  // it is a copy of the one state
  Outcome outcome;
  outcome.failed = ended(z_.nodes[node].leaf);
  outcome.state = std::exchange(sub.state, {});
  Log log(std::make_move_iterator(sub.batches.begin()), std::make_move_iterator(sub.batches.end()));
  sub.batches = {};
  if (outcome.failed || shared_) return finish(node, std::move(outcome));
  std::optional<Outcome> joined = join(node, std::move(outcome), std::move(log));
  if (joined) finish(node, std::move(*joined));
}

// Performs a leaf of which only the state is needed. The writes of a conc do not meet, since it is safe. A seq may turn
// out to need its turns, and where a condition can fail, it may have to be asked before all invocations.
void Frame::sweep(std::size_t node) {
  const Node& z = z_.nodes[node];
  const bool may_be_odd = z.kind == Kind::Seq || z.s->q.where.phi;
  Sub& sub = subs_[node];
  try {
    sub.sweep.emplace(sweep_kind(z), *z.s, sub.state.c, At(*at_.env, at_.leaf + z.leaf),
                      pool_.threads() == 1 ? 1 : 8 * pool_.threads());
  } catch (...) {
    fail(z.leaf, 0);
    return finish(node, {{}, {}, true});
  }
  fast::Sweep& sweep = *sub.sweep;
  const auto odd = std::make_shared<std::atomic<bool>>(false);
  const auto perform = [this, may_be_odd, odd, &z, &sweep](std::size_t part) {
    if (moot(z.leaf) || odd->load(std::memory_order_relaxed)) return;
    try {
      sweep(part);
    } catch (const Interrupted&) {
      fail(z.leaf, part);
    } catch (...) {
      if (may_be_odd)
        *odd = true;
      else
        fail(z.leaf, part);
    }
  };
  const auto close = [this, odd, node, &z, &sub] {
    if (!ended(z.leaf) && (*odd || (z.kind == Kind::Seq && !sub.sweep->holds()))) {
      sub.sweep.reset();
      return z.kind == Kind::Conc ? conc(node) : seq(node);
    }
    Outcome outcome;
    outcome.failed = ended(z.leaf);
    if (!outcome.failed) outcome.state.c = std::move(*sub.sweep).take();
    sub.sweep.reset();
    sub.state = {};
    finish(node, std::move(outcome));
  };
  // The first part tells whether the others take longer than another thread takes to wake up.
  constexpr std::chrono::microseconds worth_a_fork(50);
  const auto begin = std::chrono::steady_clock::now();
  perform(0);
  const auto took = std::chrono::steady_clock::now() - begin;
  const std::size_t others = sweep.parts() - 1;
  if (others * took > worth_a_fork)
    return pool_.each(
        others, look_ahead_[node].urgency, [perform](std::size_t part) { perform(part + 1); },
        [this, close] {
          close();
          go_on();
        });
  for (std::size_t part = 1; part <= others; ++part) perform(part);
  close();
}

// seq observes the progress of its own side before each visit, as roll does (§3.5).
void Frame::seq(std::size_t node) {
  const Node& z = z_.nodes[node];
  Stamped state = std::exchange(subs_[node].state, {});
  Batch batch;
  const auto observe = [&](const auto& look) {
    if (!shared_) return look(state.c);
    const std::lock_guard lock(mutex_);
    return look(c_);
  };
  std::optional<Matches> r;
  const Time start = now();
  try {
    if (!moot(z.leaf)) r = observe([&](const State& c) { return fast::domain(z.s->q, c, *at_.env); });
  } catch (...) {
    fail(z.leaf, 0);
  }
  note("query ", z.s->name, start);
  if (r && needs_log(node)) batch.reserve(r->size());
  std::vector<Cell> w;
  for (std::size_t j = 0; r && j < r->size() && !ended(z.leaf); ++j) {
    look_out();
    const Time begin = now();
    w.clear();
    const std::span<const Entity> e = (*r)[j].e;
    bool matches = false;
    try {
      matches = observe([&](const State& c) { return query_at(z.s->q, c, e, w); });
    } catch (...) {  // its condition fails
      fail(z.leaf, j);
      break;
    }
    if (!matches) continue;
    const std::optional<Update> m = invoke(node, j, {e, w});
    if (!m) break;
    perform(node, {e, w}, *m, begin, needs_log(node) ? &batch : nullptr);
    if (!shared_) state.c = after(std::move(state.c), *m);
  }
  Outcome outcome;
  outcome.failed = ended(z.leaf);
  settle(batch);
  if (needs_state(node) && state.tickets)
    for (const Ticketed& write : batch) (*state.tickets)[write.i].update(write.e, Value(write.ticket));
  if (needs_state(node) && !outcome.failed) outcome.state = std::move(state);
  state = {};
  if (needs_log(node)) outcome.log.push_back(std::move(batch));
  finish(node, std::move(outcome));
}

/// What `other` has made of `fork`, `c` becomes as well. Nothing that both have written differs.
void add_changes(const State& fork, State& c, State other) {
  for (Label i = 0; i < fork.labels(); ++i) {
    if (other[i].is_copy_of(fork[i])) continue;
    if (c[i].is_copy_of(fork[i])) {
      c[i] = std::move(other[i]);
    } else {
      std::vector<PartialMap::Change> changes = PartialMap::difference(fork[i], other[i]);
      c[i].update(changes);
    }
  }
}

// The sub-schedule is done; continues whatever waits for it.
void Frame::finish(std::size_t node, Outcome outcome) {
  for (; node + 1 < z_.nodes.size(); node = z_.nodes[node].parent) {
    const std::size_t parent = z_.nodes[node].parent;
    const Node& z = z_.nodes[parent];
    Sub& sub = subs_[parent];
    if (z.kind == Kind::Then) {
      if (node == z.left && !outcome.failed) {
        sub.left.log = std::move(outcome.log);
        return start(z.right, std::move(outcome.state));
      }
      outcome.log.splice(outcome.log.begin(), sub.left.log);
      continue;
    }
    (node == z.left ? sub.left : sub.right) = std::move(outcome);
    if (sub.sides.fetch_sub(1, std::memory_order_acq_rel) == 2) return;
    const State fork = std::exchange(sub.state, {}).c;
    const bool left = look_ahead_[z.left].state;  // the side whose state receives the writes of the other side
    outcome = std::move(left ? sub.left : sub.right);
    Outcome other = std::move(left ? sub.right : sub.left);
    outcome.failed = outcome.failed || other.failed;
    if (outcome.failed || shared_) continue;
    if (by_state_) {
      add_changes(fork, outcome.state.c, std::move(other.state.c));
      continue;
    }
    std::optional<Outcome> joined = join(parent, std::move(outcome), std::move(other.log));
    if (!joined) return;
    outcome = std::move(*joined);
  }
  if (!outcome.failed && !shared_) c_ = std::move(outcome.state.c);
}

// Writes a log to the state of a sub-schedule, if the state is needed. For a long log, all threads share the work,
// continue afterwards themselves, and this returns nothing.
std::optional<Frame::Outcome> Frame::join(std::size_t node, Outcome outcome, Log log) {
  struct Join {
    Outcome outcome;
    Log log;
    std::optional<Merge> merge = {};
  };
  const bool needs_state = this->needs_state(node), needs_log = this->needs_log(node);
  const auto join = std::make_shared<Join>(Join{std::move(outcome), std::move(log)});
  const auto done = [join, needs_state, needs_log] {
    Outcome outcome = std::move(join->outcome);
    outcome.state = needs_state ? join->merge->take() : Stamped{};
    if (!needs_log) outcome.state.tickets.reset();
    if (needs_log) outcome.log.splice(outcome.log.end(), join->log);
    return outcome;
  };
  if (!needs_state) return done();
  const std::size_t labels = join->outcome.state.c.labels();
  join->merge.emplace(std::move(join->outcome.state), join->log, needs_log,
                      pool_.threads() == 1 ? 1 : 4 * pool_.threads());
  Merge& merge = *join->merge;
  if (merge.parts() > labels) {
    pool_.each(
        merge.parts(), look_ahead_[node].urgency, [this, &merge](std::size_t part) { merge_part(merge, part); },
        [this, node, done] {
          finish(node, done());
          go_on();
        });
    return std::nullopt;
  }
  for (std::size_t part = 0; part < merge.parts(); ++part) merge_part(merge, part);
  return done();
}

std::optional<Update> Frame::invoke(std::size_t node, std::size_t number, const Match& r) {
  const Node& z = z_.nodes[node];
  try {
    return coreecs::invoke(*z.s, r, {*at_.env, at_.leaf + z.leaf});
  } catch (...) {
    fail(z.leaf, number);
    return std::nullopt;
  }
}

void Frame::perform(std::size_t node, const Match& r, const Update& m, Time begin, Batch* batch) {
  const auto draw = [&] { return stamped_ ? tickets_.fetch_add(1, std::memory_order_relaxed) : 0; };
  Ticket ticket;
  if (shared_) {
    const std::lock_guard lock(mutex_);
    ticket = draw();
    for (const Write& write : m.writes()) c_.write(write.l, write.k);  // in place: others see it if memory runs out
  } else {
    ticket = draw();
    if (batch) append(*batch, m, ticket);
  }
  if (!options_.record) return;
  const Node& z = z_.nodes[node];
  records_[Pool::thread()].performed.emplace_back(ticket,
                                                  Traced{{at_.leaf + z.leaf, z.s->name, {r.e.begin(), r.e.end()}},
                                                         observed_values(z.s->q, r),
                                                         {m.writes().begin(), m.writes().end()},
                                                         since(begin)});
}

// Keeps the first error by leaf and match. Earlier invocations go on, and may fail as well.
void Frame::fail(Leaf leaf, std::size_t number) {
  const std::lock_guard lock(mutex_);
  const Leaf failed = failed_.load(std::memory_order_relaxed);
  if (failed < leaf || (failed == leaf && failed_number_ <= number)) return;
  error_ = std::current_exception();
  failed_number_ = number;
  failed_.store(leaf);
}

}  // namespace

Threads::Threads(ThreadOptions options) : options_(options), pool_(options_.threads) {}

// Frames resemble each other. After one that took less time than other threads take to wake up, the next is performed
// by the calling one.
State Threads::operator()(const State& c, const Schedule& z, At at) {
  constexpr std::chrono::microseconds worth_threads(20);
  const auto begin = std::chrono::steady_clock::now();
  const auto perform = [&] {
    const bool plain = options_.safe && options_.visibility == Visibility::Snapshot && !options_.record;
    if (plain && took_ < worth_threads) return fast::advance(c, z, at);
    Frame frame(options_, pool_, z, c, at);
    State end = frame.run();
    frame.recorded(performed_, activities_);
    return end;
  };
  State end = perform();
  took_ = std::chrono::steady_clock::now() - begin;
  return end;
}

void Threads::restart() {
  performed_.clear();
  activities_.clear();
}

}  // namespace coreecs
