// What blocks mean, in small apps.
#include <fmt/format.h>

#include "interp/apps/app/blocks.hpp"
#include "interp/apps/app/builder.hpp"
#include "interp/apps/app/load.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/apps/app/print.hpp"
#include "interp/apps/triage/engines.hpp"
#include "interp/apps/triage/show.hpp"
#include "interp/apps/triage/triage.hpp"
#include "props/apps/kit/apps.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::triage;

namespace {

/// A block of this number of rounds, a counter, and systems.
app::App with_block(const std::string& repeat, const std::string& systems, const std::string& of_set = "") {
  return loaded_app(fmt::format(R"({{ "app": "laps", "components": {{ "Mark": "unit" }},
    "resources": {{ "Ran": "int", "Steps": "int", "On": "bool" }},
    "sets": {{ "Fixed": {{ {} "repeat": {} }}, "Within": {{}} }}, "systems": {{ {} }},
    "entities": {{ "world": {{ "Ran": 0, "Steps": 2, "On": true }}, "e": {{}} }} }})",
                                of_set, repeat, systems));
}
/// Makes Ran n from it.
std::string makes(const std::string& name, const std::string& n, const std::string& settings = "") {
  return fmt::format(R"("{}": {{ {} "resources": {{ "writes": ["Ran"] }},
    "body": {{ "match": [{{ "entity": "w", "incl": {{ "Ran": "n" }} }}], "do": {{ "attach": ["Ran", "w", {}] }} }} }})",
                     name, settings, n);
}
std::string sets_steps(const std::string& name, int n, const std::string& settings = "") {
  return fmt::format(R"("{}": {{ {} "resources": {{ "writes": ["Steps"] }},
    "body": {{ "match": [{{ "entity": "w", "incl": {{ "Steps": "_" }} }}], "do": {{ "attach": ["Steps", "w", {}] }} }} }})",
                     name, settings, n);
}
const std::string adds = R"({ "+": ["n", 1] })", doubles = R"({ "*": ["n", 2] })", in = R"("in": ["Fixed"],)";

Judgement judged_block(const app::App& app, const char* by = "bevy", std::uint64_t frames = 1) {
  return judge(Setting(app, app::order(app), *model(by), frames), 20'000);
}
std::int64_t ran_of(const app::App& app, const End& end) {
  const auto& schema = app.program->schema;
  const auto at = std::find_if(schema.begin(), schema.end(), [](const auto& one) { return one.name == "Ran"; });
  return std::get<State>(end)[static_cast<coreecs::Label>(at - schema.begin())].begin()->second.as<std::int64_t>();
}
std::set<std::int64_t> ends_of(const app::App& app, const triage::Pair& pair) {
  REQUIRE(pair.witness.has_value());
  return {ran_of(app, pair.witness->a), ran_of(app, pair.witness->b)};
}
std::int64_t only_end(const app::App& app, const char* by = "bevy", std::uint64_t frames = 1) {
  const Judgement judgement = judged_block(app, by, frames);
  CHECK(judgement.confluent == Answer::Yes);
  REQUIRE(judgement.end.has_value());
  return ran_of(app, *judgement.end);
}

}  // namespace

// [repeat/block] [repeat/number]
TEST_CASE("A block runs as often as its repeat says") {
  const auto once = makes("a", R"({ "+": [{ "*": ["n", 2] }, 1] })", in);
  CHECK(only_end(with_block("0", once)) == 0);
  CHECK(only_end(with_block("1", once)) == 1);
  CHECK(only_end(with_block("3", once)) == 7);
  CHECK(only_end(with_block("3", once), "shared") == 7);
  CHECK(only_end(with_block("3", once), "waves") == 7);
  CHECK(only_end(with_block("3", once), "bevy", 2) == 63);
  CHECK(only_end(with_block(R"({ "resource": "Steps" })", once)) == 3);
  const std::string sum = R"({ "sum": { "match": [{ "incl": { "Steps": "s" } }], "of": { "-": ["s", 1] } } })";
  CHECK(only_end(with_block(sum, once)) == 1);
  CHECK(only_end(with_block(R"({ "count": { "match": [{ "incl": { "Mark": "_" } }] } })", once)) == 0);
  CHECK(only_end(with_block(R"({ "resource": "Steps" })", once + "," + sets_steps("s", -5, R"("before": ["a"],)"))) ==
        0);
  CHECK(only_end(with_block("2", once, R"("run_if": [{ "resource": "On", "is": false }],)")) == 0);
  CHECK(only_end(with_block("2", once, R"("run_if": [{ "resource": "On" }],)")) == 3);
}

