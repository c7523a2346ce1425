// What threads do at a leaf: conc(s) and seq(s), by sweeps where a state is enough, and otherwise by matches.
#include <algorithm>
#include <iterator>

#include "interp/run/fork_join.hpp"

namespace coreecs {

namespace {

fast::Sweep::Kind sweep_kind(const SeriesParallel::Node& z) {
  return z.kind == SeriesParallel::Kind::Conc ? fast::Sweep::Kind::Conc : fast::Sweep::Kind::Seq;
}

}  // namespace

void ForkJoin::perform(std::size_t leaf) {
  const Node& z = z_.nodes[leaf];
  if (moot(z.leaf)) return finish(leaf, {{}, {}, true});
  if (by_state_ && fast::Sweep::covers(sweep_kind(z), *z.s, *at_.env)) return sweep(leaf);
  z.kind == Kind::Conc ? conc(leaf) : seq(leaf);
}

// Performs a leaf of which only the state is needed. The writes of a conc do not meet, since it is safe. A seq may turn
// out to need its turns, and where a condition can fail, it may have to be asked before all invocations.
void ForkJoin::sweep(std::size_t node) {
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

// conc observes the state at its start. Its invocations are divided among the threads.
void ForkJoin::conc(std::size_t node) {
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

void ForkJoin::close(std::size_t node) {
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

// seq observes the progress of its own side before each visit, as roll does (§3.5).
void ForkJoin::seq(std::size_t node) {
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

std::optional<Update> ForkJoin::invoke(std::size_t node, std::size_t number, const Match& r) {
  const Node& z = z_.nodes[node];
  try {
    return coreecs::invoke(*z.s, r, {*at_.env, at_.leaf + z.leaf});
  } catch (...) {
    fail(z.leaf, number);
    return std::nullopt;
  }
}

void ForkJoin::perform(std::size_t node, const Match& r, const Update& m, Time begin, Batch* batch) {
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

}  // namespace coreecs
