// [observer/run] Changes that trigger observers, as they are deferred and applied (explanation/observers.md).
#include <fmt/format.h>

#include <algorithm>

#include "interp/apps/triage/execution.hpp"
#include "interp/base/json/place.hpp"
#include "interp/fast/query.hpp"
#include "semantics/system.hpp"

namespace coreecs::triage {

namespace {

using On = app::Trigger::On;

bool meet(const LabelSet& a, const LabelSet& b) {
  return std::any_of(a.begin(), a.end(), [&](coreecs::Label i) { return b.contains(i); });
}
/// A change that is applied next, by a system, or by an observer.
struct Part {
  Update m;
  std::optional<std::size_t> by = {}, observer = {};
};

[[noreturn]] void throw_endless(const std::string& observer, Entity e) {
  const Place root;
  throw RuntimeError(observer, {e}, root.member("observers", 0).member(observer, 0).pointer(),
                     fmt::format("observers have run {} times after one change, and it triggers one more; an engine "
                                 "may not come to an end here",
                                 Executions::most_runs));
}

}  // namespace

// [observer/apart]   two parts of D are applied in any order if the observers of neither observe or write what the
//                    other part writes, or its observers: a part is in the first layer after all on which it depends
// [change/deferred]  D keeps each write to an i of which some system asks; a later one is in a later layer
void Executions::defer_part(std::map<std::size_t, Update>& deferred, Layers& known, std::size_t node,
                            const Update& part) const {
  const std::span<const Write> all = part.writes();
  if (plan.applied == Applied::AsInserted) {
    const auto end = deferred.lower_bound((node + 1) * most_parts);
    const bool first = end == deferred.begin() || std::prev(end)->first < node * most_parts;
    deferred.emplace_hint(end, first ? node * most_parts : std::prev(end)->first + 1, part);
    return;
  }
  const bool triggers =
      std::any_of(all.begin(), all.end(), [&](const Write& one) { return observers.may_trigger(one); });
  if (!triggers && all.size() > 1) {
    for (const Write& write : all) defer_part(deferred, known, node, Update(Update::Writes{write}));
    return;
  }
  Layer of_part = known_of(part);
  std::size_t layer = 0;
  for (auto from = deferred.rbegin(); from != deferred.rend(); ++from) {  // the last layers first
    const auto& [at, other] = *from;
    if (at / most_parts < layer) break;
    const auto [of, is_new] = known.try_emplace(at);
    if (is_new) of->second = known_of(other);
    const Layer& one = of->second;
    const bool same_location = std::any_of(all.begin(), all.end(), [&, &other = other](const Write& write) {
      return other.find(write.l) != nullptr || one.locations.contains(write.l);
    });
    const bool depends = triggers || at % most_parts != 0
                             ? meet(of_part.labels, one.touched) || meet(one.labels, of_part.touched) ||
                                   meet(of_part.written, one.touched) || meet(of_part.touched, one.written) ||
                                   same_location
                             : same_location && trackers.ask_about(all.front().l.i);
    if (depends)
      layer = at / most_parts + 1;
    else if (same_location)
      layer = at / most_parts;
  }
  const std::size_t at = layer * most_parts + (triggers ? 1 + all.front().l.i : 0);
  deferred.try_emplace(at);
  Layer& in = known[at];  // what triggers something is written once here
  in.labels.insert(of_part.labels.begin(), of_part.labels.end());
  in.touched.insert(of_part.touched.begin(), of_part.touched.end());
  in.written.insert(of_part.written.begin(), of_part.written.end());
  for (const Write& write : all) in.locations.insert(write.l);
  in.parts.push_back(part);
}

Executions::Layer Executions::known_of(const Update& of) const {
  Layer out{{}, observers.touched(of), observers.written(of)};
  for (const Write& write : of.writes()) out.labels.insert(write.l.i);
  return out;
}

void Executions::apply(Configuration& k, const Update& d, const OnChange& on_change) const {
  apply(k, d, std::nullopt, on_change);
}

// [observer/run]  c ↓ m: the observers that m triggers run one after the other, before m if e loses something, and
//                 otherwise after it. Then what they defer is applied, each part with all that it triggers, before what
//                 comes after m
void Executions::apply(Configuration& k, const Update& d, std::optional<std::size_t> by,
                       const OnChange& on_change) const {
  const auto now = [&](const Part& part) {
    if (on_change) on_change(k.c, part.m, part.observer);
    if (!trackers.empty()) k.changes = trackers.set(std::move(k.changes), k.c, part.m, part.by);
    k.c = after(std::move(k.c), part.m);
  };
  if (observers.empty()) return now({d, by});
  std::vector<Part> next;  // the last one comes first
  std::vector<Update> all = operations(d);
  next.reserve(all.size());
  for (Update& m : all) next.push_back({std::move(m), by});
  std::reverse(next.begin(), next.end());
  std::size_t left = next.size(), runs = 0;  // operations of d; how often observers have run after the last of them
  while (!next.empty()) {
    const Part part = std::move(next.back());
    next.pop_back();
    if (next.size() < left) {
      left = next.size();
      runs = 0;
    }
    const Entity e = part.m.writes().front().l.e;
    std::vector<Part> deferred;
    const auto run = [&](On on, const LabelSet& labels) {
      for (const std::size_t o : observers.triggered(on, labels)) {
        if (++runs > most_runs) throw_endless(observers.name(o), e);
        for (const Update& m : observe(k, o, e))
          for (Update& one : operations(m)) deferred.push_back({std::move(one), {}, o});
      }
    };
    LabelSet set, added, lost;
    for (const Write& write : part.m.writes()) {
      const bool was = k.c.at(write.l) != nullptr;
      if (!write.k && was) lost.insert(write.l.i);
      if (!write.k) continue;
      set.insert(write.l.i);
      if (!was) added.insert(write.l.i);
    }
    run(On::Removed, lost);
    now(part);
    run(On::Added, added);
    run(On::Set, set);
    next.insert(next.end(), std::make_move_iterator(deferred.rbegin()), std::make_move_iterator(deferred.rend()));
  }
}

// [observer/visit]  visit_o(c) where the first query of q_o matches only e; yields what it defers, match by match
std::vector<Update> Executions::observe(Configuration& k, std::size_t o, Entity e) const {
  const std::uint64_t run = observers.creates(o) ? k.runs[o]++ : 0;
  const Leaf leaf = this->leaf(k.frame, k.open ? k.open->round : 0, plan.systems + run * observers.size() + o);
  const Body body{observers.body(o).get(), observers.writes(o)};
  Visited visited = visit(body, false, Observers::seen(k.c, e), At{env, leaf}, most);
  if (!trackers.empty()) k.changes = trackers.set(std::move(k.changes), k.c, visited.owned, std::nullopt);
  k.c = Observers::of_program(visited.c);
  return std::move(visited.each);
}

// [observer/exclusive]  [execution/exclusive], where all that is not written in place triggers observers at once
Visited Executions::visit_at_once(Configuration& k, std::size_t system, const OnChange& on_change) const {
  const Body& body = bodies[system];
  const State changes = k.changes;
  if (body.flags) k.changes = trackers.ran(std::move(k.changes), system);
  const auto read = [&] {
    State c = events.both(k.c, k.unread, {EventReader::Kind::System, system});
    return body.flags ? trackers.both(c, changes, system) : c;
  };
  Visited out;
  std::vector<Update> all;
  std::vector<Cell> w;
  const Matches r = fast::query(body.s->q, read(), env, most);
  for (std::size_t j = 0; j < r.size(); ++j) {
    if (!matches(body, read(), r[j].e, w)) continue;
    const Update m = invoke(*body.s, {r[j].e, w}, {env, leaf(k, system)});
    Update::Writes in_place, others;
    for (const Write& write : m.writes()) {
      if (!body.events.contains(write.l.i))
        (is_owned(body, k.c, write) ? in_place : others).push_back(write);
      else if (write.k)
        out.sent.emplace_back(write.l.i, *write.k);
    }
    const Update owned(std::move(in_place)), rest(std::move(others));
    if (!trackers.empty()) k.changes = trackers.set(std::move(k.changes), k.c, owned, system);
    k.c = after(std::move(k.c), owned);
    apply(k, rest, system, on_change);
    all.push_back(compose(owned, rest));
  }
  out.c = k.c;
  out.owned = composed(all);
  out.each = std::move(all);
  return out;
}

}  // namespace coreecs::triage