// [repeat/begin] [repeat/asked]
TEST_CASE("The number is asked when the block begins, and conditions within it in each round") {
  const std::string add = makes("a", adds, R"("in": ["Fixed"], "before": ["s"],)");
  CHECK(only_end(with_block(R"({ "resource": "Steps" })", add + "," + sets_steps("s", 9, in))) == 2);
  // Until Ran is 2.
  const std::string below_2 = R"("run_if": [{ "match": [{ "incl": { "Ran": "n" } }], "where": { "<": ["n", 2] } }],)";
  CHECK(only_end(with_block("5", makes("a", adds, in + below_2))) == 2);
  CHECK(only_end(with_block("5", makes("a", adds, in), below_2)) == 5);
}

// [repeat/number]
TEST_CASE("A number of rounds that is too large fails the frame, and says where it comes from") {
  const app::App app = with_block(R"({ "resource": "Steps" })",
                                  makes("a", adds, in) + "," + sets_steps("s", 1001, R"("before": ["a"],)"));
  const Judgement judgement = judged_block(app);
  REQUIRE(judgement.end.has_value());
  const auto* error = std::get_if<RuntimeError>(&*judgement.end);
  REQUIRE(error != nullptr);
  CHECK(error->what() == std::string("1001 rounds in a frame; at most 1000 are performed"));
  CHECK(error->system == "the number of rounds at /sets/Fixed/repeat/resource");
}

// [repeat/block] [triage/race]
TEST_CASE("Systems of a block race within a round") {
  const std::string both = makes("a", adds, in) + "," + makes("b", doubles, in);
  CHECK(judged_block(with_block("0", both)).confluent == Answer::Yes);
  const app::App once = with_block("1", both), twice = with_block("2", both);
  const Judgement of_once = judged_block(once), of_twice = judged_block(twice);
  CHECK(of_once.confluent == Answer::No);
  REQUIRE(of_once.pairs.size() == 1);
  CHECK(ends_of(once, of_once.pairs.front()) == std::set<std::int64_t>{1, 2});
  REQUIRE(of_twice.pairs.size() == 1);
  // a b a b: 6, a b b a: 5, b a a b: 4, b a b a: 3. The first round differs, then both go on as inserted.
  CHECK(ends_of(twice, of_twice.pairs.front()) == std::set<std::int64_t>{4, 6});
  CHECK(of_twice.on_every_state == Answer::No);
  REQUIRE(of_twice.fix.has_value());
  CHECK(of_twice.fix->edges() == std::vector<Edge>{{0, 1}});
}

