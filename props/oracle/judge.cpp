// What an engine did, judged: against all runs, enumerated.
#include "interp/oracle/judge.hpp"

#include "interp/check/record/replay.hpp"
#include "interp/oracle/lines.hpp"
#include "interp/run/execution.hpp"
#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

constexpr auto yes = Judgement::Kind::Yes, no = Judgement::Kind::No, outside = Judgement::Kind::Outside;

/// Entities as an engine calls them: each that was created is another one.
class OwnEntities {
 public:
  State operator()(const State& c) {
    return exhaustive::renamed(c, [this](Entity e) {
      if (const auto known = own_.find(e); known != own_.end()) return known->second;
      const Entity own = entities_.at({.leaf = ~Leaf{0}, .entities = {}, .number = ~std::uint64_t{0} - own_.size()});
      names.add(own, "#" + std::to_string(own_.size()));
      return own_.emplace(e, own).first->second;
    });
  }

  Names names;
  explicit OwnEntities(const Program& program) : names(program.entities) {}

 private:
  Entities entities_;
  std::map<Entity, Entity> own_;
};

/// The states that runs end in, where these can be enumerated.
std::vector<State> ends(const State& c, const Schedule& z, const Environment& env) {
  const auto all = exhaustive::ends(c, z, env, 2'000);
  RC_PRE(all.has_value());
  std::vector<State> states;
  for (const End& end : *all)
    if (const State* state = std::get_if<State>(&end)) states.push_back(*state);
  RC_PRE(!states.empty());
  return states;
}

/// The state with one value gone, if there is one.
State damaged(const State& c) {
  std::vector<Location> all;
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) all.push_back({e, i});
  if (all.empty()) return c;
  const Location l = *rc::gen::elementOf(all);
  return after(c, perform(Detach{l.i, l.e}, Fresh(Environment{}, {})));
}

EngineCase asked(const Case& t) { return {"c", *t.program, "main", t.program->frames}; }

/// The law for one case whose engine ends in this state.
void judged_rightly(const Case& t, const std::vector<State>& states, const State& end) {
  OwnEntities own(*t.program);
  const State found = own(end);
  const bool reached =
      std::any_of(states.begin(), states.end(), [&](const State& c) { return exhaustive::alike(c, found); });
  const Judgement judged = judge(asked(t), {{}, {found}, own.names}, {}, 100'000);
  note(states.size() > 1, "several ends", 0.3);
  note(!reached, "no run ends so", 0.2);
  RC_ASSERT(judged.kind == (reached ? yes : no));
  if (!reached) {
    RC_ASSERT(!judged.differences.empty());
    return;
  }
  RC_ASSERT(judged.renaming.size() == exhaustive::created(found).size());
  note(judged.token.has_value(), "with a token", 0.2);
  if (!judged.token) return;
  const auto replay = std::get<Replay>(read_token(*judged.token));
  Entities entities;
  const Environment env = by_occurrence(entities);
  const Replayer replayer(*t.program, t.program->schedules.front().z, t.program->frames, false, env);
  const auto again = replayer.perform(replay);
  RC_ASSERT(exhaustive::alike(std::get<State>(std::get<Ending>(again).end), found));
}

}  // namespace

