// Engines in C++ under the oracle: two as they are commonly built do what the calculus says.
#include <doctest/doctest.h>
#include <rapidcheck.h>
#include <rapidcheck/detail/Configuration.h>

#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

#include "examples/oracle/engines/archetypes.hpp"
#include "examples/oracle/engines/sparse_sets.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/oracle/conform.hpp"
#include "interp/oracle/failure_shape.hpp"
#include "interp/oracle/visits.hpp"
#include "interp/run/execution.hpp"
#include "interp/search/reduce.hpp"
#include "props/kit/loaded.hpp"
#include "semantics/query.hpp"

using namespace coreecs;

// [oracle]
TEST_CASE_TEMPLATE("An engine as it is commonly built does what the calculus says, at every level and in every shape" *
                       doctest::test_suite("slow"),
                   Built, SparseSetEngine, ArchetypeEngine) {
  const auto& parameters = rc::detail::configuration().testParams;
  const std::uint64_t cases = static_cast<std::uint64_t>(parameters.maxSuccess);
  const ConformanceReport report = conformance<Built>({.seed = parameters.seed, .cases = cases, .limit = 100});
  CHECK_MESSAGE(report.conforms(), show(report));
  for (const auto& [level, tally] : report.levels) CHECK_MESSAGE(tally.yes >= cases * 8 / 10, show(report));
}

// [oracle]
TEST_CASE("Visits: every match that still holds has to be visited, and the order that is told be one of the visits") {
  const Program program = loaded(example("toy_physics"));
  const auto entities = std::make_shared<Entities>();
  const Environment env = by_occurrence(*entities);
  const SeriesParallel z(Schedule(Conc{program.systems.front()}));  // inertia, at e0 and e2
  const Invoking invoking(env, labels_of_entities(program.schema), false);
  const Meaning meaning(Level::Systems, program.schema);
  Naming naming(program, entities);
  const auto visits = [&](const std::vector<std::size_t>& at, const std::vector<std::size_t>& order) {
    Visits visits(invoking, meaning, naming, z.nodes.front(), 0, program.start, env, Defers::All);
    const Matches r = query(program.systems.front()->q, program.start, env);
    for (const std::size_t j : at) (void)visits.respond(0, r[j]);
    return visits.wrong(order);
  };
  CHECK_FALSE(visits({0, 1}, {}));
  CHECK_FALSE(visits({1, 0}, {1, 0}));
  CHECK(visits({1}, {}).value().find("⟨e0⟩") != std::string::npos);
  CHECK(visits({0}, {}).value().find("⟨e2⟩") != std::string::npos);
  for (const std::vector<std::size_t>& order : {std::vector<std::size_t>{0, 2}, {0, 0}, {0}})
    CHECK(visits({0, 1}, order).value().find("⟨") == std::string::npos);  // of no entity
}

// [oracle]
TEST_CASE("What an engine throws is told as its own, and what it does not do is outside") {
  struct Broken : SparseSetEngine {
    void apply(const Operations&) override { throw std::runtime_error("out of slots"); }
  };
  const ConformanceReport broken = conformance<Broken>({.cases = 3});
  REQUIRE(broken.alarm());
  CHECK(broken.alarm()->driven.judgement.why.ends_with(": out of slots"));
  CHECK(broken.alarm()->driven.failure == EngineFailure::Kind::Internal);

  struct Small : SparseSetEngine {
    EngineDescription describe() override {
      return {"small", {"int", "incl", "attach", "seq"}, {Level::Storage, Level::Queries}};
    }
    std::vector<std::vector<Entity>> matches(const QueryVector&) override {
      throw EngineFailure(EngineFailure::Kind::Unsupported, "it has no queries");
    }
  };
  const ConformanceReport small = conformance<Small>({.cases = 3});
  CHECK(small.conforms());
  for (const char* other : {"bool", "record", "detach", "new", "destroy"}) CHECK_FALSE(small.covered.contains(other));
  CHECK(small.levels.at(Level::Storage).yes == 3);
  CHECK(small.levels.at(Level::Queries).outside == 3);
}

// [oracle]
TEST_CASE("An engine that performs a schedule is asked for matches of the leaf that it names") {
  struct Misled : SparseSetEngine {
    void frame(const Schedule& z, Leaf first, const Respond& respond, const std::vector<Expected>& expected) override {
      SparseSetEngine::frame(
          z, first, [&](Leaf leaf, const Match& r) { return respond(leaf + 1, r); }, expected);
    }
  };
  const ConformanceReport report = conformance<Misled>({.cases = 200});
  REQUIRE(report.alarm());
  CHECK(report.alarm()->level == Level::Schedules);
}

