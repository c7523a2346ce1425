// Engines in C++ under the oracle: two as they are commonly built do what the calculus says.
#include <doctest/doctest.h>
#include <rapidcheck.h>
#include <rapidcheck/detail/Configuration.h>

#include <nlohmann/json.hpp>

#include "examples/oracle/engines/archetypes.hpp"
#include "examples/oracle/engines/sparse_sets.hpp"
#include "interp/oracle/conform.hpp"
#include "interp/oracle/visits.hpp"
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
  Naming naming(program, entities);
  const auto visits = [&](const std::vector<std::size_t>& at, const std::vector<std::size_t>& order) {
    Visits visits(invoking, naming, z.nodes.front(), 0, program.start, env);
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
  REQUIRE(broken.alarm);
  CHECK(broken.alarm->driven.judgement.why.ends_with(": out of slots"));
  CHECK(broken.alarm->driven.failure == EngineFailure::Kind::Internal);

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
  REQUIRE(report.alarm);
  CHECK(report.alarm->level == Level::Schedules);
}

// [oracle]
TEST_CASE("A program in which an engine fails is made as small as it fails in") {
  struct Forgetful : SparseSetEngine {
    void apply(const Operations& all) override {
      Operations fewer;
      for (const Operation& one : all)
        if (!std::holds_alternative<Detach>(one)) fewer.push_back(one);
      SparseSetEngine::apply(fewer);
    }
  };
  const ConformanceReport report = conformance<Forgetful>({.cases = 200});
  REQUIRE(report.alarm);
  const nlohmann::ordered_json program = nlohmann::ordered_json::parse(report.alarm->program);
  CHECK(program["systems"].size() == 1);
  CHECK(program["entities"].size() == 1);
  CHECK(report.alarm->level == Level::Storage);
  CHECK(report.alarm->program.find("detach") != std::string::npos);
}
