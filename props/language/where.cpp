// Query vectors with conditions (D17): the matches that are looked up are those of the definition, and so are errors.
#include "interp/fast/query.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/language/program/error.hpp"
#include "interp/search/starts.hpp"
#include "props/kit/case.hpp"
#include "props/kit/prop.hpp"
#include "semantics/query.hpp"

using namespace coreecs;

namespace {

/// The matches of a query vector, or the message of the error that ends the search for them.
using MatchesOrError = std::variant<std::vector<std::pair<std::vector<Entity>, std::vector<Cell>>>, std::string>;

template <class Ask>
MatchesOrError matches_or_error(Ask ask) {
  try {
    const Matches r = ask();
    std::vector<std::pair<std::vector<Entity>, std::vector<Cell>>> all;
    for (std::size_t j = 0; j < r.size(); ++j)
      all.push_back({{r[j].e.begin(), r[j].e.end()}, {r[j].w.begin(), r[j].w.end()}});
    return all;
  } catch (const RuntimeError& error) {
    return error.pointer + ": " + error.what();
  }
}

/// Programs of one system: components k, l and r, with this condition.
Program of_condition(const std::string& where, const std::string& second = R"("entity": "b")") {
  const std::string text = R"({
    "components": { "K": "int", "L": "entity", "R": "real" },
    "systems": { "s": {
      "match": [ { "entity": "a", "incl": { "K": "k", "L": "l", "R": "r" } },
                 { )" + second +
                           R"(, "incl": { "K": "k2", "R": "r2" } } ])" +
                           (where.empty() ? "" : R"(, "where": )" + where) + R"(, "do": [] } },
    "schedules": { "main": { "conc": "s" } } })";
  auto loaded = load(text);
  if (const auto* problems = std::get_if<std::vector<Problem>>(&loaded)) FAIL(problems->front().message);
  return std::get<Program>(std::move(loaded));
}

/// So many entities: K ↦ 0, 1, ..., L ↦ the next one, R ↦ 0.0, -0.0, 1.0, 1.5, ...
State ring(std::size_t n) {
  State c(3);
  for (std::size_t j = 0; j < n; ++j) {
    c = std::move(c).with(0, Entity(j), static_cast<std::int64_t>(j));
    c = std::move(c).with(1, Entity(j), Entity((j + 1) % n));
    c = std::move(c).with(2, Entity(j), j == 1 ? -0.0 : j < 2 ? 0.0 : static_cast<double>(j) / 2);
  }
  return c;
}

/// How often φ is asked to find how many matches among so many entities.
std::pair<std::size_t, std::size_t> asked_and_found(const std::string& where, std::size_t n,
                                                    const std::string& second = R"("entity": "b")") {
  const Program program = of_condition(where, second);
  QueryVector q = program.systems.front()->q;
  std::size_t count = 0;
  q.where.phi = [&count, phi = q.where.phi](const Match& r) { return ++count, phi(r); };
  auto keys = std::make_shared<Keys>(*q.where.keys);
  keys->rest = [&count, rest = keys->rest](const Match& r) { return ++count, !rest || rest(r); };
  q.where.keys = std::move(keys);
  Entities entities;
  const std::size_t found = fast::query(q, ring(n), by_occurrence(entities)).size();
  return {count, found};
}

}  // namespace

// [query/where]
TEST_CASE("Matches that are looked up by a condition are those of the definition, in its order, with its errors") {
  prop("fast::query is query", [] {
    Dice dice = any_dice();
    const Tree document = random_program(
        dice, {.entities = 5, .may_fail = dice.percent(50), .conditions = true, .conveniences = dice.percent(30)});
    const auto loaded = load(document.dump());
    const Program& program = std::get<Program>(loaded);
    Entities entities;
    Environment env = by_occurrence(entities);
    if (dice.percent(20))
      env.order = [](std::span<const Entity> e, std::span<const Entity> other) {
        return std::lexicographical_compare(other.begin(), other.end(), e.begin(), e.end());
      };
    bool keyed = false, fails = false, some = false, all = true;
    for (const auto& s : program.systems) {
      if (!s->q.where.phi) continue;
      QueryVector without = s->q;
      without.where = {};
      const auto literal = matches_or_error([&] { return query(s->q, program.start, env); });
      RC_ASSERT(matches_or_error([&] { return fast::query(s->q, program.start, env); }) == literal);
      for (const Keys::OfQuery& keys : s->q.where.keys->queries) keyed = keyed || keys.entity || !keys.cells.empty();
      fails = fails || std::holds_alternative<std::string>(literal);
      const auto* found = std::get_if<0>(&literal);
      some = some || (found && !found->empty());
      all = all && found && found->size() == query(without, program.start, env).size();
    }
    note(keyed, "something is looked up", 0.1);
    note(fails, "a condition fails", 0.005);
    note(some && !all, "some match, others not", 0.05);
  });
}

// [query/where]
TEST_CASE("What ⟦q⃗ where φ⟧c(e⃗) is, its matches say") {
  prop("query_at is defined at the matches, and nowhere else", [] {
    const Case t = *cases();
    for (const auto& s : t.program->systems) {
      const Matches r = query(s->q, t.c, t.env);
      QueryVector without = s->q;
      without.where = {};
      const Matches all = query(without, t.c, t.env);
      std::size_t next = 0;
      for (std::size_t j = 0; j < all.size(); ++j) {
        std::vector<Cell> w{std::nullopt};
        const bool defined = query_at(s->q, t.c, all[j].e, w);
        RC_ASSERT(defined == satisfies(s->q.where, all[j]));
        RC_ASSERT(w.size() == 1 + (defined ? all[j].w.size() : 0));
        if (!defined) continue;
        RC_ASSERT(std::equal(r[next].e.begin(), r[next].e.end(), all[j].e.begin(), all[j].e.end()));
        ++next;
      }
      RC_ASSERT(next == r.size());
    }
  });
}

// [query/where]
TEST_CASE("any: the entities of which an alternative holds, whatever else is asked") {
  Tree document = Tree::parse(R"({
    "components": { "A": "int", "B": "int", "C": "int", "D": "int" },
    "systems": { "s": { "match": [{ "entity": "e", "incl": { "D": "d" }, "excl": ["B"] },
                                  { "entity": "f", "incl": { "D": "_" }, "anyway": { "A": "a" },
                                    "any": [{ "incl": { "A": "x", "C": "y" } }, { "incl": { "B": "z" }, "excl": ["A", "C"] }] }],
                        "where": { "==": [{ "default": ["a", 0] }, { "default": ["x", 0] }] },
                        "do": { "if": [{ "present": "z" }, { "attach": ["D", "f", { "default": ["z", 0] }] }] } } },
    "schedules": { "main": { "conc": "s" } } })");
  for (int has = 0; has < 8; ++has) {  // an entity with each subset of A, B, C
    Tree& e = document["entities"]["e" + std::to_string(has)] = {{"D", 100}};
    for (int k = 0; k < 3; ++k)
      if (has >> k & 1) e[std::string(1, static_cast<char>('A' + k))] = has;
  }
  const Program program = std::get<Program>(load(document.dump()));
  std::vector<std::pair<std::uint64_t, std::uint64_t>> expected;
  for (const std::uint64_t e : {0, 1, 4, 5})  // without B
    for (const std::uint64_t f : {2, 5, 7})   // with A and C, or with B and neither
      expected.emplace_back(e, f);
  Entities entities;
  const QueryVector& q = program.systems.front()->q;
  for (const Matches& r :
       {query(q, program.start, by_occurrence(entities)), fast::query(q, program.start, by_occurrence(entities))}) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> found;
    for (std::size_t j = 0; j < r.size(); ++j) found.emplace_back(r[j].e[0].number(), r[j].e[1].number());
    CHECK(found == expected);
  }
  CHECK(show_condition(program.terms.at("s"), program) ==
        "λ(⟨e, f⟩, ⟨(d, _), (_, a, x, y, z, _, _)⟩). ((incl_A ∧ incl_C) ∨ (incl_B ∧ excl_A ∧ excl_C))(f) ∧ "
        "default(a, 0) ≟ default(x, 0)");
}