namespace {

enum class Ends { Aborts, Exits, Loops };

/// Does not live on after a detach.
template <Ends how>
struct Fatal : SparseSetEngine {
  void apply(const Operations& all) override {
    if (std::any_of(all.begin(), all.end(), [](const Operation& one) { return std::holds_alternative<Detach>(one); })) {
      if (how == Ends::Aborts) std::fputs("never detach\n", stderr);
      if (how == Ends::Aborts) std::abort();
      if (how == Ends::Exits) std::_Exit(3);
      while (how == Ends::Loops) std::this_thread::sleep_for(std::chrono::seconds(1));
    }
    SparseSetEngine::apply(all);
  }
};

struct Forgetful : SparseSetEngine {
  void apply(const Operations& all) override {
    Operations fewer;
    for (const Operation& one : all)
      if (!std::holds_alternative<Detach>(one)) fewer.push_back(one);
    SparseSetEngine::apply(fewer);
  }
};

/// Its queries end after some constraints.
template <std::size_t most>
struct FewTerms : SparseSetEngine {
  std::vector<std::vector<Entity>> matches(const QueryVector& q) override {
    QueryVector fewer = q;
    for (Query& one : fewer)
      if (And* all = std::get_if<And>(&one); all && all->conjuncts.size() > most) all->conjuncts.resize(most, Incl{0});
    return SparseSetEngine::matches(fewer);
  }
};

/// Its queries find none of the components from some label on.
template <Label most>
struct FewBits : SparseSetEngine {
  std::vector<std::vector<Entity>> matches(const QueryVector& q) override {
    for (const QueryFilter& one : QueryFilter::of(q))
      if (!one.included.empty() && one.included.back() >= most) return {};
    return SparseSetEngine::matches(q);
  }
};

/// It stores integers in another type.
template <class Number>
struct Narrow : SparseSetEngine {
  void apply(const Operations& all) override {
    Operations narrow = all;
    for (Operation& one : narrow)
      if (Attach* m = std::get_if<Attach>(&one))
        if (const auto* n = std::get_if<std::int64_t>(&m->k.sum()))
          m->k = Value(static_cast<std::int64_t>(static_cast<Number>(*n)));
    SparseSetEngine::apply(narrow);
  }
};

/// The sides of a ∥ see each other.
struct Shared : SparseSetEngine {
  static Schedule sequential(const Schedule& z) {
    return match(
        z.form(), [&](const Conc&) { return z; }, [&](const Seq&) { return z; },
        [](const Then& then) {
          return Schedule(Then{sequential(then.left), sequential(then.right)});
        },
        [](const Par& par) {
          return Schedule(Then{sequential(par.left), sequential(par.right)});
        });
  }
  void frame(const Schedule& z, Leaf first, const Respond& respond, const std::vector<Expected>& expected) override {
    SparseSetEngine::frame(sequential(z), first, respond, expected);
  }
};

/// Whether an engine fails in a program in the same way as in an alarm.
template <class E>
bool fails_again(const Alarm& alarm, const nlohmann::ordered_json& program) {
  const ConformanceReport report =
      conform([] { return std::make_unique<E>(); }, {{.name = "", .program = program}}, {.levels = {alarm.level}});
  return report.alarm() && report.alarm()->driven.failure == alarm.driven.failure;
}

}  // namespace

namespace {

/// Checks that an engine that does not live on after a detach fails in a small program.
void is_fatal(const ConformanceReport& report, EngineFailure::Kind kind, const char* why) {
  REQUIRE(report.alarm());
  CHECK(report.alarm()->driven.failure == kind);
  CHECK(report.alarm()->driven.judgement.why.find(why) != std::string::npos);
  CHECK(report.alarm()->again);
  CAPTURE(report.alarm()->program);
  const auto program = nlohmann::json::parse(report.alarm()->program);
  CHECK(program["systems"].size() == 1);
  CHECK(program["systems"].begin().value()["do"].contains("detach"));
}

}  // namespace

