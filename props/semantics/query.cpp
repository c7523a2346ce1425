// §3.2 and §3.3: queries and query vectors.
#include "semantics/query.hpp"

#include <numeric>

#include "props/kit/case.hpp"
#include "props/kit/physics.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::physics;

namespace {

using Result = std::optional<std::vector<Cell>>;

Result one(Cell w) { return std::vector<Cell>(1, std::move(w)); }

/// ⟦q⟧c(e) by the equations of Table 1, on live entities.
Result literal(const Query& q, const State& c, Entity e) {
  return std::visit(Clauses{
                        [&](const Incl& q) {
                          const Value* k = c.at({e, q.i});
                          return k ? one(*k) : std::nullopt;
                        },
                        [&](const Excl& q) {
                          return c.at({e, q.i}) ? std::nullopt : one(std::nullopt);
                        },
                        [&](const Anyway& q) {
                          const Value* k = c.at({e, q.i});
                          return one(k ? Cell(*k) : std::nullopt);
                        },
                        [&](const And& q) {
                          Result all = std::vector<Cell>{};
                          for (const Query& conjunct : q.conjuncts) {
                            const Result cells = literal(conjunct, c, e);
                            if (!cells) return Result();
                            all->insert(all->end(), cells->begin(), cells->end());
                          }
                          return all;
                        },
                    },
                    q);
}

/// ⟦q⃗⟧c by going through all vectors of live entities in lexicographic order.
std::vector<std::pair<std::vector<Entity>, std::vector<Cell>>> literal(const QueryVector& q, const State& c) {
  std::vector<std::pair<std::vector<Entity>, std::vector<Cell>>> found{{}};
  for (const Query& one : q) {
    std::vector<std::pair<std::vector<Entity>, std::vector<Cell>>> longer;
    for (const auto& [e, w] : found)
      for (const Entity next : live(c))
        if (const Result result = literal(one, c, next)) {
          longer.emplace_back(e, w);
          longer.back().first.push_back(next);
          longer.back().second.insert(longer.back().second.end(), result->begin(), result->end());
        }
    found = std::move(longer);
  }
  return found;
}

void agrees(const QueryVector& q, const State& c, const Environment& env) {
  const auto expected = literal(q, c);
  const Matches r = query(q, c, env);
  RC_ASSERT(r.size() == expected.size());
  for (std::size_t j = 0; j < r.size(); ++j) {
    RC_ASSERT(std::equal(r[j].e.begin(), r[j].e.end(), expected[j].first.begin(), expected[j].first.end()));
    RC_ASSERT(std::equal(r[j].w.begin(), r[j].w.end(), expected[j].second.begin(), expected[j].second.end()));
    std::vector<Cell> w;
    RC_ASSERT(query_at(q, c, r[j].e, w));
    RC_ASSERT(w == expected[j].second);
  }
}

}  // namespace

// [query/incl] [query/excl] [query/anyway] [query/and] [query/vector]
TEST_CASE("Queries: ⟦q⃗⟧c is all vectors of live entities that satisfy the equations, in lexicographic order") {
  prop("the matches of every system, before and after the schedule, are those of the equations", [] {
    const Case t = *cases();
    const State end = advance(t.c, t.z, 0, t.env);
    std::size_t matches = 0;
    for (const auto& s : t.program->systems) {
      agrees(s->q, t.c, t.env);
      agrees(s->q, end, t.env);
      matches += query(s->q, t.c, t.env).size();
    }
    note(matches == 0, "no match");
  });
}

// [query/vector]
TEST_CASE("The order of matches is a parameter: under another order they are the same matches, in that order (D1)") {
  prop("the matches under the reverse order are those of the lexicographic order, reversed", [] {
    const Case t = *cases();
    Environment reverse = t.env;
    reverse.order = [](std::span<const Entity> a, std::span<const Entity> b) {
      return std::lexicographical_compare(b.begin(), b.end(), a.begin(), a.end());
    };
    for (const auto& s : t.program->systems) {
      const Matches r = query(s->q, t.c, t.env);
      const Matches r_ = query(s->q, t.c, reverse);
      RC_ASSERT(r.size() == r_.size());
      for (std::size_t j = 0; j < r.size(); ++j) {
        const auto e = r[j].e, e_ = r_[r.size() - 1 - j].e;
        RC_ASSERT(std::equal(e.begin(), e.end(), e_.begin(), e_.end()));
      }
    }
  });
}

// [result/incl] [result/excl] [result/anyway] [result/and] [result/vector]
TEST_CASE("The cells of a match are as ⟪q⃗⟫ says: a K_i, *, or either") {
  prop("width and kind of the cells follow from the result type", [] {
    const Case t = *cases();
    for (const auto& s : t.program->systems) {
      std::vector<ResultType> cells;
      const auto flatten = [&](const auto& self, const ResultType& type) -> void {
        if (const Product* product = std::get_if<Product>(&type))
          for (const ResultType& factor : product->factors) self(self, factor);
        else
          cells.push_back(type);
      };
      flatten(flatten, result_type(s->q, t.program->schema));
      RC_ASSERT(cells.size() == width(s->q));
      const Matches r = query(s->q, t.c, t.env);
      for (std::size_t j = 0; j < r.size(); ++j)
        for (std::size_t k = 0; k < cells.size(); ++k) {
          if (std::holds_alternative<Type>(cells[k])) RC_ASSERT(r[j].w[k].has_value());
          if (std::holds_alternative<Top>(cells[k])) RC_ASSERT(!r[j].w[k]);
        }
    }
  });
}

// [query/incl] [query/excl] [query/anyway] [query/and]
TEST_CASE("Queries see live entities only, and anyway sees all of them") {
  Entities entities;
  const Environment env = by_occurrence(entities);
  const State c = State(2).with(Vel, e1, 1);
  CHECK(query({Excl{Pos}}, c, env).size() == 1);
  CHECK(query({Anyway{Pos}}, c, env).size() == 1);
  CHECK(query({Excl{Pos}}, c.without(Vel, e1), env).size() == 0);
  CHECK(query({Anyway{Pos}}, c.without(Vel, e1), env).size() == 0);
  CHECK(query({And{{Incl{Vel}, Excl{Vel}}}}, c, env).size() == 0);
  CHECK(query({Incl{Vel}, Anyway{Pos}, Excl{Pos}}, c.with(Pos, e2, 3), env).size() == 2);
}
