#include "props/apps/bench/gap.hpp"

#include <algorithm>
#include <set>

#include "interp/language/program/effects.hpp"
#include "semantics/equivalence.hpp"

namespace coreecs::gap {

namespace {

using schedulers::Admissible;
using schedulers::Tasks;

using Locations = std::set<Location>;

/// The labels that an incl of the query yields, and those that it asks for otherwise.
void labels_of(const Query& q, std::set<Label>& included, std::set<Label>& asked) {
  if (const auto* incl = std::get_if<Incl>(&q)) included.insert(incl->i);
  if (const auto* anyway = std::get_if<Anyway>(&q)) asked.insert(anyway->i);
  if (const auto* all = std::get_if<And>(&q))
    for (const Query& part : all->conjuncts) labels_of(part, included, asked);
}

Locations written(const Invocation& u) {
  Locations all;
  for (const Write& write : u.m.writes()) all.insert(write.l);
  return all;
}

Locations read(const Invocation& u, std::size_t labels) {
  Locations all;
  for (std::size_t k = 0; k < u.s->q.size(); ++k)
    for (const Label i : observed_labels(u.s->q[k], labels)) all.insert({u.e[k], i});
  return all;
}

bool apart(const Locations& a, const Locations& b) {
  return std::none_of(a.begin(), a.end(), [&](const Location& l) { return b.contains(l); });
}

/// Whether all that it writes are components of entities that it matched, which they have before and after.
bool updates_what_it_owns(const Invocation& u) {
  for (const Write& write : u.m.writes()) {
    bool owned = false;
    for (std::size_t k = 0; k < u.s->q.size(); ++k) {
      std::set<Label> included, asked;
      labels_of(u.s->q[k], included, asked);
      owned = owned || (u.e[k] == write.l.e && included.contains(write.l.i));
    }
    if (!owned || !write.k) return false;
  }
  return true;
}

/// Whether Flecs runs both on one thread: it gives an entity that a system iterates to the same thread, whichever
/// system, and systems of no entity to the main thread.
bool same_thread(const Invocation& u, const Invocation& v) { return u.e.empty() || v.e.empty() || u.e[0] == v.e[0]; }

/// Which leaf comes before which: those on the two sides of a ⨟.
Dag order_of(const SeriesParallel& z) {
  Digraph said(z.leaves.size());
  std::vector<std::vector<std::size_t>> sides;
  fold(
      std::span(z.nodes), sides,
      [](const SeriesParallel::Node& node) { return std::vector<std::size_t>{static_cast<std::size_t>(node.leaf)}; },
      [&](const SeriesParallel::Node& node, std::vector<std::size_t> left, const std::vector<std::size_t>& right) {
        if (node.kind == SeriesParallel::Kind::Then)
          for (const std::size_t x : left)
            for (const std::size_t y : right) said.add(x, y);
        left.insert(left.end(), right.begin(), right.end());
        return left;
      });
  return std::get<Dag>(Dag::of(std::move(said)));
}

struct Access {
  std::set<Label> reads, writes, commands;
};

bool meet(const std::set<Label>& a, const std::set<Label>& b) {
  return std::any_of(a.begin(), a.end(), [&](Label i) { return b.contains(i); });
}

Access access_of(const System& s, std::size_t labels) {
  Access access;
  std::set<Label> included, asked, may_write;
  for (const Query& q : s.q) labels_of(q, included, asked);
  for (Label i = 0; i < labels; ++i)
    if (!s.effects || s.effects->writes.contains(i)) may_write.insert(i);
  for (const Label i : may_write) (included.contains(i) ? access.writes : access.commands).insert(i);
  for (const auto& each : {included, asked})
    for (const Label i : each)
      if (!access.writes.contains(i)) access.reads.insert(i);
  return access;
}

}  // namespace

Pairs& Pairs::operator+=(const Pairs& other) {
  all += other.all;
  disjoint += other.disjoint;
  commuting += other.commuting;
  independent += other.independent;
  divided += other.divided;
  for (std::size_t k = 0; k < models; ++k) {
    beside[k] += other.beside[k];
    effective[k] += other.effective[k];
    extra[k] += other.extra[k];
  }
  return *this;
}

Declared declared(const PartialOrder& po, std::size_t labels) {
  const std::size_t n = po.z.leaves.size();
  Declared all{Tasks(n), {}};
  all.tasks.order = order_of(po.z);
  std::vector<Access> access;
  for (const std::size_t node : po.z.leaves) access.push_back(access_of(*po.z.nodes[node].s, labels));
  for (const Invocation& u : po.invocations) {
    all.deferred.push_back(!updates_what_it_owns(u));
    if (!all.deferred.back()) continue;
    all.tasks.tasks[u.leaf].deferred = true;
    for (const Write& write : u.m.writes()) access[u.leaf].commands.insert(write.l.i);
  }
  for (std::size_t x = 0; x < n; ++x) {
    all.tasks.tasks[x].split = true;
    all.tasks.tasks[x].deferred = all.tasks.tasks[x].deferred || !access[x].commands.empty();
    for (std::size_t y = 0; y < n; ++y) {
      if (x == y) continue;
      if (meet(access[x].writes, access[y].writes) || meet(access[x].writes, access[y].reads)) all.tasks.conflict(x, y);
      if (meet(access[x].commands, access[y].reads) || meet(access[x].commands, access[y].writes))
        all.tasks.observers[x].set(y);
    }
  }
  return all;
}

Measured measure(const PartialOrder& po, std::size_t labels, const Counts& counts) {
  Measured found;
  const Declared how = declared(po, labels);
  std::vector<Admissible> executions;
  const std::size_t workers = how.tasks.size() + 1;
  for (const schedulers::Scheduler& each : schedulers::all_schedulers())
    executions.push_back(admissible(how.tasks, each.plan(how.tasks, workers)));
  std::vector<Locations> writes, reads;
  for (const Invocation& u : po.invocations) {
    writes.push_back(written(u));
    reads.push_back(read(u, labels));
  }
  for (std::size_t u = 0; u < po.size(); ++u)
    for (std::size_t v = u + 1; v < po.size(); ++v) {
      const Invocation &a = po.invocations[u], &b = po.invocations[v];
      if (!concurrent(po, u, v) || (counts && (!counts(a) || !counts(b)))) continue;
      Pairs& pairs = a.leaf == b.leaf ? found.within : found.between;
      const bool disjoint = apart(writes[u], writes[v]), commuting = commute(a.m, b.m);
      ++pairs.all;
      pairs.disjoint += disjoint;
      pairs.commuting += commuting;
      pairs.independent += disjoint && apart(reads[u], writes[v]) && apart(writes[u], reads[v]);
      for (std::size_t k = 0; k < models; ++k) {
        const bool flecs = schedulers::all_schedulers()[k].name == "flecs";
        const bool beside = executions[k].overlap[a.leaf].test(b.leaf) && !(flecs && same_thread(a, b));
        const bool acts = beside && !how.deferred[u] && !how.deferred[v];
        if (disjoint) {
          pairs.beside[k] += beside;
          pairs.effective[k] += acts;
        }
        pairs.extra[k] += acts && !commuting;
      }
      pairs.divided += disjoint && a.leaf == b.leaf && a.e.size() == 1 && !how.deferred[u] && !how.deferred[v];
    }
  return found;
}

}  // namespace coreecs::gap
