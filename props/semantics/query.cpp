// §3.2 and §3.3: queries and query vectors.
#include "semantics/query.hpp"

#include <algorithm>
#include <numeric>

#include "props/kit/case.hpp"
#include "props/kit/physics.hpp"
#include "props/kit/prop.hpp"
#include "semantics/order.hpp"

using namespace coreecs;
using namespace coreecs::physics;

namespace {

/// Whether a value is one of a type.
bool is_of(const Value& k, const Type& type) {
  const bool list = type.kind == Type::Kind::List;  // its values are kept as those of a record
  if (k.sum().index() != static_cast<std::size_t>(list ? Type::Kind::Record : type.kind)) return false;
  if (!type.texts.empty())
    return std::find(type.texts.begin(), type.texts.end(), k.as<Text>().get()) != type.texts.end();
  if (!list && type.kind != Type::Kind::Record) return true;
  const auto fields = k.as<Record>().fields();
  if (list)
    return fields.size() <= type.most && std::all_of(fields.begin(), fields.end(), [&](const Value& each) {
             return is_of(each, type.fields.front().type);
           });
  return std::equal(fields.begin(), fields.end(), type.fields.begin(), type.fields.end(),
                    [](const Value& k, const Type::Field& field) { return is_of(k, field.type); });
}

}  // namespace

// [query/vector] [query/and]
TEST_CASE("⟦q⃗⟧c is defined exactly at the vectors of live entities at which ⟦q⃗⟧c(e⃗) is, and in lexicographic order") {
  prop("the matches of every system, before and after the schedule, are all vectors that match", [] {
    const Case t = *cases();
    std::size_t matches = 0;
    for (const State& c : {t.c, advance(t.c, t.z, t.env)})
      for (const auto& s : t.program->systems) {
        if (live(c).size() > 20) continue;  // too many vectors
        std::vector<std::vector<Entity>> vectors{{}};
        for (std::size_t d = 0; d < s->q.size(); ++d) {
          std::vector<std::vector<Entity>> longer;
          for (const auto& e : vectors)
            for (const Entity next : live(c)) {
              longer.push_back(e);
              longer.back().push_back(next);
            }
          vectors = std::move(longer);
        }
        const Matches r = query(s->q, c, t.env);
        std::size_t j = 0;
        for (const auto& e : vectors) {
          std::vector<Cell> w;
          if (!query_at(s->q, c, e, w)) continue;
          RC_ASSERT(j < r.size());
          RC_ASSERT(std::equal(r[j].e.begin(), r[j].e.end(), e.begin(), e.end()));
          RC_ASSERT(std::equal(r[j].w.begin(), r[j].w.end(), w.begin(), w.end()));
          ++j;
        }
        RC_ASSERT(j == r.size());
        matches += r.size();
      }
    note(matches > 0, "some match", 0.5);
  });
}

// [query/incl] [query/excl] [query/anyway] [query/and]
TEST_CASE("⟦q⟧c(e): incl yields the component, excl its absence, anyway either, ∧ both, and of live entities only") {
  const State c = State(2).with(Pos, e1, 10).with(Pos, e2, 20).with(Vel, e2, 2);  // e3 is not live
  const auto at = [&](const Query& q, Entity e) -> std::optional<std::vector<Cell>> {
    std::vector<Cell> w;
    if (query_at(q, c, e, w)) return w;
    CHECK(w.empty());
    return std::nullopt;
  };
  using Cells = std::vector<Cell>;
  const Cell none;
  CHECK(at(Incl{Pos}, e1) == Cells{10});
  CHECK(at(Incl{Vel}, e2) == Cells{2});
  CHECK(at(Incl{Vel}, e1) == std::nullopt);
  CHECK(at(Incl{Pos}, e3) == std::nullopt);
  CHECK(at(Excl{Vel}, e1) == Cells{none});
  CHECK(at(Excl{Vel}, e2) == std::nullopt);
  CHECK(at(Excl{Vel}, e3) == std::nullopt);
  CHECK(at(Anyway{Vel}, e1) == Cells{none});
  CHECK(at(Anyway{Vel}, e2) == Cells{2});
  CHECK(at(Anyway{Vel}, e3) == std::nullopt);
  CHECK(at(And{{Incl{Pos}, Excl{Vel}}}, e1) == Cells{10, none});
  CHECK(at(And{{Incl{Pos}, Excl{Vel}}}, e2) == std::nullopt);
  CHECK(at(And{{Incl{Pos}, And{{Anyway{Vel}, Incl{Pos}}}}}, e2) == Cells{20, 2, 20});
}

// [query/vector]
TEST_CASE("A vector of no queries has one match, ⟨⟩: its system runs once (D15)") {
  Entities entities;
  const Environment env = by_occurrence(entities);
  CHECK(query({}, State(2), env).size() == 1);
  CHECK(query({}, c(), env)[0].e.empty());
  CHECK(query({}, c(), env)[0].w.empty());
  const System once{"once", {}, [](const Match&) -> Mutation { return Attach{Pos, e1, 5}; }};
  for (const Schedule& z : {conc(once), seq(once)}) {
    CHECK(partial_order(State(2), z, env).size() == 1);
    CHECK(advance(State(2), z, env) == State(2).with(Pos, e1, 5));
  }
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
      const Matches reversed = query(s->q, t.c, reverse);
      RC_ASSERT(r.size() == reversed.size());
      for (std::size_t j = 0; j < r.size(); ++j) {
        const auto e = r[j].e, other = reversed[r.size() - 1 - j].e;
        RC_ASSERT(std::equal(e.begin(), e.end(), other.begin(), other.end()));
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
      const Matches r = query(s->q, t.c, t.env);
      for (std::size_t j = 0; j < r.size(); ++j) {
        RC_ASSERT(r[j].w.size() == cells.size());
        for (std::size_t k = 0; k < cells.size(); ++k) {
          const Cell& w = r[j].w[k];
          if (const Type* type = std::get_if<Type>(&cells[k])) RC_ASSERT((w && is_of(*w, *type)));
          if (const OrTop* type = std::get_if<OrTop>(&cells[k])) RC_ASSERT((!w || is_of(*w, type->k)));
          if (std::holds_alternative<Top>(cells[k])) RC_ASSERT(!w);
        }
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

// [result/incl] [result/excl] [result/anyway] [result/and] [result/vector]
TEST_CASE("⟪q⃗⟫ has the type of each component where its constraint stands (Figure 6)") {
  const Schema K{{"N", Type::Kind::Int}, {"Name", Type::Kind::Text}};
  const ResultType type = result_type(QueryVector{And{{Incl{1}, Excl{0}}}, Anyway{1}, Anyway{0}, Incl{0}}, K);
  const auto& factors = std::get<Product>(type).factors;
  REQUIRE(factors.size() == 4);
  const auto& conjuncts = std::get<Product>(factors[0]).factors;
  REQUIRE(conjuncts.size() == 2);
  CHECK(std::get<Type>(conjuncts[0]) == Type::Kind::Text);
  CHECK(std::holds_alternative<Top>(conjuncts[1]));
  CHECK(std::get<OrTop>(factors[1]).k == Type::Kind::Text);
  CHECK(std::get<OrTop>(factors[2]).k == Type::Kind::Int);
  CHECK(std::get<Type>(factors[3]) == Type::Kind::Int);
}