TEST_CASE("What conditions and constants name is there at every start") {
  const Tree document = Tree::parse(R"({
    "components": { "A": "int" }, "constants": { "home": { "entity": "base" } },
    "systems": { "s": { "match": [{ "entity": { "is": { "entity": "king" } }, "incl": { "A": "a" } }, { "entity": "e", "incl": { "A": "b" } }],
                        "where": { "and": [{ "!=": ["e", { "entity": "queen" }] }, { "!=": ["e", "home"] }, { "<": ["a", 77] }] }, "do": [] } },
    "schedules": { "main": { "conc": "s" } },
    "entities": { "king": {}, "queen": {}, "base": {} } })");
  const Starts starts(document, 1, 4, {});
  for (std::uint64_t j = 0; j < 50; ++j)
    CHECK(std::holds_alternative<Program>(load(starts.document(starts(Random(1, j))).dump())));
}

TEST_CASE("Equalities are looked up, not tried") {
  using Counts = std::pair<std::size_t, std::size_t>;
  CHECK(asked_and_found("", 100, R"("entity": { "is": "l" })") == Counts{100, 100});
  CHECK(asked_and_found(R"({ "==": ["b", "l"] })", 100) == Counts{100, 100});
  CHECK(asked_and_found(R"({ "==": ["l", "b"] })", 100) == Counts{100, 100});
  CHECK(asked_and_found(R"({ "==": ["k2", { "+": ["k", 1] }] })", 100) == Counts{99, 99});
  CHECK(asked_and_found(R"({ "==": [{ "floor_div": ["k2", 10] }, { "floor_div": ["k", 10] }] })", 100) ==
        Counts{1000, 1000});
  CHECK(asked_and_found(R"({ "and": [{ "==": ["k2", "k"] }, { "==": ["r2", "r"] }] })", 100) == Counts{100, 100});
  CHECK(asked_and_found(R"({ "and": [{ "<": ["k", 10] }, { "==": ["k2", 7] }] })", 100) == Counts{100, 10});
  CHECK(asked_and_found(R"({ "==": ["k", 7] })", 100) == Counts{100, 100});
  CHECK(asked_and_found(R"({ "<": ["k", "k2"] })", 100) == Counts{10'000, 4'950});
}

