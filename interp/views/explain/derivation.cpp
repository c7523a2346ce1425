#include "interp/views/explain/derivation.hpp"

#include <algorithm>

#include "interp/fast/overlap.hpp"
#include "interp/fast/query.hpp"
#include "interp/language/program/effects.hpp"
#include "semantics/schedule.hpp"
#include "semantics/system.hpp"

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;

/// The label of a constraint that does not hold at a live entity.
std::optional<Label> failing(const Query& q, const State& c, Entity e) {
  return match(
      q,
      [&](const Incl& q) {
        return c.at({e, q.i}) ? std::nullopt : std::optional(q.i);
      },
      [&](const Excl& q) {
        return c.at({e, q.i}) ? std::optional(q.i) : std::nullopt;
      },
      [](const Anyway&) { return std::optional<Label>(); },
      [&](const And& q) {
        std::optional<Label> i;
        for (const Query& q_j : q.conjuncts)
          if (!i) i = failing(q_j, c, e);
        return i;
      });
}

class Deriver {
 public:
  Deriver(const State& c, const Environment& env) : c_(c), env_(env) { all_.observed.push_back({.c = c}); }

  Derivation operator()(const Schedule& z, Leaf first) && {
    derive(c_, 0, z, first, false);
    all_.end = std::move(c_);
    return std::move(all_);
  }

 private:
  /// Adds what z does at c, the observed state of this number. Returns z(c) if it is needed, and c otherwise.
  State derive(State c, std::size_t observes, const Schedule& z, Leaf first, bool needed) {
    return match(
        z.form(), [&](const Conc& z) { return conc(std::move(c), observes, *z.s, first, needed); },
        [&](const Seq& z) { return seq(std::move(c), observes, *z.s, first); },
        [&](const Par& z) {
          State z_c = derive(c, observes, z.left, first, needed);
          const std::size_t middle = all_.po.size();
          derive(std::move(c), observes, z.right, first + z.left.leaves(), false);
          for (std::size_t u = middle; needed && u < all_.po.size(); ++u)
            z_c = after(std::move(z_c), all_.po.invocations[u].m);
          all_.po.z.join(Kind::Par);
          return z_c;
        },
        [&](const Then& z) {
          State z_c = derive(std::move(c), observes, z.left, first, true);
          const std::size_t middle = all_.observed.size();
          all_.observed.push_back({z_c, observes, all_.po.z.nodes.size() - 1});
          z_c = derive(std::move(z_c), middle, z.right, first + z.left.leaves(), needed);
          all_.po.z.join(Kind::Then);
          return z_c;
        });
  }

  /// The leaf with all its matches, none of them visited yet.
  LeafDerivation matched(const State& c, std::size_t observes, Kind kind, const System& s, Leaf leaf) const {
    LeafDerivation here{.leaf = leaf, .kind = kind, .s = &s, .observes = observes};
    for (const Query& q : s.q) here.factors.push_back(fast::query({q}, c, env_));
    const Matches r = fast::query(s.q, c, env_);
    for (std::size_t j = 0; j < r.size(); ++j)
      here.visits.push_back({.e = {r[j].e.begin(), r[j].e.end()}, .matched = {r[j].w.begin(), r[j].w.end()}});
    return here;
  }

  State conc(State c, std::size_t observes, const System& s, Leaf leaf, bool needed) {
    LeafDerivation here = matched(c, observes, Kind::Conc, s, leaf);
    const std::size_t begin = all_.po.size();
    for (Visit& visit : here.visits) {
      visit.w = visit.matched;
      invoke(here, visit);
      if (needed) c = after(std::move(c), visit.u);
    }
    return end(std::move(here), begin, std::move(c));
  }

  State seq(State c, std::size_t observes, const System& s, Leaf leaf) {
    LeafDerivation here = matched(c, observes, Kind::Seq, s, leaf);
    const std::size_t begin = all_.po.size();
    for (Visit& visit : here.visits) {
      if (!query_at(s.q, c, visit.e, visit.w)) {
        visit.dropped = why_dropped(here, visit, c);
        continue;
      }
      invoke(here, visit);
      c = after(std::move(c), visit.u);
    }
    return end(std::move(here), begin, std::move(c));
  }

  State end(LeafDerivation here, std::size_t begin, State c) {
    all_.po.z.leaf(here.kind, here.s, begin, all_.po.size());
    all_.leaves.push_back(std::move(here));
    return c;
  }

  void invoke(const LeafDerivation& at, Visit& visit) {
    const Match r{visit.e, visit.w};
    visit.m = at.s->f(r);
    visit.u = perform(visit.m, Fresh({env_, at.leaf}, visit.e));
    for (const Write& write : visit.u.writes()) {
      const Value* before = c_.at(write.l);
      if (before ? write.k != *before : write.k.has_value())
        visit.changes.push_back({write.l, before ? std::optional(*before) : std::nullopt, write.k});
    }
    c_ = after(std::move(c_), visit.u);
    all_.po.invocations.push_back({at.leaf, at.s, {visit.e.begin(), visit.e.end()}, visit.u});
  }

  static Drop why_dropped(const LeafDerivation& here, const Visit& dropped, const State& c) {
    Drop drop;
    const QueryVector& q = here.s->q;
    std::vector<Cell> w;
    std::size_t query = 0;
    while (query < q.size() && query_at(q[query], c, dropped.e[query], w)) ++query;
    if (query < q.size()) drop.query = query;
    if (drop.query && is_live(c, dropped.e[query])) drop.i = failing(q[query], c, dropped.e[query]);
    const auto observed = [&](std::size_t query, Label i) {
      const std::vector<Label> labels = observed_labels(q[query], c.labels());
      return std::find(labels.begin(), labels.end(), i) != labels.end();
    };
    const auto settles = [&](const Location& l) {
      if (drop.query) return l.e == dropped.e[query] && (!drop.i || l.i == *drop.i);
      for (std::size_t j = 0; j < q.size(); ++j)
        if (l.e == dropped.e[j] && observed(j, l.i)) return true;
      return false;
    };
    for (std::size_t j = 0; &here.visits[j] != &dropped; ++j)
      for (const Write& write : here.visits[j].u.writes())
        if (settles(write.l)) drop.by = j;
    return drop;
  }

  State c_;  // the state after all so far, in the order of the reference
  const Environment& env_;
  Derivation all_;
};

}  // namespace

Derivation derive(const State& c, const Schedule& z, At at) { return Deriver(c, *at.env)(z, at.leaf); }

std::vector<Location> influence(const Invocation& u) {
  std::vector<Location> all;
  for (const Write& write : u.m.writes())
    if (!fast::is_own(write.l.e, u)) all.push_back(write.l);
  return all;
}

}  // namespace coreecs