// [oracle]
TEST_CASE("In a fork, an engine that aborts or exits is an alarm with a small program, and others are judged alike") {
  using namespace std::chrono_literals;
  std::string announced;
  Conformance options{.cases = 50, .levels = {Level::Storage}};
  options.announce = [&](const GivenCase& given, Level) { announced = given.name; };
  options.isolate = 10s;
  const ConformanceReport aborts = conformance<Fatal<Ends::Aborts>>(options);
  is_fatal(aborts, EngineFailure::Kind::Crashed, "signal 6");
  CHECK(aborts.alarm()->name == announced);
  CHECK(aborts.alarm()->driven.said == "never detach\n");
  is_fatal(conformance<Fatal<Ends::Exits>>(options), EngineFailure::Kind::Crashed, "status 3");

  const ConformanceReport here = conformance<Forgetful>({.cases = 50, .levels = {Level::Storage}});
  const ConformanceReport there = conformance<Forgetful>(options);
  REQUIRE(here.alarm());
  REQUIRE(there.alarm());
  CHECK(here.alarm()->program == there.alarm()->program);
  CHECK(here.alarm()->driven.found == there.alarm()->driven.found);
  const ConformanceReport alike = conformance<SparseSetEngine>(options);
  CHECK(alike.conforms());
  CHECK(alike.levels.at(Level::Storage).yes == 50);
}

namespace {

/// Loops at a destroy, and is slow to attach a 7.
struct Sluggish : SparseSetEngine {
  void apply(const Operations& all) override {
    for (const Operation& one : all) {
      if (const auto* m = std::get_if<Attach>(&one); m && m->k == Value(std::int64_t{7}))
        std::this_thread::sleep_for(std::chrono::milliseconds(150));
      while (std::holds_alternative<Destroy>(one)) std::this_thread::sleep_for(std::chrono::seconds(1));
    }
    SparseSetEngine::apply(all);
  }
};

}  // namespace

// [oracle]
TEST_CASE("In a fork, an engine that loops is an alarm with a program as small as others" *
          doctest::test_suite("slow")) {
  is_fatal(
      conformance<Fatal<Ends::Loops>>({.cases = 50, .levels = {Level::Storage}, .isolate = std::chrono::seconds(4)}),
      EngineFailure::Kind::Silent, "does not end in time");
}

// [oracle]
TEST_CASE("What only takes long is not taken for a loop when the alarm of a loop is shrunk" *
          doctest::test_suite("slow")) {
  const auto program = [](const std::string& schedule) {
    return GivenCase{.name = "", .program = nlohmann::ordered_json::parse(R"({ "components": { "A": "int" },
      "systems": { "keep": { "match": [{ "entity": "e", "incl": { "A": "_" } }], "do": { "attach": ["A", "e", 1] } },
                   "gone": { "match": [{ "entity": "e", "incl": { "A": "_" } }], "do": { "destroy": "e" } },
                   "slow": { "match": [{ "incl": { "A": "_" } }], "do": { "new": ["x", { "attach": ["A", "x", 7] }] } } },
      "schedules": { "main": )" + schedule + R"( }, "entities": { "e0": { "A": 1 } } })")};
  };
  const ConformanceReport report =
      conform([] { return std::make_unique<Sluggish>(); },
              {program(R"({ "conc": "keep" })"), program(R"({ "par": [{ "conc": "slow" }, { "conc": "gone" }] })")},
              {.levels = {Level::Storage}, .isolate = std::chrono::milliseconds(800)});
  REQUIRE(report.alarm());
  CAPTURE(report.alarm()->program);
  CHECK(report.alarm()->again);
  CHECK(report.alarm()->driven.failure == EngineFailure::Kind::Silent);
  CHECK(used(nlohmann::ordered_json::parse(report.alarm()->program)).contains("destroy"));
}

// [oracle]
TEST_CASE_TEMPLATE("Slips that need many constraints, components or bits are found in the default mix" *
                       doctest::test_suite("slow"),
                   Slipped, FewTerms<2>, FewTerms<4>, FewBits<32>, FewBits<64>, Narrow<std::int32_t>, Narrow<double>) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const ConformanceReport report = conformance<Slipped>({.seed = seed, .cases = 2'000, .limit = 100});
    CHECK(report.alarm());
  }
}

