#include "interp/run/fork_join.hpp"

#include <algorithm>
#include <iterator>

#include "interp/fast/query.hpp"

namespace coreecs {

State ForkJoin::run() {
  pool_.run([this] {
    start(z_.nodes.size() - 1, {shared_ ? State() : c_, {}});
    go_on();
  });
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  return std::move(c_);
}

void ForkJoin::recorded(std::vector<Traced>& performed, std::vector<Activity>& activities) {
  std::vector<std::pair<Ticket, Traced>> all;
  for (Recorder& record : records_) {
    std::move(record.performed.begin(), record.performed.end(), std::back_inserter(all));
    std::move(record.activities.begin(), record.activities.end(), std::back_inserter(activities));
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& step : all) performed.push_back(std::move(step.second));
}

void ForkJoin::perform(std::vector<std::size_t> leaves) {
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
void ForkJoin::start(std::size_t node, Stamped state) {
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

namespace {

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

}  // namespace

// The sub-schedule is done; continues whatever waits for it.
void ForkJoin::finish(std::size_t node, Outcome outcome) {
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
std::optional<ForkJoin::Outcome> ForkJoin::join(std::size_t node, Outcome outcome, Log log) {
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

// Keeps the first error by leaf and match. Earlier invocations go on, and may fail as well.
void ForkJoin::fail(Leaf leaf, std::size_t number) {
  const std::lock_guard lock(mutex_);
  const Leaf failed = failed_.load(std::memory_order_relaxed);
  if (failed < leaf || (failed == leaf && failed_number_ <= number)) return;
  error_ = std::current_exception();
  failed_number_ = number;
  failed_.store(leaf);
}

using Kind = SeriesParallel::Kind;

std::vector<LookAhead> look_ahead(const SeriesParallel& z) {
  std::vector<LookAhead> all(z.nodes.size());
  std::vector<std::uint64_t> leaves, longest;  // below each node: the number of leaves, and their longest chain
  for (const SeriesParallel::Node& node : z.nodes) {
    const bool leaf = node.is_leaf(), par = node.kind == Kind::Par;
    leaves.push_back(leaf ? 1 : leaves[node.left] + leaves[node.right]);
    longest.push_back(leaf  ? 1
                      : par ? std::max(longest[node.left], longest[node.right])
                            : longest[node.left] + longest[node.right]);
  }
  all.back().state = true;
  for (std::size_t n = z.nodes.size(); n-- > 0;) {
    const SeriesParallel::Node& node = z.nodes[n];
    if (node.is_leaf()) {
      all[n].urgency = 2 * (all[n].urgency + 1) + (node.kind == Kind::Seq ? 1 : 0);
      continue;
    }
    LookAhead &left = all[node.left], &right = all[node.right];
    left = right = all[n];
    if (node.kind == Kind::Par) {
      left.inside = right.inside = true;
      (leaves[node.left] < leaves[node.right] ? left : right).state = false;
    } else {
      left.state = true;
      left.urgency += longest[node.right];
    }
  }
  return all;
}

}  // namespace coreecs