TEST_CASE("Reals that are equal are looked up as equal: 0.0 and -0.0") {
  CHECK(asked_and_found(R"({ "==": ["r", "r2"] })", 2) == std::pair<std::size_t, std::size_t>{4, 4});
  CHECK(asked_and_found(R"({ "==": [{ "record": { "x": "r" } }, { "record": { "x": "r2" } }] })", 3) ==
        std::pair<std::size_t, std::size_t>{5, 5});
}

TEST_CASE("What comes before an equality in a condition, and may fail, is asked of everything") {
  CHECK(asked_and_found(R"({ "and": [{ "<": [{ "+": ["k", "k2"] }, 1000] }, { "==": ["k2", "k"] }] })", 100).first ==
        10'000);
  CHECK_THROWS_AS(
      asked_and_found(R"({ "and": [{ "==": [{ "quot": [1, { "-": ["k", 3] }] }, 5] }, { "==": ["k2", "k"] }] })", 10),
      RuntimeError);
  // what is sought fails for the third entity: φ is asked, and says so
  CHECK_THROWS_AS(asked_and_found(R"({ "==": ["k2", { "quot": [1, { "-": ["k", 3] }] }] })", 10), RuntimeError);
  // ... but not where it is not asked for
  CHECK(asked_and_found(R"({ "and": [{ "!=": ["k", 3] }, { "==": ["k2", { "quot": [1, { "-": ["k", 3] }] }] }] })", 10)
            .second == 8);
  // what is found fails for the first entity, which the condition refuses before it comes there
  CHECK(asked_and_found(R"({ "and": [{ "!=": ["k2", 0] }, { "==": [{ "quot": [6, "k2"] }, "k"] }] })", 7).second == 6);
}

// [query/where]
TEST_CASE("Each of several queries says what its entity is") {
  const Tree document = Tree::parse(R"({
    "components": { "L": "entity" },
    "systems": { "s": { "match": [{ "entity": "a", "incl": { "L": "b" } }, { "entity": { "is": "b" }, "incl": { "L": "c" } },
                                  { "entity": { "is": "c" }, "incl": { "L": "_" } }], "do": [] } },
    "schedules": { "main": { "conc": "s" } },
    "entities": { "e0": { "L": "e1" }, "e1": { "L": "e2" }, "e2": { "L": "e0" } } })");
  const auto loaded = load(document.dump());
  const Program& program = std::get<Program>(loaded);
  Entities entities;
  const QueryVector& q = program.systems.front()->q;
  const Matches r = query(q, program.start, by_occurrence(entities));
  REQUIRE(r.size() == 3);
  for (std::uint64_t j = 0; j < 3; ++j)
    CHECK(std::vector<Entity>(r[j].e.begin(), r[j].e.end()) ==
          std::vector<Entity>{Entity(j), Entity((j + 1) % 3), Entity((j + 2) % 3)});
  CHECK(fast::query(q, program.start, by_occurrence(entities), 3).size() == 3);
  CHECK_THROWS_AS((void)fast::query(q, program.start, by_occurrence(entities), 2), fast::TooManyMatches);
}
