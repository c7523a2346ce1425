#include "semantics/query.hpp"

#include <algorithm>
#include <numeric>

namespace coreecs {

ResultType result_type(const Query& q, const Schema& K) {
  return std::visit(
      Clauses{
          // [result/incl]    ⟪incl_i⟫ ≜ K_i                                                             Figure 6
          [&](const Incl& q) -> ResultType { return K[q.i].type; },
          // [result/excl]    ⟪excl_i⟫ ≜ ⊤
          [](const Excl&) -> ResultType { return Top{}; },
          // [result/anyway]  ⟪anyway_i⟫ ≜ K_i + ⊤
          [&](const Anyway& q) -> ResultType { return OrTop{K[q.i].type}; },
          // [result/and]     ⟪q ∧ q'⟫ ≜ ⟪q⟫ × ⟪q'⟫
          [&](const And& q) -> ResultType { return result_type(q.conjuncts, K); },
      },
      q);
}

// [result/vector]  ⟪q⃗⟫ ≜ ∏_{1 ≤ j ≤ dim(q⃗)} ⟪q_j⟫                                                             §3.3
ResultType result_type(const QueryVector& q, const Schema& K) {
  Product product;
  for (const Query& q_j : q) product.factors.push_back(result_type(q_j, K));
  return product;
}

std::size_t width(const QueryVector& q) {
  std::size_t cells = 0;
  for (const Query& q_j : q) {
    const And* conjunction = std::get_if<And>(&q_j);
    cells += conjunction ? width(conjunction->conjuncts) : 1;
  }
  return cells;
}

void Matches::push_back(const Match& r) {
  entities_.insert(entities_.end(), r.e.begin(), r.e.end());
  cells_.insert(cells_.end(), r.w.begin(), r.w.end());
}

bool query_at(const Query& q, const State& c, Entity e, std::vector<Cell>& w) {
  return std::visit(
      Clauses{
          // [query/incl]    ⟦incl_i⟧c ≜ c_i                                                                 §3.2
          [&](const Incl& q) {
            const Value* k = c[q.i].find(e);
            if (k) w.emplace_back(*k);
            return k != nullptr;
          },
          // [query/excl]    ⟦excl_i⟧c ≜ {*}_{e ∈ live(c) \ dom(c_i)}
          [&](const Excl& q) {
            const bool matches = !c[q.i].find(e) && is_live(c, e);
            if (matches) w.emplace_back(std::nullopt);
            return matches;
          },
          // [query/anyway]  ⟦anyway_i⟧c ≜ c_i ∪̇ {*}_{e ∈ live(c) \ dom(c_i)}
          [&](const Anyway& q) {
            const Value* k = c[q.i].find(e);
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
          },
      },
      q);
}

bool query_at(const QueryVector& q, const State& c, std::span<const Entity> e, std::vector<Cell>& w) {
  const std::size_t before = w.size();
  for (std::size_t j = 0; j < q.size(); ++j)
    if (!query_at(q[j], c, e[j], w)) {
      w.resize(before);
      return false;
    }
  return true;
}

namespace {

/// A label that every match of q has: dom(⟦q⟧c) ⊆ dom(c_i). Otherwise only dom(⟦q⟧c) ⊆ live(c) is known.
std::optional<Label> included(const Query& q) {
  if (const Incl* incl = std::get_if<Incl>(&q)) return incl->i;
  if (const And* conjunction = std::get_if<And>(&q))
    for (const Query& q_j : conjunction->conjuncts)
      if (const auto i = included(q_j)) return i;
  return std::nullopt;
}

/// ⟦q⟧c, in entity order.
Matches query(const Query& q, const State& c) {
  Matches matches(1, width({q}));
  std::vector<Cell> w;
  for (const Entity e : candidates(q, c)) {
    w.clear();
    if (query_at(q, c, e, w)) matches.push_back({std::span(&e, 1), w});
  }
  return matches;
}

Matches sorted(const Matches& matches, const MatchOrder& before, std::size_t dim, std::size_t width) {
  std::vector<std::size_t> indices(matches.size());
  std::iota(indices.begin(), indices.end(), 0);
  std::stable_sort(indices.begin(), indices.end(),
                   [&](std::size_t a, std::size_t b) { return before(matches[a].e, matches[b].e); });
  Matches result(dim, width);
  for (const std::size_t j : indices) result.push_back(matches[j]);
  return result;
}

/// Whether the product of factors that are not empty has at most so many matches.
void bound(const std::vector<Matches>& factors, std::size_t most) {
  for (const Matches& r : factors) {
    if (r.size() > most) throw TooManyMatches();
    most /= r.size();
  }
}

}  // namespace

std::vector<Entity> candidates(const Query& q, const State& c) {
  const auto i = included(q);
  if (!i) return live(c);
  std::vector<Entity> entities;
  entities.reserve(c[*i].size());
  for (const auto& [e, k] : c[*i]) entities.push_back(e);
  return entities;
}

// [query/vector]  ⟦q⃗⟧c ≜ ∏_{1 ≤ j ≤ dim(q⃗)} ⟦q_j⟧c                                                              §3.3
Matches query(const QueryVector& q, const State& c, const Environment& env) {
  std::vector<Matches> factors;
  for (const Query& q_j : q) factors.push_back(query(q_j, c));

  Matches product(q.size(), width(q));
  if (factors.size() == 1) {
    product = std::move(factors.front());
  } else if (std::all_of(factors.begin(), factors.end(), [](const Matches& r) { return r.size() > 0; })) {
    bound(factors, env.most_matches);
    std::vector<std::size_t> j(q.size(), 0);  // counts in the lexicographic order of entity vectors (D1)
    std::vector<Entity> e;
    std::vector<Cell> w;
    for (bool more = true; more;) {
      e.clear();
      w.clear();
      for (std::size_t d = 0; d < q.size(); ++d) {
        const Match r = factors[d][j[d]];
        e.insert(e.end(), r.e.begin(), r.e.end());
        w.insert(w.end(), r.w.begin(), r.w.end());
      }
      product.push_back({e, w});
      more = false;
      for (std::size_t d = q.size(); d-- > 0 && !more;) {
        more = ++j[d] < factors[d].size();
        if (!more) j[d] = 0;
      }
    }
  }
  return env.order ? sorted(product, env.order, q.size(), width(q)) : product;
}

}  // namespace coreecs
