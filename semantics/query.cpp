#include "semantics/query.hpp"

#include <algorithm>
#include <numeric>

namespace coreecs {

ResultType result_type(const Query& q, const Schema& K) {
  return match(
      q,
      // [result/incl]    ⟪incl_i⟫ ≜ K_i                                                                 Figure 6
      [&](const Incl& q) -> ResultType { return K[q.i].type; },
      // [result/excl]    ⟪excl_i⟫ ≜ ⊤
      [](const Excl&) -> ResultType { return Top{}; },
      // [result/anyway]  ⟪anyway_i⟫ ≜ K_i + ⊤
      [&](const Anyway& q) -> ResultType { return OrTop{K[q.i].type}; },
      // [result/and]     ⟪q ∧ q'⟫ ≜ ⟪q⟫ × ⟪q'⟫
      [&](const And& q) -> ResultType { return result_type(q.conjuncts, K); });
}

// [result/vector]  ⟪q⃗⟫ ≜ ∏_{1 ≤ j ≤ dim(q⃗)} ⟪q_j⟫                                                             §3.3
ResultType result_type(const std::vector<Query>& q, const Schema& K) {
  Product product;
  for (const Query& q_j : q) product.factors.push_back(result_type(q_j, K));
  return product;
}

void Matches::push_back(const Match& r) {
  entities_.insert(entities_.end(), r.e.begin(), r.e.end());
  cells_.insert(cells_.end(), r.w.begin(), r.w.end());
  ++size_;
}

bool satisfies(const Condition& where, const Match& r) { return !where.phi || where.phi(r); }

bool query_at(const Query& q, const State& c, Entity e, std::vector<Cell>& w) {
  return match(
      q,
      // [query/incl]    ⟦incl_i⟧c ≜ c_i                                                                     §3.2
      [&](const Incl& q) {
        const Value* k = c.at({e, q.i});
        if (k) w.emplace_back(*k);
        return k != nullptr;
      },
      // [query/excl]    ⟦excl_i⟧c ≜ {*}_{e ∈ live(c) \ dom(c_i)}
      [&](const Excl& q) {
        const bool matches = is_live(c, e) && !c.at({e, q.i});
        if (matches) w.emplace_back(std::nullopt);
        return matches;
      },
      // [query/anyway]  ⟦anyway_i⟧c ≜ c_i ∪̇ {*}_{e ∈ live(c) \ dom(c_i)}
      [&](const Anyway& q) {
        const Value* k = c.at({e, q.i});
        const bool matches = k || is_live(c, e);
        if (matches) w.push_back(k ? Cell(*k) : std::nullopt);
        return matches;
      },
      // [query/and]     ⟦q ∧ q'⟧c ≜ {(⟦q⟧c(e), ⟦q'⟧c(e))}_{e ∈ live(c)}
      [&](const And& q) {
        const std::size_t before = w.size();
        const bool matches = std::all_of(q.conjuncts.begin(), q.conjuncts.end(),
                                         [&](const Query& q_j) { return query_at(q_j, c, e, w); });
        if (!matches) w.resize(before);
        return matches;
      });
}

bool query_at(const QueryVector& q, const State& c, std::span<const Entity> e, std::vector<Cell>& w) {
  const std::size_t before = w.size();
  bool matches = true;
  for (std::size_t j = 0; j < q.size() && matches; ++j) matches = query_at(q[j], c, e[j], w);
  matches = matches && satisfies(q.where, {e, std::span(w).subspan(before)});
  if (!matches) w.resize(before);
  return matches;
}

namespace {

/// ⟦q⟧c, in entity order.
Matches query(const Query& q, const State& c) {
  Matches matches(1);
  std::vector<Cell> w;
  for (const Entity e : live(c)) {
    w.clear();
    if (query_at(q, c, e, w)) matches.push_back({std::span(&e, 1), w});
  }
  return matches;
}

}  // namespace

Matches in_order(Matches r, const Environment& env) {
  if (!env.order || r.size() == 0) return r;
  std::vector<std::size_t> indices(r.size());
  std::iota(indices.begin(), indices.end(), 0);
  std::stable_sort(indices.begin(), indices.end(),
                   [&](std::size_t a, std::size_t b) { return env.order(r[a].e, r[b].e); });
  Matches sorted(r[0].e.size());
  for (const std::size_t j : indices) sorted.push_back(r[j]);
  return sorted;
}

namespace {

// [query/vector]  ⟦q⃗⟧c ≜ ∏_{1 ≤ j ≤ dim(q⃗)} ⟦q_j⟧c                                                              §3.3
Matches product(const QueryVector& q, const State& c) {
  Matches product(0);
  product.push_back({});
  for (std::size_t j = 0; j < q.size(); ++j) {  // lexicographic in the entity vectors (D1)
    const Matches factor = query(q[j], c);
    Matches longer(j + 1);
    for (std::size_t a = 0; a < product.size(); ++a)
      for (std::size_t b = 0; b < factor.size(); ++b) {
        std::vector<Entity> e(product[a].e.begin(), product[a].e.end());
        std::vector<Cell> w(product[a].w.begin(), product[a].w.end());
        e.push_back(factor[b].e.front());
        w.insert(w.end(), factor[b].w.begin(), factor[b].w.end());
        longer.push_back({e, w});
      }
    product = std::move(longer);
  }
  return product;
}

}  // namespace

// [query/where]   ⟦q⃗ where φ⟧c ≜ {e⃗ ↦ w⃗ ∈ ⟦q⃗⟧c | φ(e⃗ ↦ w⃗)}                                                     D17
Matches query(const QueryVector& q, const State& c, const Environment& env) {
  const Matches all = product(q, c);
  Matches matches(q.size());
  for (std::size_t j = 0; j < all.size(); ++j)
    if (satisfies(q.where, all[j])) matches.push_back(all[j]);
  return in_order(std::move(matches), env);
}

}  // namespace coreecs
