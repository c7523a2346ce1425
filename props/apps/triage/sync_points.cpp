// Where the models of bevy_ecs apply commands: by what systems declare, version by version.
#include "interp/apps/app/load.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/apps/triage/triage.hpp"
#include "props/apps/kit/apps.hpp"

using namespace coreecs;
using namespace coreecs::triage;

namespace {

/// An entity x with the component A. The systems mark it with T, or record whether they have seen T.
app::App marks(const std::string& systems) {
  return loaded_app(R"({ "app": "marks", "components": { "A": "unit", "T": "unit", "Seen": "int" }, "systems": {)" +
                    systems + R"(}, "entities": { "x": { "A": null, "Seen": 0 } } })");
}
std::string inserts(const std::string& name, const std::string& settings,
                    const std::string& what = R"({ "attach": ["T", "e"] })") {
  return "\"" + name + R"(": { "queries": [{ "with": ["A"] }], "commands": { "insert": ["T"] },)" + settings +
         R"("body": { "match": [{ "entity": "e", "incl": { "A": "_" } }], "do": )" + what + "} }";
}
std::string sees(const std::string& name, const std::string& settings = "") {
  return "\"" + name + R"(": { "queries": [{ "with": ["T"] }, { "writes": ["Seen"] }],)" + settings +
         R"("body": { "match": [{ "entity": "e", "incl": { "T": "_", "Seen": "_" } }], "do": { "attach": ["Seen", "e", 1] } } })";
}
std::string plain(const std::string& name, const std::string& settings = "\"queries\": []") {
  return "\"" + name + "\": {" + settings + "}";
}

/// Whether executions end alike, by bevy_ecs 0.16, 0.13 and 0.10.
std::vector<Answer> by_version(const app::App& app) {
  std::vector<Answer> all;
  for (const char* by : {"bevy-0.16", "bevy-0.13", "bevy-0.10"})
    all.push_back(judge(Setting(app, app::order(app), *model(by), 1), 20'000).confluent);
  return all;
}
using Answers = std::vector<Answer>;

/// For each sync point but the last: the systems that always come before it, and those that always come after it.
using Around = std::vector<std::pair<std::vector<std::size_t>, std::vector<std::size_t>>>;
Around around(const app::App& app, const char* by) {
  const Setting setting(app, app::order(app), *model(by), 1);
  const triage::Plan plan = *setting.plan();
  Around all;
  for (std::size_t y = plan.systems; y + 1 < plan.size(); ++y) {
    all.emplace_back();
    for (std::size_t s = 0; s < plan.systems; ++s)
      if (plan.order.less(s, y))
        all.back().first.push_back(s);
      else if (plan.order.less(y, s))
        all.back().second.push_back(s);
  }
  return all;
}

}  // namespace

// [triage/models]
TEST_CASE("Declared commands place a sync point, even if the body issues none") {
  const app::App app = marks(inserts("a", R"("before": ["c"],)", "[]") + "," + inserts("b", "") + "," + sees("c"));
  CHECK(by_version(app) == Answers{Answer::No, Answer::No, Answer::Yes});
  CHECK(around(app, "bevy") == Around{{{0}, {2}}});
  CHECK(around(app, "bevy-0.10").empty());
}

// [triage/models]
TEST_CASE("Since 0.16, an edge without commands goes through the sync point of its later system") {
  const app::App app =
      marks(inserts("a", R"("before": ["c"],)") + "," + sees("b", R"("before": ["c"],)") + "," + plain("c"));
  CHECK(by_version(app) == Answers{Answer::Yes, Answer::No, Answer::Yes});
  CHECK(around(app, "bevy-0.16") == Around{{{0, 1}, {2}}});
  CHECK(around(app, "bevy-0.13") == Around{{{0}, {2}}});
  // By 0.13, b sees T if it comes after the sync point, which comes before c.
  const Setting setting(app, app::order(app), *model("bevy-0.13"), 1);
  CHECK(judge(setting, 20'000).pairs.front().over == Over::Seen);
}

// [triage/models]
TEST_CASE("Systems of one distance share a sync point, and distances count the edges that begin with commands") {
  const app::App app =
      marks(inserts("a", R"("before": ["b"],)") + "," + inserts("b", R"("before": ["c"],)") + "," + plain("c") + "," +
            inserts("d", R"("before": ["e"],)") + "," + plain("e") + "," + plain("f", R"("before": ["c"])"));
  CHECK(around(app, "bevy-0.16") == Around{{{0, 3}, {1, 2, 4}}, {{0, 1, 3, 5}, {2}}});
  CHECK(around(app, "bevy-0.13") == Around{{{0, 3}, {1, 2, 4}}, {{0, 1, 3}, {2}}});
}

// [triage/models]
TEST_CASE("By 0.13, an edge goes through the sync point of the distance that is known so far") {
  // z comes after a, which has commands, and after c, which has commands and a sync point before it.
  const app::App first = marks(inserts("a", R"("before": ["z"],)") + "," + inserts("b", R"("before": ["c"],)") + "," +
                               inserts("c", R"("before": ["z"],)") + "," + plain("z"));
  CHECK(around(first, "bevy-0.13") == Around{{{0, 1}, {2, 3}}, {{0, 1, 2}, {3}}});
  const app::App last = marks(inserts("b", R"("before": ["c"],)") + "," + inserts("c", R"("before": ["z"],)") + "," +
                              inserts("a", R"("before": ["z"],)") + "," + plain("z"));
  CHECK(around(last, "bevy-0.13") == Around{{{0}, {1, 3}}, {{0, 1, 2}, {3}}});
  CHECK(around(last, "bevy-0.16") == Around{{{0}, {1, 3}}, {{0, 1, 2}, {3}}});
}

// [triage/models]
TEST_CASE("A body that does more than its system declares is no app") {
  const auto loaded = app::load(R"({ "app": "elsewhere", "components": { "Target": "entity", "Health": "int" },
    "systems": { "a": { "queries": [{ "reads": ["Target"] }, { "writes": ["Health"] }],
      "body": { "match": [{ "incl": { "Target": "t" } }], "do": { "attach": ["Health", "t", 0] } } } } })");
  REQUIRE(loaded.index() == 1);
  REQUIRE(std::get<1>(loaded).size() == 1);
  CHECK(std::get<1>(loaded).front().place == "/systems/a/body");
}
