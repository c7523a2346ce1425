#include "interp/apps/triage/execution.hpp"

#include <algorithm>

#include "interp/base/interrupt.hpp"
#include "interp/fast/query.hpp"
#include "interp/run/machine.hpp"
#include "semantics/system.hpp"

namespace coreecs::triage {

namespace {

/// [execution/owned]  own_s(c, m) ≜ { (e, i) ↦ k ∈ m | i ∈ W_s, k ≠ ⊥, c_i(e) ≠ ⊥ }     late_s(c, m) ≜ m \ own_s(c, m)
bool is_owned(const Body& body, const State& c, const Write& write) {
  return body.writes.contains(write.l.i) && write.k && c.at(write.l);
}

}  // namespace

// [execution/visit]  visit_s(c, ∅) ≜ (c, nil)
//                    visit_s(c, {e⃗, ...r}) ≜ let w⃗ = ⟦q_s⟧c(e⃗), m = f_s(e⃗, w⃗), (c′, d) = visit_s(c ↓ own_s(c, m), r)
//                                            in (c′, late_s(c, m) • d)                    and visit_s(c, r) where w⃗ = ⊥
Visited visit(const Body& body, bool exclusive, State c, At at, std::size_t most) {
  std::vector<Update> own, late;
  const Matches r = fast::query(body.s->q, c, *at.env, most);
  std::vector<Cell> w;
  for (std::size_t j = 0; j < r.size(); ++j) {
    w.clear();
    if (!query_at(body.s->q, c, r[j].e, w)) continue;
    const Update m = invoke(*body.s, {r[j].e, w}, at);
    Update::Writes now, later;
    for (const Write& write : m.writes()) (exclusive || is_owned(body, c, write) ? now : later).push_back(write);
    own.emplace_back(std::move(now));
    late.emplace_back(std::move(later));
    c = after(std::move(c), own.back());
  }
  return {std::move(c), composed(own), composed(late)};
}

std::size_t hash(const Configuration& k) {
  std::size_t all = mix(k.frame, coreecs::hash(k.c));
  for (std::size_t node = k.done.find_first(); node != Subset::npos; node = k.done.find_next(node))
    all = mix(all, node);
  for (const auto& [system, d] : k.deferred) all = mix(mix(all, system), d.writes().size());
  for (const auto& [question, answer] : k.answers) all = mix(all, question * 2 + (answer ? 1 : 0));
  if (k.changes.labels() > 0) all = mix(all, coreecs::hash(k.changes));
  return all;
}

// [execution/asked]  b_q(c), right before the first system of those before which q is asked; its answer for the others
bool Executions::answer(const Configuration& k, std::size_t question) const {
  const auto known = k.answers.find(question);
  if (known != k.answers.end()) return known->second;
  const Question& one = questions[question];
  try {
    return holds(one.is, k.c, env) != Answer::No;
  } catch (RuntimeError& error) {
    error.system = "the run condition " + one.name + (one.is.place.empty() ? "" : " at " + one.is.place);
    throw;
  }
}

bool Executions::runs(const Configuration& k, std::size_t system) const {
  for (std::size_t q = 0; q < questions.size(); ++q)
    if (questions[q].controls.test(system) && !answer(k, q)) return false;
  return true;
}

/// Asks what the system is the first to ask, and keeps the answers that others need.
void Executions::ask(Configuration& k, std::size_t system) const {
  for (std::size_t q = 0; q < questions.size(); ++q) {
    if (!questions[q].asks.test(system)) continue;
    const std::vector<std::size_t> askers = members(questions[q].asks);
    const bool is_last = std::all_of(askers.begin(), askers.end(),
                                     [&](std::size_t asker) { return asker == system || k.done.test(asker); });
    if (is_last)
      k.answers.erase(q);
    else
      k.answers.emplace(q, answer(k, q));
  }
}

Configuration Executions::first() const {
  Configuration k{0, Subset(plan.size()), start};
  if (!trackers.empty()) k.changes = trackers.first(start);
  return k;
}

void Executions::apply(Configuration& k, const Update& d) const {
  if (!trackers.empty()) k.changes = trackers.set(std::move(k.changes), k.c, d, std::nullopt);
  k.c = after(std::move(k.c), d);
}

// [change/deferred]  D keeps each write to an i of which some system asks; D₀, D₁, ... are applied in turn
void Executions::defer(Configuration& k, std::size_t node, const Update& d) const {
  if (d.writes().empty()) return;
  if (plan.applied == Applied::AsInserted || trackers.empty()) {
    Update& all = k.deferred[plan.applied == Applied::AsInserted ? node : 0];
    all = compose(all, d);
    return;
  }
  std::map<std::size_t, Update::Writes> layers;
  for (const Write& write : d.writes()) {
    std::size_t layer = 0;
    if (trackers.ask_about(write.l.i))
      while (k.deferred.contains(layer) && k.deferred.at(layer).find(write.l)) ++layer;
    layers[layer].push_back(write);
  }
  for (auto& [layer, writes] : layers) {
    Update& all = k.deferred[layer];
    all = compose(all, Update(std::move(writes)));
  }
}

bool Executions::is_enabled(const Configuration& k, std::size_t node) const {
  return !ended(k) && !k.done.test(node) && plan.order.below(node).is_subset_of(k.done);
}

std::vector<std::size_t> Executions::enabled(const Configuration& k) const {
  std::vector<std::size_t> nodes;
  for (std::size_t node = 0; node < plan.size(); ++node)
    if (is_enabled(k, node)) nodes.push_back(node);
  return nodes;
}

Visited Executions::visit_at(const Configuration& k, std::size_t system) const {
  if (!runs(k, system) || !bodies[system].s) return {k.c, {}, {}};
  const At at{env, k.frame * plan.systems + system};
  if (!bodies[system].asks) return visit(bodies[system], plan.exclusive[system], k.c, at, most);
  Visited visited = visit(bodies[system], plan.exclusive[system], trackers.both(k.c, k.changes, system), at, most);
  visited.c = trackers.of_program(visited.c, k.c.labels());
  return visited;
}

std::optional<Visited> Executions::visited_at(const Configuration& k, std::size_t system) const {
  try {
    return visit_at(k, system);
  } catch (const RuntimeError&) {
    return std::nullopt;
  }
}

Configuration Executions::step(Configuration k, std::size_t node) const {
  interrupt::poll();
  if (plan.is_sync(node)) {
    // [execution/sync]  ⟨I, c, D⟩ —y→ ⟨I ∪ {y}, c ↓ d_1 • ... • d_k, ∅⟩
    for (const auto& [system, d] : k.deferred) apply(k, d);
    k.deferred.clear();
  } else {
    // [execution/system]     ⟨I, c, D⟩ —s→ ⟨I ∪ {s}, c′, D · (s ↦ d)⟩
    // [execution/exclusive]  ⟨I, c, D⟩ —s→ ⟨I ∪ {s}, c ↓ (c ⇓ seq(s)), D⟩
    Visited visited = visit_at(k, node);
    if (!trackers.empty()) {
      if (bodies[node].asks && runs(k, node)) k.changes = trackers.ran(std::move(k.changes), node);
      k.changes = trackers.set(std::move(k.changes), k.c, visited.owned, node);
    }
    ask(k, node);
    k.c = std::move(visited.c);
    defer(k, node, visited.deferred);
  }
  k.done.set(node);
  if (k.done.all()) {
    k.done.reset();
    if (!trackers.empty()) k.changes = trackers.frame_ended(std::move(k.changes));
    ++k.frame;
  }
  return k;
}

Reached step(const Executions& all, const Reached& k, std::size_t node) {
  const auto* at = std::get_if<Configuration>(&k);
  if (!at) return k;
  try {
    return all.step(*at, node);
  } catch (const RuntimeError& error) {
    return error;
  }
}

bool does_as(const Executions& all, const Reached& k, const Reached& k2, std::size_t node) {
  const auto *at = std::get_if<Configuration>(&k), *at2 = std::get_if<Configuration>(&k2);
  if (!at || !at2) return !at && !at2;
  if (all.plan.is_sync(node)) return true;
  const std::optional<Visited> one = all.visited_at(*at, node), other = all.visited_at(*at2, node);
  if (!one || !other) return !one && !other;
  return one->owned == other->owned && one->deferred == other->deferred;
}

}  // namespace coreecs::triage
