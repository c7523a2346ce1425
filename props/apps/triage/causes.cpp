// The systems that a race between a system and a sync point is about: their deferred changes, or those that it sees.
#include "interp/apps/triage/causes.hpp"

#include <fmt/format.h>

#include "interp/apps/app/load.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/apps/triage/setting.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::triage;

namespace {

/// The races that are real of these systems, in Bevy, as "first second over".
std::string real(const std::vector<std::string>& systems) {
  const auto loaded = app::load(fmt::format(
      R"({{ "app": "causes", "components": {{ "A": "int", "B": "int", "C": "int" }}, "systems": {{ {} }},
            "entities": {{ "e": {{ "A": 0, "B": 0, "C": 0 }} }} }})",
      fmt::join(systems, ", ")));
  REQUIRE(loaded.index() == 0);
  const app::App& app = std::get<app::App>(loaded);
  const Setting setting(app, app::order(app), *model("bevy"), 1);
  const Plan plan = *setting.plan();
  std::vector<std::string> out;
  for (const ConflictingPair& pair :
       races(setting.executions(plan), interferences(plan, setting.accesses, setting.questions), 10'000).pairs)
    if (pair.witness)
      out.push_back(fmt::format("{} {} {}", app.systems[pair.first].name, app.systems[pair.second].name,
                                pair.over == Over::Order  ? "order"
                                : pair.over == Over::Seen ? "seen"
                                                          : "applied"));
  std::sort(out.begin(), out.end());
  return fmt::format("{}", fmt::join(out, ", "));
}

/// A system that sets A of the entity e to a value, deferred or at once, and observes no value.
std::string sets(const char* name, int k, bool deferred, const char* after = "") {
  return fmt::format(
      R"("{}": {{ "after": [{}], {}, "body": {{ "match": [{{ "entity": "e", "incl": {{ "{}": "_" }} }}],
         "do": {{ "attach": ["A", "e", {}] }} }} }})",
      name, after,
      deferred ? R"("queries": [{ "with": ["C"] }], "commands": { "insert": ["A"] })"
               : R"("queries": [{ "writes": ["A"] }])",
      deferred ? "C" : "A", k);
}
/// One that copies A to B.
std::string reads(const char* name, const char* after = "") {
  return fmt::format(
      R"("{}": {{ "after": [{}], "queries": [{{ "reads": ["A"], "writes": ["B"] }}],
         "body": {{ "match": [{{ "entity": "e", "incl": {{ "A": "a", "B": "_" }} }}],
                    "do": {{ "attach": ["B", "e", "a"] }} }} }})",
      name, after);
}
/// One that does nothing: after what defers, there is a sync point before it.
std::string waits(const char* after) {
  return fmt::format(R"("waits": {{ "after": [{}], "queries": [{{ "with": ["C"] }}] }})", after);
}

}  // namespace

// [triage/race]
TEST_CASE("A system that writes at once meets who defers a change of the same, not who waits for that") {
  CHECK(real({sets("later", 1, true), waits(R"("later")"), sets("now", 2, false)}) == "later now seen");
}

// [triage/race]
TEST_CASE("A system whose changes come sooner or later meets who writes the same in between") {
  const std::string other = R"("other": { "queries": [{ "with": ["C"] }], "commands": { "insert": ["B"] } })";
  CHECK(real({other, waits(R"("other")"), sets("later", 1, true), sets("now", 2, false, R"("waits")"),
              reads("reader", R"("now")")}) == "later now seen");
}

// [triage/race]
TEST_CASE("A system that sees what two defer alike meets the first of them") {
  CHECK(real({sets("one", 1, true), sets("two", 1, true), waits(R"("one", "two")"), reads("reader")}) ==
        "one reader seen");
}