// [oracle]
TEST_CASE("judge: yes is one of the ends of all runs, whatever the engine calls its entities, and no is none" *
          doctest::test_suite("slow")) {
  prop("the final state of an engine", [] {
    const Case t = *small_cases({.races = true});
    const std::vector<State> states = ends(t.c, t.z, t.env);
    const State end = *rc::gen::elementOf(states);
    judged_rightly(t, states, *rc::gen::arbitrary<bool>() ? damaged(end) : end);
  });
  prop("the states of an engine after each frame", [] {
    const Case t = *small_cases({.races = true});
    EngineCase of = asked(t);
    of.frames = 2;
    const Schedule& z = t.program->schedules.front().z;
    OwnEntities own(*t.program);
    EngineResult result{t.c, {}, own.names};
    State c = t.c;
    bool raced = false;
    for (std::uint64_t k = 0; k < of.frames; ++k) {
      const Environment here{[&, k](const Occurrence& o) {
        return t.env.fresh({o.leaf + k * z.leaves(), o.entities, o.number});
      }};
      const std::vector<State> states = ends(c, z, here);
      raced = raced || states.size() > 1;
      c = *rc::gen::elementOf(states);
      result.states.push_back(own(c));
    }
    result.names = own.names;
    note(raced, "several ends of a frame", 0.3);
    RC_ASSERT(judge(of, result, {}, 100'000).kind == yes);
    result.start = damaged(t.c);
    RC_ASSERT(judge(of, result, {}, 100'000).kind == (*result.start == t.c ? yes : no));
  });
}

namespace {

/// x grows by a half each frame, and each creates one that knows it.
const char* const halves = R"({ "components": { "X": "real", "Of": "entity" },
  "systems": { "grow": { "match": [ { "entity": "e", "incl": { "X": "x" } } ],
    "do": [ { "attach": ["X", "e", { "+": ["x", 0.5] }] }, { "new": ["n", { "attach": ["Of", "n", "e"] }] } ] } },
  "schedules": { "main": { "conc": "grow" } }, "entities": { "a": { "X": 1.0 }, "b": { "X": 3.0 } }, "frames": 2 })";

Judgement judged(const std::string& members, const Tolerance& tolerance = {}) {
  const EngineCase of = std::get<EngineCase>(read_case(R"({ "id": "c", "program": )" + std::string(halves) + " }"));
  const std::string line = R"({ "id": "c", )" + members + " }";
  const auto result = read_result(line, of);
  if (const auto* problems = std::get_if<std::vector<Problem>>(&result))
    for (const Problem& problem : *problems) FAIL(show("", problem));
  return judge(of, std::get<EngineResult>(result), tolerance, 1'000);
}

std::string final_state(const std::string& a, const std::string& b) {
  return R"("final": { "a": { "X": )" + a + R"( }, "b": { "X": )" + b +
         R"( }, "7v1": { "Of": "b" }, "8v1": { "Of": "a" }, "e0": { "Of": "a" }, "8v2": { "Of": "b" } })";
}

}  // namespace

// [oracle]
TEST_CASE("judge: reals within a tolerance are equal") {
  CHECK(judged(final_state("2.0", "4.0")).kind == yes);
  CHECK(judged(final_state("2", "4")).kind == yes);
  const std::string near = final_state("2.0000000000000004", "3.9999999999999996");
  const Judgement exact = judged(near);
  CHECK(exact.kind == no);
  CHECK(exact.frame == 2);
  REQUIRE(exact.differences.size() == 2);
  CHECK(exact.differences[0].found->k == Value(2.0000000000000004));
  REQUIRE(exact.writers.size() == 2);
  CHECK(exact.writers[0].system == "grow");
  CHECK(judged(near, {.ulps = 1}).kind == yes);
  CHECK(judged(near, {.relative = 1e-15}).kind == yes);
  const std::string less_near = final_state("2.000000000000001", "4.0");
  CHECK(judged(less_near, {.ulps = 1}).kind == no);
  CHECK(judged(less_near, {.ulps = 2}).kind == yes);
  CHECK(judged(less_near, {.relative = 1e-15}).kind == yes);
  CHECK(judged(less_near, {.relative = 1e-16}).kind == no);
  CHECK(judged(final_state("2.0", "3.0"), {.relative = 0.3}).kind == yes);
  const Judgement one_near = judged(final_state("2.0000000000000004", "9.0"), {.ulps = 1});
  REQUIRE(one_near.differences.size() == 1);
  CHECK(one_near.differences[0].found->k == Value(9.0));
}

// [oracle]
TEST_CASE(
    "judge: after a race, a state that no run has is refused, but nothing is said where reals need only be close") {
  const Program race = loaded(R"({ "components": { "A": "int" },
    "systems": { "one": { "match": [ { "entity": "e", "incl": { "A": "_" } } ], "do": { "attach": ["A", "e", 1] } },
                 "two": { "match": [ { "entity": "e", "incl": { "A": "_" } } ], "do": { "attach": ["A", "e", 2] } } },
    "schedules": { "main": { "par": [ { "conc": "one" }, { "conc": "two" } ] } }, "entities": { "e": { "A": 0 } } })");
  const auto judgement = [&](int second, const Tolerance& tolerance) {
    const auto state = [](int a) { return State(1).with(0, Entity(0), Value(a)); };
    return judge({"c", race, "main", 2}, {{}, {state(1), state(second)}, Names(race.entities)}, tolerance, 1'000).kind;
  };
  CHECK(judgement(2, {}) == yes);
  CHECK(judgement(7, {}) == no);
  CHECK(judgement(7, {.ulps = 1}) == outside);
}

// [oracle]
TEST_CASE("Reals on both sides of zero are so many steps apart, and each field of a record has to be close") {
  const double least = std::numeric_limits<double>::denorm_min();
  CHECK(close(-least, least, {.ulps = 2}));
  CHECK_FALSE(close(-least, least, {.ulps = 1}));
  CHECK(close(-1.0, std::nextafter(-1.0, -2.0), {.ulps = 1}));
  const double near = std::nextafter(1.0, 2.0);
  const auto record = [](double x, double y) { return Value(Record{x, y}); };
  CHECK(close(record(1.0, 1.0), record(near, near), {.ulps = 1}));
  CHECK_FALSE(close(record(1.0, 1.0), record(near, 3.0), {.ulps = 1}));
  CHECK_FALSE(close(record(1.0, 1.0), record(3.0, near), {.ulps = 1}));
}

// [oracle]
TEST_CASE("Reals that are close through others only are not taken for equal") {
  const double near = std::nextafter(1.0, 2.0), less_near = std::nextafter(near, 2.0);
  const auto state = [](double x, double y) {
    return State(1).with(0, Entity(0), Value(x)).with(0, Entity(1), Value(y));
  };
  CHECK(renaming(state(1.0, near), state(near, near), {.ulps = 1}).first == Answer::Yes);
  CHECK(renaming(state(1.0, near), state(less_near, near), {.ulps = 1}).first == Answer::Unknown);
}

TEST_CASE("judge: entities under the engine's own names, first compared with ours of the same name") {
  const Judgement good = judged(final_state("2.0", "4.0"));
  std::set<std::string> engines, ours;
  for (const auto& [e, theirs] : good.renaming) {
    engines.insert(good.names(e));
    ours.insert(good.names(theirs));
  }
  CHECK(engines == std::set<std::string>{"7v1", "8v1", "e0", "8v2"});
  CHECK(ours == std::set<std::string>{"e0", "e1", "e2", "e3"});
  CHECK_FALSE(good.token);

  const Judgement bad = judged(R"("frames": [ { "a": { "X": 1.5 }, "b": { "X": 3.5 }, "n": { "Of": "a" } },
                                              { "a": { "X": 2.0 }, "b": { "X": 4.0 } } ])");
  CHECK(bad.kind == no);
  CHECK(bad.frame == 1);
  REQUIRE(bad.differences.size() == 1);
  CHECK_FALSE(bad.differences[0].found);
  CHECK(bad.names(bad.differences[0].expected->l.e) == "e1");
  REQUIRE(bad.writers.size() == 1);
  CHECK(bad.writers[0].entities == std::vector{Entity(1)});
}

TEST_CASE("judge: of many parts that look the same, those are named that differ") {
  nlohmann::ordered_json document = nlohmann::ordered_json::parse(R"({
    "components": { "A": "int", "Next": "entity" },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "A": "a" } } ],
      "do": { "new": ["x", { "new": ["y", [ { "attach": ["Next", "x", "y"] }, { "attach": ["Next", "y", "x"] } ] ] } ] } } },
    "schedules": { "main": { "conc": "s" } }, "entities": {} })");
  static constexpr int pairs = 200;
  for (int k = 0; k < pairs; ++k) document["entities"]["a" + std::to_string(k)] = {{"A", 0}};
  nlohmann::ordered_json result = {{"id", "c"}, {"final", document["entities"]}};
  const auto judged = [&](std::initializer_list<int> ring) {
    for (int j = 0; j < 2 * pairs; ++j) {
      const int next = j < static_cast<int>(ring.size()) ? *(ring.begin() + j) : j ^ 1;
      const auto own = [](int j) { return "h" + std::to_string(j * 77 % (2 * pairs)); };
      result["final"][own(j)] = {{"Next", own(next)}};
    }
    const EngineCase of = std::get<EngineCase>(
        read_case(nlohmann::ordered_json{{"id", "c"}, {"program", document}, {"frames", 1}}.dump()));
    return judge(of, std::get<EngineResult>(read_result(result.dump(), of)), {}, 1'000);
  };
  CHECK(judged({}).kind == yes);
  const Judgement wrong = judged({1, 2, 3, 0});
  CHECK(wrong.kind == no);
  CHECK(wrong.differences.size() >= 2);
  CHECK(wrong.differences.size() <= 4);
}

