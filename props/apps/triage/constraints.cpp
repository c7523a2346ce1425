// [triage/constraints] Constraints of which one is not needed, or none helps: random apps, made smaller.
#include <doctest/doctest.h>

#include "interp/apps/app/load.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/apps/triage/triage.hpp"

using namespace coreecs;
using namespace coreecs::triage;

namespace {

Judgement with_constraints(const char* name, const std::string& text, std::uint64_t frames = 1) {
  const auto loaded = app::load(text);
  REQUIRE(loaded.index() == 0);
  const auto& app = std::get<0>(loaded);
  return judge(Setting(app, app::order(app), *model(name), frames), 20'000);
}

}  // namespace

TEST_CASE("A constraint is dropped that is only needed beside one that is dropped after it") {
  const Judgement judgement = with_constraints("bevy", R"(
    { "app": "random", "components": {"A": "int", "B": "entity", "D": "int", "C": "real"},
    "systems": {
      "s0": {"queries": [{"writes": ["B"]}], "commands": {"insert": ["A"], "remove": ["A"], "spawn": [[]]},
        "body": { "match": [{"entity": "x10", "incl": {"B": "x11"}}],
          "do": [{"new": ["x12", {"if": [{">=": [1, 2]},
            {"attach": ["A", {"entity": "e0"}, 2]}]}]},
            {"detach": ["A", "x10"]}] } },
      "s1": {"queries": [{"writes": ["A"]}], "commands": {"insert": ["A", "D"], "spawn": [[]]},
        "body": { "match": [{"entity": "x0", "anyway": {"A": "x1"}}],
          "do": [{"new": ["x2", {"attach": ["A", {"entity": "e2"}, 1]}]},
            {"attach": ["D", "x0", {"let": ["x4", 2, {"if": [false, "x4", "x4"]}]}]}] } },
      "s2": {"queries": [{"writes": ["A"]}], "commands": {"insert": ["A", "D"], "spawn": [["B"]]},
        "body": { "match": [{"entity": "x0", "anyway": {"A": "x1"}}],
          "do": [{"new": ["x2", [{"attach": ["A", {"entity": "e2"}, 1]}, {"new": ["x3", {"attach": ["B", "x3", {"entity": "e1"}]}]}]]},
            {"attach": ["D", "x0", {"let": ["x4", 2, {"if": [false, "x4", "x4"]}]}]}] } },
      "s3": {"queries": [{"reads": ["D"]}], "commands": {"insert": ["A", "B"], "remove": ["B"], "spawn": [[]]},
        "body": { "match": [{"entity": "x5", "excl": ["D"]}],
          "do": [{"new": ["x6", {"detach": ["B", {"entity": "e2"}]}]},
            {"let": ["x7", {"if": [{"let": ["x8", 0.0, false]},
            {"if": [true, 2, 1]},
            {"let": ["x9", 2, "x9"]}]},
            {"if": [true, {"attach": ["A", "x5", "x7"]}]}]}] } }
    },
    "entities": {"e0": {"A": 2, "B": "e0", "D": 2, "C": 1.0}, "e1": {"A": 2}, "e2": {"A": 1, "B": "e1", "C": 0.0}} })");
  REQUIRE(judgement.fix.has_value());
  CHECK_FALSE(judgement.fix->fewest);
  CHECK(judgement.fix->edges() == std::vector<Edge>{{0, 2}, {1, 3}});
}

TEST_CASE("Where all executions end in an error with the constraints, none of these is more than needed") {
  const Judgement judgement = with_constraints("bevy", R"(
    { "app": "an error in the end", "components": { "A": "int", "B": "entity", "C": "entity" },
      "systems": {
        "s0": { "exclusive": true,
          "body": { "match": [{ "entity": "e", "incl": { "A": "a" } }],
            "do": [{ "attach": ["A", "e", { "*": ["a", "a", "a"] }] }, { "attach": ["B", { "entity": "e2" }, { "entity": "e1" }] }] } },
        "s1": { "queries": [{ "reads": ["A"] }], "commands": { "insert": ["B"], "spawn": [[]] },
          "body": { "match": [{ "incl": { "A": "_" } }], "do": { "new": ["x", { "attach": ["B", { "entity": "e2" }, "x"] }] } } },
        "s2": { "queries": [{ "writes": ["A"] }],
          "body": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": { "attach": ["A", "e", { "*": ["a", "a", "a"] }] } } },
        "s3": { "queries": [{ "writes": ["A"], "reads": ["B"] }], "commands": { "insert": ["B"], "spawn": [["A"]] },
          "body": { "match": [{ "entity": "e", "incl": { "A": "a", "B": "_" } }],
            "do": { "new": ["x", [
              { "if": [true, { "attach": ["B", { "entity": "e2" }, "e"] }, { "attach": ["A", "x", "a"] }] },
              { "new": ["z", { "attach": ["B", "e", { "entity": "e1" }] }] }]] } } }
      },
      "entities": { "e0": { "A": 0 }, "e1": { "A": 2 }, "e2": { "A": 1, "C": "e0" } }, "frames": 2 })",
                                               2);
  REQUIRE(judgement.fix.has_value());
  CHECK(judgement.fix->edges() == std::vector<Edge>{{1, 3}});
}

TEST_CASE("Constraints that change nothing the scheduler performs are not suggested for what they do not keep") {
  const auto on_n = [](const char* term) {
    return R"({ "queries": [{ "writes": ["N"] }], "body": {
      "match": [{ "entity": "e", "incl": { "N": "n" } }], "do": { "attach": ["N", "e", )" +
           std::string(term) + " ] } } }";
  };
  const Judgement judgement = with_constraints("dynamic", R"({
    "app": "revived", "components": { "Health": "int", "Burning": "unit", "N": "int" },
    "systems": {
      "reap": { "queries": [{ "reads": ["Health"] }], "commands": { "destroy": [{ "with": ["Health"] }] },
        "body": { "match": [{ "entity": "e", "incl": { "Health": "_" } }], "do": { "destroy": "e" } } },
      "ignite": { "queries": [{ "reads": ["Health"] }], "commands": { "insert": ["Burning"] },
        "body": { "match": [{ "entity": "e", "incl": { "Health": "_" } }], "do": { "attach": ["Burning", "e"] } } },
      "double": )" + on_n(R"({ "*": ["n", 2] })") + R"(,
      "step": )" + on_n(R"({ "+": ["n", 1] })") + R"( },
    "entities": { "ann": { "Health": 0 }, "world": { "N": 1 } } })");
  CHECK(judgement.confluent == Answer::Yes);
  CHECK(judgement.kept.broken.size() == 1);
  CHECK(judgement.count(triage::Label::Real) == 0);
  CHECK_FALSE(judgement.fix.has_value());
}