// [oracle]
TEST_CASE_TEMPLATE("A program in which an engine fails is 1-minimal: it fails in no program that is one step smaller",
                   Slipped, Forgetful, FewTerms<1>, Narrow<std::int8_t>, Shared) {
  const ConformanceReport report = conformance<Slipped>({.cases = 500, .limit = 100});
  REQUIRE(report.alarm());
  const Alarm& alarm = *report.alarm();
  CAPTURE(alarm.program);
  CHECK(alarm.again);
  CHECK(alarm.before.empty());
  const auto program = nlohmann::ordered_json::parse(alarm.program);
  CHECK(fails_again<Slipped>(alarm, program));
  for (const auto& smaller : smaller_programs(program, Reducible::Everything))
    if (find_schedule(std::get<Program>(load_tree(smaller)), std::nullopt))
      CHECK_MESSAGE(!fails_again<Slipped>(alarm, smaller), smaller.dump());
}

// [oracle]
TEST_CASE("An engine that fails only after another program: both are kept, shrunk, and fail again when replayed") {
  struct Polluted : SparseSetEngine {
    bool destroyed = false, loses = false;
    void apply(const Operations& all) override {
      if (!loses) SparseSetEngine::apply(all);
      for (const Operation& one : all) destroyed = destroyed || std::holds_alternative<Destroy>(one);
    }
    void reset(const Schema& K, Names& names, Entities& entities) override {
      SparseSetEngine::reset(K, names, entities);
      loses = destroyed;
    }
  };
  const Conformance storage{.levels = {Level::Storage}};
  const ConformanceReport report = conformance<Polluted>(storage);
  REQUIRE(report.alarm());
  const Alarm& alarm = *report.alarm();
  CHECK(alarm.again);
  REQUIRE(alarm.before.size() == 1);
  const auto before = nlohmann::ordered_json::parse(alarm.before.front());
  const auto program = nlohmann::ordered_json::parse(alarm.program);
  CHECK(before["systems"].size() == 1);
  CHECK(used(before).contains("destroy"));
  CHECK(program["entities"].size() == 1);
  const auto replayed = [&](std::vector<nlohmann::ordered_json> first) {
    const std::vector<GivenCase> one{{.name = "", .program = program, .before = std::move(first)}};
    return conform([] { return std::make_unique<Polluted>(); }, one, storage).conforms();
  };
  CHECK_FALSE(replayed({before}));
  CHECK(replayed({}));
}

// [oracle]
TEST_CASE("A search that keeps going counts failures by their shape, and goes on after those that are known") {
  const ConformanceReport all = conformance<Forgetful>({.cases = 200, .levels = {Level::Storage}, .keep_going = true});
  REQUIRE(!all.alarms.empty());
  std::uint64_t failing = 0;
  std::map<std::string, std::string> known;
  for (const Alarm& alarm : all.alarms) {
    failing += alarm.cases;
    CHECK(known.emplace(alarm.shape, "detach").second);
  }
  CHECK(failing == all.levels.at(Level::Storage).no);
  CHECK(all.alarms.front().cases > 1);
  CHECK(all.tried == 200);
  const ConformanceReport with_known =
      conformance<Forgetful>({.cases = 200, .levels = {Level::Storage}, .known = known});
  CHECK(with_known.conforms());
  CHECK(with_known.tried == 200);
  CHECK(with_known.alarms.size() == all.alarms.size());
  known.erase(all.alarms.front().shape);
  CHECK(conformance<Forgetful>({.cases = 200, .levels = {Level::Storage}, .known = known}).alarm()->shape ==
        all.alarms.front().shape);
}

// [oracle]
TEST_CASE("The shape of a program names neither its components and systems nor its values") {
  const auto shape = [](const std::string& component, const std::string& system, const std::string& value) {
    return failure_shape(nlohmann::ordered_json::parse(R"({ "components": { ")" + component + R"(": "int" },
      "systems": { ")" + system + R"(": { "match": [{ "entity": "e", "incl": { ")" +
                                                       component + R"(": "_" } }],
        "do": [{ "attach": [")" + component + R"(", "e", )" +
                                                       value + R"(] }, { "new": ["x", { "destroy": "x" }] }] } },
      "schedules": { "main": { "par": [{ "conc": ")" + system +
                                                       R"(" }, { "seq": ")" + system + R"(" }] } } })"),
                         Level::Systems, {});
  };
  CHECK(shape("A", "s", "1") == shape("B", "t", "100"));
  CHECK(shape("A", "s", "1") == "systems: par(conc 1, seq 1); 1: incl int, do attach int, new(destroy)");
  CHECK(shape("A", "s", "2147483648") == shape("A", "s", "1") + "; integers of 33 bits");
}