// [repeat/met] [repeat/cause] [app/block]
TEST_CASE("A system outside comes before all rounds of a block, or after all of them") {
  const app::App app = with_block(
      "2", makes("a", adds, in) + "," + makes("c", doubles, in + R"("after": ["a"],)") + "," + makes("reset", "0"));
  const Setting setting(app, app::order(app), *model("bevy"), 1);
  const Judgement judgement = judge(setting, 20'000);
  CHECK(judgement.confluent == Answer::No);
  REQUIRE(judgement.count(triage::Label::Real) >= 1);
  for (const triage::Pair& pair : judgement.pairs) {
    CHECK(pair.second == 2);
    if (pair.label == triage::Label::Real) CHECK(ends_of(app, pair) == std::set<std::int64_t>{0, 6});
  }
  const triage::Witness& witness = *judgement.pairs.front().witness;
  const std::set<std::string> tokens = {token(witness.first, judgement.plan), token(witness.second, judgement.plan)};
  CHECK(tokens == std::set<std::string>{"2,b0,0,1,s,0,1,s,s", "b0,0,1,s,0,1,s,2,s"});
  const Executions all = setting.executions(judgement.plan);
  for (const std::string& one : tokens) CHECK(nodes_of(one, all).index() == 0);
  const auto wrong = [&](const char* token) { return std::get<WrongStep>(nodes_of(token, all)); };
  CHECK(wrong("b0,0,2,1,s,0,1,s,s").number == 3);
  CHECK(wrong("b0,0,2,1,s,0,1,s,s").found == "2");
  CHECK(wrong("b0,0,2,1,s,0,1,s,s").possible == std::vector<std::string>{"1"});
  CHECK(wrong("b0,0,1,s,2,s").number == 5);
  CHECK(wrong("b0,0").number == 3);
  CHECK(wrong("b0,0").found.empty());
  // A constraint orders the whole block.
  REQUIRE(judgement.fix.has_value());
  REQUIRE(judgement.fix->edges().size() == 1);
  const Dag with = std::get<Dag>(setting.order_with(judgement.fix->edges()));
  for (const std::size_t s : {0, 1}) CHECK(!with.concurrent(s, 2));
  CHECK(judgement.fix->with.confluent == Answer::Yes);
}

// [repeat/asked] [triage/condition]
TEST_CASE("Who writes what the number of rounds reads races with the block") {
  const app::App app = with_block(R"({ "resource": "Steps" })", makes("a", adds, in) + "," + sets_steps("s", 5));
  const Judgement judgement = judged_block(app);
  CHECK(judgement.confluent == Answer::No);
  REQUIRE(judgement.pairs.size() == 1);
  const triage::Pair& pair = judgement.pairs.front();
  CHECK(pair.label == triage::Label::Real);
  CHECK(!pair.reported.has_value());
  REQUIRE(pair.obstacles.size() == 1);
  CHECK(pair.obstacles.front().run_if == std::vector<std::string>{"the number of rounds of Fixed"});
  CHECK(ends_of(app, pair) == std::set<std::int64_t>{2, 5});
  // A system of the block that writes it does not: the number was asked before.
  CHECK(judged_block(with_block(R"({ "resource": "Steps" })", makes("a", adds, in) + "," + sets_steps("s", 5, in)))
            .on_every_state == Answer::Yes);
}

// [repeat/together]
TEST_CASE("Two executions of which one performs a block more often are told apart only by their ends") {
  // s changes how often the later block runs; what it does is overwritten at the end of the frame, or is not.
  const std::string systems = sets_steps("s", 5) + "," + sets_steps("t", 1) + "," +
                              makes("a", adds, R"("in": ["Fixed"], "after": ["s", "t"],)");
  const app::App seen = with_block(R"({ "resource": "Steps" })", systems);
  const Judgement of_seen = judged_block(seen);
  REQUIRE(of_seen.count(triage::Label::Real) == 1);
  CHECK(ends_of(seen, of_seen.pairs.front()) == std::set<std::int64_t>{1, 5});
  const app::App hidden =
      with_block(R"({ "resource": "Steps" })", systems + "," + makes("last", "0", R"("after": ["a"],)") + "," +
                                                   sets_steps("least", 0, R"("after": ["a"],)"));
  const Judgement of_hidden = judged_block(hidden);
  CHECK(of_hidden.confluent == Answer::Yes);
  REQUIRE(of_hidden.pairs.size() == 1);
  CHECK(of_hidden.pairs.front().label == triage::Label::Masked);
}

// [repeat/round] [execution/sync]
TEST_CASE("What a system of a block defers is applied in the same round, and what was deferred before waits") {
  const std::string marks =
      R"("marks": { "in": ["Fixed"], "commands": { "insert": ["Mark"] }, "queries": [{ "without": ["Mark"] }],
    "body": { "match": [{ "entity": "e", "excl": ["Mark"] }], "do": { "attach": ["Mark", "e"] } } })";
  const std::string counts =
      R"("counts": { "in": ["Fixed"], "queries": [{ "reads": ["Mark"] }], "resources": { "writes": ["Ran"] },
    "body": { "match": [{ "entity": "w", "incl": { "Ran": "n" } }, { "incl": { "Mark": "_" } }],
              "do": { "attach": ["Ran", "w", { "+": ["n", 1] }] } } })";
  // The first round marks e; each later one counts it.
  CHECK(only_end(with_block("3", marks + "," + counts), "bevy-0.10") == 2);
  CHECK(only_end(with_block("1", marks + "," + counts), "bevy-0.10") == 0);
  const std::string outside =
      R"("marks": { "commands": { "insert": ["Mark"] }, "queries": [{ "without": ["Mark"] }], "before": ["counts"],
    "body": { "match": [{ "entity": "e", "excl": ["Mark"] }], "do": { "attach": ["Mark", "e"] } } })";
  CHECK(only_end(with_block("3", outside + "," + counts), "bevy-0.10") == 0);
  CHECK(only_end(with_block("3", outside + "," + counts), "bevy") == 3);
}

