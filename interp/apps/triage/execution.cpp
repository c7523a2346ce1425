#include "interp/apps/triage/execution.hpp"

#include <algorithm>

#include "interp/base/interrupt.hpp"
#include "interp/fast/query.hpp"
#include "interp/run/machine.hpp"
#include "semantics/system.hpp"

namespace coreecs::triage {

bool matches(const Body& body, const State& c, std::span<const Entity> e, std::vector<Cell>& w) {
  w.clear();
  const auto has_incl = [](const Query& q) {
    const auto is_incl = [](const Query& one) { return std::holds_alternative<Incl>(one); };
    const auto* all = std::get_if<And>(&q);
    return all ? std::any_of(all->conjuncts.begin(), all->conjuncts.end(), is_incl) : is_incl(q);
  };
  const auto is_live = [&](Entity one) {
    for (coreecs::Label i = 0; i < *body.flags; ++i)
      if (c.at({one, i})) return true;
    return false;
  };
  for (std::size_t j = 0; body.flags && j < e.size(); ++j)
    if (!has_incl(body.s->q[j]) && !is_live(e[j])) return false;
  return query_at(body.s->q, c, e, w);
}

/// [execution/owned]  own_s(c, m) ≜ { (e, i) ↦ k ∈ m | i ∈ W_s, k ≠ ⊥, c_i(e) ≠ ⊥ }     late_s(c, m) ≜ m \ own_s(c, m)
bool is_owned(const Body& body, const State& c, const Write& write) {
  return body.writes.contains(write.l.i) && write.k && c.at(write.l);
}

// [execution/visit]  visit_s(c, ∅) ≜ (c, nil)
//                    visit_s(c, {e⃗, ...r}) ≜ let w⃗ = ⟦q_s⟧c(e⃗), m = f_s(e⃗, w⃗), (c′, d) = visit_s(c ↓ own_s(c, m), r)
//                                            in (c′, late_s(c, m) • d)                    and visit_s(c, r) where w⃗ = ⊥
Visited visit(const Body& body, bool exclusive, State c, At at, std::size_t most) {
  std::vector<Update> own, late;
  Sent sent;
  const Matches r = fast::query(body.s->q, c, *at.env, most);
  std::vector<Cell> w;
  for (std::size_t j = 0; j < r.size(); ++j) {
    if (!matches(body, c, r[j].e, w)) continue;
    const Update m = invoke(*body.s, {r[j].e, w}, at);
    Update::Writes now, later;
    for (const Write& write : m.writes()) {
      if (!body.events.contains(write.l.i))
        (exclusive || is_owned(body, c, write) ? now : later).push_back(write);
      else if (write.k)  // [queue/send]
        sent.emplace_back(write.l.i, *write.k);
    }
    own.emplace_back(std::move(now));
    late.emplace_back(std::move(later));
    c = after(std::move(c), own.back());
  }
  return {std::move(c), composed(own), composed(late), std::move(sent), std::move(late)};
}

std::size_t hash(const Configuration& k) {
  std::size_t all = mix(k.frame, coreecs::hash(k.c));
  for (std::size_t node = k.done.find_first(); node != Subset::npos; node = k.done.find_next(node))
    all = mix(all, node);
  for (const auto& [system, d] : k.deferred) all = mix(mix(all, system), d.writes().size());
  for (const auto& [question, answer] : k.answers) all = mix(all, question * 2 + (answer ? 1 : 0));
  if (k.changes.labels() > 0) all = mix(all, coreecs::hash(k.changes));
  all = mix(all, hash(k.unread));
  if (k.open) all = mix(mix(all, k.open->block + 1), k.open->left);
  for (const auto& [observer, runs] : k.runs) all = mix(mix(all, observer), runs);
  return all;
}

// [execution/asked]  b_q(c), right before the first system of those before which q is asked; its answer for the others
bool Executions::answer(const Configuration& k, std::size_t question) const {
  const auto known = k.answers.find(question);
  if (known != k.answers.end()) return known->second;
  const Question& one = questions[question];
  try {
    if (one.access.events.empty()) return holds(one.is, k.c, env) != Answer::No;
    return holds(one.is, events.both(k.c, k.unread, {EventReader::Kind::Condition, question}), env) != Answer::No;
  } catch (RuntimeError& error) {
    error.system = "the run condition " + one.name + (one.is.place.empty() ? "" : " at " + one.is.place);
    throw;
  }
}

bool Executions::runs(const Configuration& k, std::size_t system) const {
  const auto within = plan.block(system);
  for (std::size_t q = 0; q < questions.size(); ++q)
    if (!questions[q].number_of && questions[q].within == within && questions[q].controls.test(system) && !answer(k, q))
      return false;
  return true;
}

/// Whether a node is a system, or the beginning of a block, before which a question is asked.
bool Executions::is_asked(std::size_t question, std::size_t node) const {
  const Question& one = questions[question];
  if (one.number_of) return false;
  if (!plan.is_begin(node)) return one.within == plan.block(node) && one.asks.test(node);
  const Subset& nodes = plan.blocks[*plan.block(node)].nodes;
  for (std::size_t s = nodes.find_first(); s < plan.systems; s = nodes.find_next(s))
    if (!one.within && one.asks.test(s)) return true;
  return false;
}

/// Asks what the node is the first to ask, and keeps the answers that others need. [queue/read] Asking reads events.
void Executions::ask(Configuration& k, std::size_t node) const {
  for (std::size_t q = 0; q < questions.size(); ++q) {
    if (!is_asked(q, node)) continue;
    const std::vector<std::size_t> askers = members(questions[q].asks);
    const bool is_last = std::all_of(askers.begin(), askers.end(), [&](std::size_t asker) {
      return asker == node || k.done.test(asker) || (plan.is_begin(node) && plan.block(asker) == plan.block(node));
    });
    const bool is_first = !k.answers.contains(q);
    if (is_last)
      k.answers.erase(q);
    else
      k.answers.emplace(q, answer(k, q));
    if (is_first && !questions[q].access.events.empty()) events.ask(k.unread, k.c, q, questions[q].is, env);
  }
}

// Blocks --------------------------------------------------------------------------------------------------------------

// [repeat/number]  a number; the value of its term, if that is above 0; of a range the numbers from the most to the
//                  least in turn, frame after frame; and 0 if one of its conditions does not hold
std::uint64_t Executions::rounds(const Configuration& k, std::size_t block) const {
  const Subset& nodes = plan.blocks[block].nodes;
  for (std::size_t q = 0; q < questions.size(); ++q) {
    const Question& one = questions[q];
    if (!one.within && !one.number_of && one.controls.test(nodes.find_first()) && !answer(k, q)) return 0;
  }
  return number(k, block);
}

std::uint64_t Executions::number(const Configuration& k, std::size_t block) const {
  const app::Repeat& repeat = *repeats[block];
  if (!repeat.number || !repeat.number->term) return repeat.most - k.frame % (repeat.most - repeat.least + 1);
  const app::RunCondition& number = *repeat.number;
  const std::string name = "the number of rounds at " + number.place;
  std::int64_t measured = 0;
  try {
    measured = number.term->measures.front().of(k.c, env).as<std::int64_t>();
  } catch (RuntimeError& error) {
    error.system = name;
    throw;
  }
  if (measured > static_cast<std::int64_t>(app::Repeat::most_rounds))
    throw RuntimeError(name, {}, number.place,
                       std::to_string(measured) + " rounds in a frame; at most " +
                           std::to_string(app::Repeat::most_rounds) + " are performed");
  return measured > 0 ? static_cast<std::uint64_t>(measured) : 0;
}

// [repeat/block]  each round is an execution of P_B from the state of the round before, with nothing deferred
// [repeat/begin]  ⟨I, c, D, A⟩ —begin_B→ ⟨I ∪ {begin_B}, c, ∅, A′⟩ with n rounds to perform, and D outside;
//                 ⟨I ∪ B, c, D, A′⟩ if n = 0
void Executions::begin(Configuration& k, std::size_t block) const {
  const Round& round = plan.blocks[block];
  const std::uint64_t n = rounds(k, block);
  ask(k, round.begin);
  if (n == 0) {
    k.done |= round.nodes;
    return;
  }
  k.done.set(round.begin);
  events.block_runs(k.unread, block);
  k.open = Open{block, n - 1, 0, std::move(k.deferred)};
  k.deferred = {};
}

// [repeat/round]  ⟨I, c, ∅⟩ —end_B→ ⟨I \ (B \ {begin_B}), c, ∅⟩ if a round is left; ⟨I ∪ {end_B}, c, D⟩ with the D
//                 outside otherwise
void Executions::end_round(Configuration& k) const {
  const Round& round = plan.blocks[k.open->block];
  if (k.open->left > 0) {
    --k.open->left;
    ++k.open->round;
    k.done -= round.nodes;
    k.done.set(round.begin);
    return;
  }
  k.deferred = std::move(k.open->outside);
  k.open.reset();
}

/// Distinguishes what a system creates in this round and frame from all else that is created.
Leaf Executions::leaf(const Configuration& k, std::size_t system) const {
  return leaf(k.frame, k.open && plan.block(system) ? k.open->round : 0, system);
}

Configuration Executions::perform(Configuration k, std::size_t node) const {
  k = step(std::move(k), node);
  while (k.open && plan.is_begin(node)) {
    const std::size_t next = this->next(k);
    k = step(std::move(k), next);
  }
  return k;
}

// Steps ---------------------------------------------------------------------------------------------------------------

Configuration Executions::first() const {
  Configuration k{0, Subset(plan.size()), start};
  if (!trackers.empty()) k.changes = trackers.first(start);
  k.unread = events.first();
  return k;
}

void Executions::defer(Configuration& k, std::size_t node, const Visited& visited) const {
  const Update& d = visited.deferred;
  if (d.writes().empty()) return;
  auto& deferred = k.open && !plan.block(node) ? k.open->outside : k.deferred;
  if (!come_apart()) {
    Update& all = deferred[plan.applied == Applied::AsInserted ? node * most_parts : 0];
    all = compose(all, d);
    return;
  }
  Layers known;
  for (const Update& m : visited.each)
    for (const Update& part : operations(m)) defer_part(deferred, known, node, part);
  for (const auto& [at, of] : known)
    if (!of.parts.empty()) deferred[at] = compose(deferred[at], composed(of.parts));
}

bool Executions::is_enabled(const Configuration& k, std::size_t node) const {
  if (k.open && plan.block(node) != k.open->block) return false;  // nothing comes between the nodes of a block
  return !ended(k) && !k.done.test(node) && plan.order.below(node).is_subset_of(k.done);
}

std::vector<std::size_t> Executions::enabled(const Configuration& k) const {
  std::vector<std::size_t> nodes;
  for (std::size_t node = 0; node < plan.size(); ++node)
    if (is_enabled(k, node)) nodes.push_back(node);
  return nodes;
}

std::size_t Executions::next(const Configuration& k) const {
  std::size_t node = 0;
  while (!is_enabled(k, node)) ++node;
  return node;
}

Visited Executions::visit_at(const Configuration& k, std::size_t system) const { return visit_at(k, system, {}); }

Visited Executions::visit_at(const Configuration& k, std::size_t system, const OnChange& on_change) const {
  if (!runs(k, system) || !bodies[system].s) return {k.c, {}, {}};
  if (plan.exclusive[system] && come_apart()) {
    Configuration after = k;
    return visit_at_once(after, system, on_change);
  }
  const At at{env, leaf(k, system)};
  State c = events.both(k.c, k.unread, {EventReader::Kind::System, system});
  if (bodies[system].flags) c = trackers.both(c, k.changes, system);
  Visited visited = visit(bodies[system], plan.exclusive[system], std::move(c), at, most);
  if (bodies[system].flags) visited.c = trackers.of_program(visited.c, k.c.labels());
  visited.c = events.of_state(std::move(visited.c));
  return visited;
}

std::optional<Visited> Executions::visited_at(const Configuration& k, std::size_t system) const {
  try {
    return visit_at(k, system);
  } catch (const RuntimeError&) {
    return std::nullopt;
  }
}

Configuration Executions::ended_frame(Configuration k) const {
  if (!k.done.all()) return k;
  k.done.reset();
  if (!trackers.empty()) k.changes = trackers.frame_ended(std::move(k.changes));
  events.frame_ended(k.unread);
  k.runs.clear();
  ++k.frame;
  return k;
}

Configuration Executions::step(Configuration k, std::size_t node) const {
  interrupt::poll();
  if (plan.is_begin(node)) {
    begin(k, *plan.block(node));
    return ended_frame(std::move(k));
  }
  k.done.set(node);
  if (plan.is_sync(node)) {
    // [execution/sync]  ⟨I, c, D⟩ —y→ ⟨I ∪ {y}, c ↓ d_1 • ... • d_k, ∅⟩
    // [observer/sync]   ⟨I, c, D⟩ —y→ ⟨I ∪ {y}, apply(c, D), ∅⟩
    for (const auto& [system, d] : k.deferred) apply(k, d);
    k.deferred.clear();
    if (k.open && plan.blocks[k.open->block].end == node) end_round(k);
  } else {
    // [execution/system]     ⟨I, c, D⟩ —s→ ⟨I ∪ {s}, c′, D · (s ↦ d)⟩
    // [execution/exclusive]  ⟨I, c, D⟩ —s→ ⟨I ∪ {s}, c ↓ (c ⇓ seq(s)), D⟩
    Visited visited;
    if (plan.exclusive[node] && come_apart() && bodies[node].s && runs(k, node)) {
      Configuration after = k;
      visited = visit_at_once(after, node, {});
      k.changes = std::move(after.changes);
      k.runs = std::move(after.runs);
    } else {
      visited = visit_at(k, node);
      if (!trackers.empty()) {
        if (bodies[node].flags && runs(k, node)) k.changes = trackers.ran(std::move(k.changes), node);
        k.changes = trackers.set(std::move(k.changes), k.c, visited.owned, node);
      }
    }
    if (runs(k, node)) events.read(k.unread, {EventReader::Kind::System, node});
    ask(k, node);
    events.send(k.unread, visited.sent);
    k.c = std::move(visited.c);
    defer(k, node, visited);
  }
  return ended_frame(std::move(k));
}

Reached step(const Executions& all, Reached k, std::size_t node) {
  auto* at = std::get_if<Configuration>(&k);
  if (!at) return k;
  try {
    return all.step(std::move(*at), node);
  } catch (const RuntimeError& error) {
    return error;
  }
}

Reached perform(const Executions& all, const Reached& k, std::size_t node) {
  const auto* at = std::get_if<Configuration>(&k);
  if (!at) return k;
  try {
    return all.perform(*at, node);
  } catch (const RuntimeError& error) {
    return error;
  }
}

namespace {

bool block_does_as(const Executions& all, Reached k, Reached k2, std::size_t node) {
  const std::size_t block = *all.plan.block(node);
  const auto is_open = [&](const Reached& at) {
    const auto* here = std::get_if<Configuration>(&at);
    return here && here->open && here->open->block == block;
  };
  for (bool first = true; first || is_open(k); first = false) {
    if (!first) node = all.enabled(std::get<Configuration>(k)).front();
    if (!first && !does_as(all, k, k2, node)) return false;
    k = step(all, k, node);
    k2 = step(all, k2, node);
    if (k.index() != k2.index() || is_open(k) != is_open(k2)) return false;
  }
  return true;
}

}  // namespace

bool does_as(const Executions& all, const Reached& k, const Reached& k2, std::size_t node) {
  const auto *at = std::get_if<Configuration>(&k), *at2 = std::get_if<Configuration>(&k2);
  if (!at || !at2) return !at && !at2;
  if (all.plan.is_sync(node)) return true;
  if (all.plan.is_begin(node)) return block_does_as(all, k, k2, node);
  const std::optional<Visited> one = all.visited_at(*at, node), other = all.visited_at(*at2, node);
  if (!one || !other) return !one && !other;
  if (all.come_apart() && one->each != other->each) return false;
  return one->owned == other->owned && one->deferred == other->deferred && one->sent == other->sent;
}

}  // namespace coreecs::triage
