// Invariants of the whole state: what is measured, and what it was before the frame.
#include <numeric>

#include "interp/language/format/load.hpp"
#include "interp/language/format/print.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/language/program/condition.hpp"
#include "interp/language/program/error.hpp"
#include "interp/run/execution.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

constexpr Label A = 0, B = 1;

/// A program with the invariant `i`: these measures, and what must hold of them.
Program measuring(const std::string& measures, const std::string& holds) {
  return loaded(nlohmann::ordered_json::parse(R"({
    "components": { "A": "int", "B": "real" },
    "systems": { "inc": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": { "attach": ["A", "e", { "+": ["a", 1] }] } },
                 "off": { "match": [{ "entity": "e", "incl": { "A": "_" } }], "do": { "detach": ["A", "e"] } } },
    "schedules": { "main": { "conc": "inc" }, "off": { "conc": "off" } },
    "entities": { "e0": { "A": 1, "B": 0.5 }, "e1": { "A": 2 }, "e2": { "A": 2, "B": -0.0 } }, "frames": 2,
    "invariants": { "i": { "measure": )" + measures +
                                              R"(, "holds": )" + holds + " } } }"));
}

Value measured(const std::string& measure, const State& c) {
  const Program program = measuring(R"({ "m": )" + measure + " }", "true");
  Entities entities;
  return program.invariants.front().measures.front().of(c, by_occurrence(entities));
}

const std::string of_a = R"("match": [{ "incl": { "A": "a" } }])";

/// After which frame it fails first.
std::optional<std::uint64_t> fails(const Program& program, const char* schedule) {
  Execution execution(program, *find_schedule(program, schedule), all_invariants(program));
  execution.advance_to(program.frames);
  return execution.violations().empty() ? std::nullopt : std::optional(execution.violations().front().frame);
}

}  // namespace

// [measure]
TEST_CASE("Measures are folds over the matches") {
  prop("count, exists, sum, min, max, unique", [] {
    const auto values = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-7, 6));
    State c(2);
    std::vector<int> all;
    for (std::size_t j = 0; j < values.size(); ++j) {
      c = std::move(c).with(B, Entity(j), 1.0);
      if (values[j] < -5) continue;  // has none
      c = std::move(c).with(A, Entity(j), values[j]);
      if (values[j] != 3) all.push_back(values[j]);
    }
    const std::string matched = of_a + R"(, "where": { "!=": ["a", 3] })";
    const auto of = [&](const char* key, const char* more) {
      return measured(R"({ ")" + std::string(key) + R"(": { )" + matched + more + " } }", c);
    };
    RC_ASSERT(of("count", "") == Value(static_cast<std::int64_t>(all.size())));
    RC_ASSERT(of("exists", "") == Value(!all.empty()));
    RC_ASSERT(of("sum", R"(, "of": { "*": ["a", 2] })") == Value(2 * std::accumulate(all.begin(), all.end(), 0)));
    const auto [least, greatest] = std::minmax_element(all.begin(), all.end());
    RC_ASSERT(of("min", R"(, "of": "a", "or": 77)") == Value(all.empty() ? 77 : *least));
    RC_ASSERT(of("max", R"(, "of": "a", "or": -77)") == Value(all.empty() ? -77 : *greatest));
    const std::set<int> different(all.begin(), all.end());
    RC_ASSERT(of("unique", R"(, "of": "a")") == Value(different.size() == all.size()));
    note(all.empty(), "no match", 0.01);
    note(different.size() < all.size(), "not unique", 0.1);
  });
}

// [measure]
TEST_CASE(
    "Sums of reals are taken in the order of the matches, and one that leaves its type is an error of the invariant") {
  const std::string of_b = R"({ "sum": { "match": [{ "incl": { "B": "b" } }], "of": "b" } })";
  CHECK(measured(of_b, State(2)) == Value(0.0));
  const State reals = State(2).with(B, Entity(0), 1e308).with(B, Entity(1), -1e308).with(B, Entity(2), 1.0);
  CHECK(measured(of_b, reals) == Value(1.0));
  const State large = State(2).with(A, Entity(0), INT64_MAX).with(A, Entity(1), 1);
  try {
    (void)measured(R"({ "sum": { )" + of_a + R"(, "of": "a" } })", large);
    FAIL("no error");
  } catch (const RuntimeError& error) {
    CHECK(error.system == "i");
    CHECK(error.invariant);
    CHECK(error.entities == std::vector<Entity>{Entity(1)});
    CHECK(error.pointer == "/invariants/i/measure/m/sum");
  }
  CHECK_THROWS_AS((void)measured(of_b, State(2).with(B, Entity(0), 1e308).with(B, Entity(1), 1e308)), RuntimeError);
}

// [measure]
TEST_CASE("An invariant of the whole state is about now, and about the state before the frame") {
  const std::string sum =
      R"({ "n": { "count": { )" + of_a + R"( } }, "s": { "sum": { )" + of_a + R"(, "of": "a" } } })";
  CHECK(fails(measuring(sum, R"({ "==": ["s", { "+": [{ "was": "s" }, "n"] }] })"), "main") == std::nullopt);
  CHECK(fails(measuring(sum, R"({ "==": ["s", { "was": "s" }] })"), "main") == 1);
  CHECK(fails(measuring(sum, R"({ "<": ["s", 10] })"), "main") == 2);
  CHECK(fails(measuring(sum, R"({ "==": ["n", { "was": "n" }] })"), "off") == 1);
}

// [measure]
TEST_CASE("An invariant of the whole state is printed as it was written") {
  const Program program = measuring(
      R"({ "m": { "max": { "match": [{ "entity": "e", "incl": { "B": "b" } }], "where": { "<": ["b", 5.0] }, "of": "b", "or": 1 } },
           "u": { "unique": { "match": [{ "incl": { "A": "a" } }], "of": "a" } } })",
      R"({ "or": ["u", { "<=": [{ "was": "m" }, "m"] }] })");
  const std::string text = print(program);
  auto again = load(text);
  REQUIRE(std::holds_alternative<Program>(again));
  CHECK(print(std::get<Program>(again)) == text);
  CHECK(text.find(R"("or": 1.0)") != std::string::npos);
  CHECK(text.find(R"({ "was": "m" })") != std::string::npos);
}