// [repeat/number] [triage/assumed]
TEST_CASE("Of a range, executions take the numbers in turn, and only races are sure") {
  const app::App app = with_block("[0, 2]", makes("a", adds, in));
  const Setting setting(app, app::order(app), *model("bevy"), 4);
  const triage::Plan plan = *setting.plan();
  CHECK(ran_of(app, replayed(setting.executions(plan),
                             std::get<0>(nodes_of("b0,0,s,0,s,s", setting.executions(plan))))) == 2);
  const Judgement alone = judged_block(app, "bevy", 4);
  CHECK(alone.in_turn == std::vector<std::size_t>{0});
  CHECK(alone.on_every_state == Answer::Yes);
  CHECK(ran_of(app, *alone.end) == 5);  // 2, 1, 0, 2
  const std::string both = makes("a", adds, in) + "," + makes("b", adds);
  const Judgement undecided =
      judged_block(with_block("[0, 2]", makes("a", doubles, in) + "," + makes("b", "0", "")), "bevy");
  REQUIRE(undecided.pairs.size() == 1);
  CHECK(undecided.pairs.front().label == triage::Label::Undecided);
  CHECK(undecided.pairs.front().want == Want::Rounds);
  CHECK(undecided.confluent == Answer::Unknown);
  CHECK(judged_block(with_block("[0, 2]", makes("a", doubles, in) + "," + makes("b", adds))).confluent == Answer::No);
}

// [repeat/number] [triage/assumed]
TEST_CASE("A number of rounds decides no run condition") {
  const std::string racing = makes("a", adds, R"("before": ["Fixed"],)") + "," +
                             makes("b", doubles, R"("before": ["Fixed"],)") + "," + makes("zero", "0", in);
  for (const std::string number :
       {"1", R"({ "resource": "Steps" })", R"({ "count": { "match": [{ "incl": { "Steps": "_" } }] } })"}) {
    CAPTURE(number);
    const app::App app = with_block(number, racing, R"("run_if": ["unknown"],)");
    const Judgement judgement = judged_block(app);
    CHECK(judgement.assumed == std::vector<std::string>{"unknown"});
    CHECK(judgement.confluent == Answer::Unknown);
  }
}

// [triage/kept]
TEST_CASE("What a range of rounds breaks in the executions performed need not break in all") {
  const app::App app =
      loaded_app(R"({ "app": "net", "components": { "P": "int" }, "sets": { "Net": { "repeat": [0, 3] } },
    "systems": { "receive": { "in": ["Net"], "queries": [{ "writes": ["P"] }],
      "body": { "match": [{ "entity": "e", "incl": { "P": "p" } }], "do": { "attach": ["P", "e", { "+": ["p", 1] }] } } } },
    "entities": { "a": { "P": 0 } },
    "invariants": { "fine": { "match": [{ "incl": { "P": "p" } }], "holds": { "<": ["p", 3] } } } })");
  const Judgement judgement = judged_block(app);
  REQUIRE(judgement.kept.broken.size() == 1);
  CHECK_FALSE(judgement.kept.broken.front().always);
  CHECK(judgement.hopeless.empty());
}

// [triage/flow]
TEST_CASE("The flow of data of a constraint is that of the whole block") {
  const app::App app =
      with_block("1", makes("a", adds, in) + R"(, "b": { "in": ["Fixed"], "resources": { "reads": ["On"] } },
    "see": { "resources": { "reads": ["Ran"] } }, "turn": { "resources": { "writes": ["On"] } })");
  const Setting setting(app, app::order(app), *model("bevy"), 1);
  const auto on = [&](std::size_t before, std::size_t after) {
    const auto found = flow(setting, {before, after});
    return found ? app.components[found->on].name : "";
  };
  CHECK(on(1, 2) == "Ran");  // b stands for the block, in which a writes what see reads
  CHECK(on(2, 1).empty());
  CHECK(on(3, 0) == "On");
  CHECK(on(0, 1).empty());  // within the block
}

// [triage/constraints]
TEST_CASE("No constraint is suggested after which all executions fail") {
  const app::App app = with_block(R"({ "resource": "Steps" })", makes("a", adds, in) + "," + sets_steps("s", 1001));
  const Judgement judgement = judged_block(app);
  CHECK(judgement.confluent == Answer::No);
  REQUIRE(judgement.fix.has_value());
  CHECK(judgement.fix->edges() == std::vector<Edge>{{0, 1}});
}

// [triage/stale]
TEST_CASE("A system that reads what a later block writes is one frame late") {
  const std::string shows = R"("shows": { "before": ["a"], "resources": { "reads": ["Ran"], "writes": ["Steps"] },
    "body": { "match": [{ "entity": "w", "incl": { "Ran": "n", "Steps": "_" } }], "do": { "attach": ["Steps", "w", "n"] } } })";
  const Judgement judgement = judged_block(with_block("2", makes("a", adds, in) + "," + shows));
  REQUIRE(judgement.stale.all.size() == 1);
  CHECK(judgement.stale.all.front().reader == 1);
  CHECK(judgement.stale.all.front().always);
  REQUIRE(judgement.stale.all.front().read.has_value());
  CHECK(judgement.stale.all.front().read->written == std::optional<Value>(Value(1)));
  CHECK(judged_block(with_block("0", makes("a", adds, in) + "," + shows)).stale.all.empty());
}