TEST_CASE("judge: what the reference cannot perform, or the limit does not reach, is outside") {
  nlohmann::ordered_json document = example("toy_physics");
  document["systems"]["inertia"]["do"] = {{"attach", {"Pos", "e", {{"quot", {1, 0}}}}}};
  const Program failing = loaded(document);
  const Judgement failed = judge({"c", failing, "main", 1}, {{}, {failing.start}, Names(failing.entities)}, {}, 1'000);
  CHECK(failed.kind == outside);
  CHECK(failed.why.find("division by zero") != std::string::npos);

  const Program many = loaded(R"({ "components": { "A": "int", "B": "int" },
    "systems": {
      "one": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["B", { "entity": "x" }, "a"] } },
      "two": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["B", { "entity": "y" }, "a"] } },
      "sum": { "match": [ { "entity": "e", "incl": { "A": "a", "B": "b" } } ], "do": { "attach": ["A", "e", "b"] } } },
    "schedules": { "main": { "then": [ { "par": [ { "conc": "one" }, { "conc": "two" } ] }, { "conc": "sum" } ] } },
    "entities": { "x": { "A": 1 }, "y": { "A": 2 }, "z": { "A": 3 }, "u": { "A": 4 }, "v": { "A": 5 } } })");
  const State unreached = State(many.start).with(0, Entity(0), Value(7));
  const EngineResult result{{}, {unreached}, Names(many.entities)};
  CHECK(judge({"c", many, "main", 1}, result, {}, 3).kind == outside);
  CHECK(judge({"c", many, "main", 1}, result, {}, 100'000).kind == no);
}