// [app/block]
TEST_CASE("A system between two of a block closes a cycle") {
  const auto loaded = app::load(R"({ "app": "between", "sets": { "Fixed": { "repeat": 2 } }, "systems": {
    "a": { "in": ["Fixed"], "before": ["x"] }, "x": { "before": ["b"] }, "b": { "in": ["Fixed"] } } })");
  const auto* problems = std::get_if<std::vector<Problem>>(&loaded);
  REQUIRE(problems != nullptr);
  REQUIRE(problems->size() == 1);
  CHECK(problems->front().message.starts_with("the constraints form a cycle: "));
}

// [app/block]
TEST_CASE("The order of insertion keeps blocks together") {
  const app::App app = loaded_app(R"({ "app": "inserted", "sets": { "Fixed": { "repeat": 2 } }, "systems": {
    "a": { "in": ["Fixed"] }, "x": {}, "b": { "in": ["Fixed"] } }, "insertion_order": "all" })");
  const Dag order = app::order(app);
  CHECK(order.less(0, 2));
  CHECK(order.less(0, 1) == order.less(2, 1));
  CHECK(!order.concurrent(0, 1));
}

// [app/collapsed]
TEST_CASE("For schedulers a block is one exclusive system that takes as long as its rounds") {
  const app::App app = loaded_app(R"({ "app": "timed", "sets": { "Fixed": { "repeat": [1, 3] } }, "systems": {
    "x": { "before": ["a"], "duration": 5 }, "a": { "in": ["Fixed"], "duration": [1, 2] }, "y": { "after": ["b"] },
    "b": { "in": ["Fixed"], "duration": 4 } } })");
  const app::Collapsed out = app::collapsed(app, app::Blocks(app), app::order(app));
  CHECK(out.systems == std::vector<std::size_t>{0, 1, 2});
  REQUIRE(out.app.systems.size() == 3);
  CHECK(out.app.systems[1].name == "Fixed");
  CHECK(out.app.systems[1].exclusive);
  CHECK(out.app.systems[1].duration == app::Duration{5, 18});
  CHECK(app::order(out.app).in_order().size() == 3);
  CHECK(app::order(out.app).less(0, 1));
  CHECK(app::order(out.app).less(1, 2));
}

TEST_CASE("An app with blocks is printed and loaded again, and built in C++") {
  for (const char* repeat : {"0", "7", "[0, 2]", R"({ "resource": "Steps" })",
                             R"({ "count": { "match": [{ "incl": { "Mark": "_" } }] } })"}) {
    const app::App app = with_block(repeat, makes("a", adds, in));
    const app::App again = loaded_app(app::print(app));
    CHECK(again.sets == app.sets);
    CHECK(app::print(again) == app::print(app));
  }
  app::Builder game("game");
  game.system("move").writes("Position").in("Fixed");
  game.system("receive").writes("Position").in("Network");
  game.set("Fixed").repeats(R"({ "resource": "Steps" })");
  game.set("Network").repeats(0, 2).before("Fixed");
  game.resource_type("Steps", "\"int\"");
  const auto built = game.build();
  REQUIRE(built.index() == 0);
  const app::App& app = std::get<app::App>(built);
  REQUIRE(app.sets.size() == 2);
  CHECK(app.sets[0].repeat->json == R"({"resource":"Steps"})");
  CHECK(app.sets[1].repeat->most == 2);
  CHECK(app.sets[1].repeat->least == 0);
  CHECK(app::order(app).less(1, 0));
}

// [triage/engine]
TEST_CASE("In Bevy's code a block is a schedule that an exclusive system runs") {
  const app::App app = with_block("2",
                                  makes("a", adds, in) + "," + makes("b", doubles, in + R"("after": ["a"],)") + "," +
                                      makes("x", "0", R"("after": ["b"],)"),
                                  R"("run_if": ["playing"],)");
  CHECK(engine("bevy")->constraints(app, app::order(app)) ==
        R"(#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
struct Fixed;
fn run_Fixed(world: &mut World) {
  for _ in 0..2 {
    world.run_schedule(Fixed);
  }
}
app.init_schedule(Fixed);
app.add_systems(Fixed, (a, b).chain());
app.add_systems(Update, (run_Fixed.run_if(playing), x).chain());
)");
  CHECK(engine("entt")->constraints(app, app::order(app)) ==
        "// To write: run_Fixed, which runs a, b, 2 times a frame, in this order\n"
        "// Left out: run_Fixed runs only if playing\nrun_Fixed(registry);\nx(registry);\n");
}
