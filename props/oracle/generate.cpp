// Random cases for engines: what is asked for, and what is said of them.
#include "interp/oracle/generate.hpp"

#include <map>
#include <sstream>

#include "interp/base/json/tree.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/language/program/ranges.hpp"
#include "interp/oracle/dimensions.hpp"
#include "interp/oracle/drive.hpp"
#include "interp/oracle/lines.hpp"
#include "interp/run/execution.hpp"
#include "interp/search/starts.hpp"
#include "props/kit/loaded.hpp"

using namespace coreecs;

namespace {

EngineCase read(const nlohmann::ordered_json& line) { return std::get<EngineCase>(read_case(line.dump())); }

}  // namespace

// [oracle]
TEST_CASE("generate: each case loads, has the verdicts of check, and the reference is judged yes in it") {
  for (const NamedShape& shape : shapes) {
    CAPTURE(shape.name);
    std::size_t confluent = 0, created = 0;
    for (std::uint64_t number = 0; number < 20; ++number) {
      const auto line = generate(7, number, {.shape = shape.shape});
      REQUIRE(line);
      CHECK(*line == *generate(7, number, {.shape = shape.shape}));
      CHECK(*line != *generate(8, number, {.shape = shape.shape}));
      const EngineCase one = read(*line);
      CAPTURE(line->dump());
      const NamedSchedule& schedule = *find_schedule(one.program, one.schedule);
      const Verdict verdict = check(one.program, schedule, one.frames, 1'000);
      CHECK((*line)["verdicts"]["safe"] == (verdict.because.safe.answer == Answer::Yes));
      CHECK((*line)["verdicts"]["confluent"].is_null() == (verdict.confluent() == Answer::Unknown));
      confluent += verdict.confluent() == Answer::Yes;

      Execution reference(one.program, schedule);
      EngineResult result{one.program.start, {}, Names(one.program.entities)};
      while (reference.frame() < one.frames) {
        reference.advance();
        result.states.push_back(reference.state());
      }
      created += reference.names().has_created();
      CHECK(judge(one, result, {}, 1'000).kind == Judgement::Kind::Yes);
    }
    CHECK(confluent > 0);
    CHECK(confluent < 20);
    CHECK(created > 0);
  }
}

// [oracle]
TEST_CASE("What is visited, and observed, is determined where nothing races and no match of a seq meets another one") {
  const auto determined = [](const std::string& z) {
    const Program program = std::get<Program>(load(R"({
      "components": { "A": "int", "B": "int" },
      "systems": {
        "tick": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": { "attach": ["A", "e", { "+": ["a", 1] }] } },
        "triple": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": { "attach": ["A", "e", { "*": ["a", 3] }] } },
        "add": { "match": [{ "entity": "e", "incl": { "A": "a" } }, { "incl": { "B": "b" } }],
                 "do": { "attach": ["A", "e", { "+": ["a", "b"] }] } } },
      "schedules": { "main": )" + z + R"( },
      "entities": { "e0": { "A": 1 }, "e1": { "B": 2 }, "e2": { "B": 3 } } })"));
    return visits_are_determined(program, program.schedules.front().z, 1);
  };
  CHECK(determined(R"({ "then": [{ "conc": "tick" }, { "seq": "triple" }] })"));
  CHECK_FALSE(determined(R"({ "par": [{ "conc": "tick" }, { "conc": "triple" }] })"));
  CHECK_FALSE(determined(R"({ "seq": "add" })"));
}

// [oracle]
TEST_CASE("cases: other starts of one program, in their ranges, at which what is assumed holds") {
  const nlohmann::ordered_json document = example("invariants");
  const auto loaded_one = load_tree(document);
  const Program& fight = std::get<Program>(loaded_one);
  Problems problems;
  const Range range = read_range(problems, "Health=0:20", fight.schema).value();
  const Label health = range.i;
  const Starts starts(document, 3, 4, {range});
  const std::vector<std::string> all{"never_negative", "standing_are_alive", "fallen_are_empty"};
  std::size_t not_assumed = 0, safe = 0;
  std::set<std::string> programs;
  for (std::uint64_t number = 0; number < 40; ++number) {
    const auto line = generate(3, number, starts, {.schedule = "careless", .assumed = all});
    REQUIRE(line);
    CHECK(*line == *generate(3, number, starts, {.schedule = "careless", .assumed = all}));
    CAPTURE(line->dump());
    programs.insert((*line)["program"].dump());
    const EngineCase one = read(*line);
    CHECK(one.schedule == "careless");
    CHECK(one.frames == 3);
    CHECK((*line)["program"]["systems"] == document["systems"]);
    for (const Invariant& invariant : one.program.invariants)
      if (std::find(all.begin(), all.end(), invariant.name) != all.end()) CHECK(holds(invariant, one.program));
    CHECK(live(one.program.start).size() <= 4);
    for (const auto& [e, k] : one.program.start[health]) {
      CHECK(std::get<std::int64_t>(k.sum()) >= 0);
      CHECK(std::get<std::int64_t>(k.sum()) <= 20);
    }
    const EngineCase any = read(*generate(3, number, starts, {.schedule = "main"}));
    not_assumed += !std::all_of(any.program.invariants.begin(), any.program.invariants.end(),
                                [&](const Invariant& invariant) { return holds(invariant, any.program); });
    const auto wanted = generate(3, number, starts, {.schedule = "main", .only = Aspect::Safe});
    REQUIRE(wanted);
    safe += (*wanted)["verdicts"]["safe"] == true;
  }
  CHECK(programs.size() > 30);
  CHECK(not_assumed > 0);
  CHECK(safe == 40);
}

// [oracle]
TEST_CASE("cases: where no start that is drawn is as assumed, one is tried without what is in the way") {
  nlohmann::ordered_json document = nlohmann::ordered_json::parse(R"({
    "components": { "A": "int", "B": "unit" },
    "systems": { "idle": { "match": [{ "incl": { "A": "_", "B": "_" } }], "do": [] } },
    "schedules": { "main": { "conc": "idle" } },
    "invariants": {
      "seven": { "match": [{ "incl": { "A": "a" } }], "holds": { "==": ["a", 7] } },
      "some": { "measure": { "n": { "count": { "match": [{ "incl": { "B": "_" } }] } } }, "holds": { ">": ["n", 3] } } } })");
  for (int k = 0; k < 40; ++k) document["entities"]["e" + std::to_string(k)]["A"] = 8;
  const Starts starts(document, 1, 40, {}, true);
  std::size_t drawn = 0, assumed = 0;
  for (std::uint64_t number = 0; number < 50; ++number) {
    Program program = starts.program();
    program.start = starts(Random(number, 0));
    drawn += hold({"seven", "some"}, program);
    program.start = starts(Random(number, 0), {"seven", "some"});
    assumed += hold({"seven", "some"}, program);
  }
  CHECK(drawn == 0);
  CHECK(assumed > 30);
}

// [oracle]
TEST_CASE("generate: a few programs have values at the ends of their types") {
  std::string all;
  Dice dice(Random(1, 0));
  for (int k = 0; k < 3'000; ++k) all += random_program(dice, {.entities = 40}).dump();
  for (const std::string value : {"65536", "-32769", ":0.1", "a\\n"}) {
    CAPTURE(value);
    CHECK(all.find(value) != std::string::npos);
  }
}

// [oracle]
TEST_CASE("generate: no integer needs more than a double, unless the engine supports that") {
  const auto wide = [](const std::optional<Constructs>& among) {
    std::size_t found = 0;
    for (std::uint64_t number = 0; number < 300; ++number) {
      const EngineCase one = read(*generate(1, number, {.among = among}));
      found += extent(one).back() >= static_cast<std::uint64_t>(exact_double_ints);
    }
    return found;
  };
  Constructs all(std::begin(constructs), std::end(constructs));
  CHECK(wide(all) > 0);
  all.erase("int64");
  CHECK(wide(all) == 0);
}

// [oracle]
TEST_CASE("generate: sizes are limits, whatever the shape") {
  const Sizes sizes{.components = 40, .terms = 4, .entities = 30, .frames = 3};
  for (const NamedShape& shape : shapes)
    for (std::uint64_t number = 0; number < 30; ++number) {
      CAPTURE(shape.name);
      const auto line = generate(1, number, {.shape = sizes.of(shape.shape)});
      REQUIRE(line);
      const auto& program = (*line)["program"];
      CHECK(program["components"].size() <= 40 + 3 * shape.shape.churns + shape.shape.nests + 2 * shape.shape.toggles);
      CHECK(program["entities"].size() <= 30);
      CHECK(program.value("frames", 1) <= 3);
      for (const auto& [name, system] : program["systems"].items())
        for (const auto& q : system["match"]) {
          std::size_t terms = 0;
          for (const char* kind : {"incl", "excl", "anyway"})
            if (q.contains(kind)) terms += q[kind].size();
          CHECK(terms <= 4);
        }
    }
}

// [oracle]
TEST_CASE("The page's table of dimensions is what a count says" * doctest::test_suite("slow")) {
  std::map<std::string, std::vector<std::string>> page;  // by row
  std::istringstream lines(contents(source_dir / "specs/reference/oracle-protocol.md"));
  std::string dimension;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| ")) continue;
    std::vector<std::string> cells;
    std::istringstream rest(line);
    for (std::string cell; std::getline(rest, cell, '|');)
      if (cell.size() > 2) cells.push_back(cell.substr(1, cell.size() - 2));
    if (cells.empty()) continue;
    if (!cells[0].starts_with("... ")) dimension = cells[0];
    page[dimension + cells[0]].assign(cells.begin() + 1, cells.end());
  }
  for (std::size_t k = 0; k < std::size(shapes); ++k) {
    CAPTURE(shapes[k].name);
    Extents extents;
    for (std::uint64_t number = 0; number < 150; ++number)  // the first of those that the page counts
      extents.add(extent(read(*generate(1, number, {.shape = shapes[k].shape}))));
    for (const auto& one : extents.rows()) {
      const std::string &row = one.first, &cell = one.second;
      CAPTURE(row);
      if (!row.starts_with("... ")) dimension = row;
      REQUIRE(page[dimension + row].size() == std::size(shapes));
      const std::string& told = page[dimension + row][k];
      if (row.starts_with("... ")) {
        CHECK(std::abs(std::stod(cell) - std::stod(told)) <= 15);
      } else {
        const auto bounds = [](const std::string& range) {
          return std::pair(std::stoull(range), std::stoull(range.substr(range.find("–") + std::string("–").size())));
        };
        CHECK(bounds(cell).first >= bounds(told).first);
        CHECK(bounds(cell).second <= bounds(told).second);
      }
    }
  }
}

// [oracle]
TEST_CASE("generate: lists for engines that support them, and for no others") {
  const auto lists = [](const Constructs& among) {
    int found = 0;
    Dice dice(Random(1, 0));
    for (int k = 0; k < 300; ++k) found += used(random_program(dice, {}, among)).contains("list");
    return found;
  };
  Constructs all(std::begin(constructs), std::end(constructs));
  CHECK(lists(all) > 30);
  all.erase("list");
  CHECK(lists(all) == 0);
}

// [oracle]
TEST_CASE("generate: programs of every shape load, whatever some engine lacks") {
  for (const NamedShape& shape : shapes)
    for (std::uint64_t number = 0; number < 100; ++number) {
      Dice dice(Random(3, number));
      Constructs among;
      for (const std::string_view construct : constructs)
        if (dice.percent(70)) among.insert(construct);
      among.insert({"int", "incl", "attach", "conc"});
      const auto program = random_program(dice, shape.shape, among);
      CHECK_MESSAGE(std::holds_alternative<Program>(load_tree(program)), program.dump());
    }
}

// [oracle]
TEST_CASE("generate: only what is wanted, and nothing but what the engine supports") {
  const auto capabilities = read_capabilities(
      R"({ "supports": ["int", "entity", "incl", "excl", "attach", "detach", "conc", "seq", "then", "par"] })");
  const Wanted plain{.among = std::get<Constructs>(capabilities)};
  for (std::uint64_t number = 0; number < 20; ++number) {
    const auto line = generate(1, number, plain);
    REQUIRE(line);
    for (const std::string_view construct : used((*line)["program"])) CHECK(plain.among->count(construct) == 1);
    CHECK((*generate(1, number, {.only = Aspect::Safe}))["verdicts"]["safe"] == true);
    const auto decided = generate(1, number, {.shape = {.races = true}, .only = Aspect::Confluent, .limit = 1});
    CHECK((*decided)["verdicts"]["confluent"] == true);
  }
  CHECK_FALSE(generate(1, 0, {.among = Constructs()}));
  // They are written so, and not thrown away until one is: else a thousand are for each of these.
  for (const Constructs& few :
       {Constructs{"bool", "attach", "anyway", "seq"}, Constructs{"text", "record", "excl", "detach", "conc", "par"},
        Constructs{"int", "incl", "vector", "destroy", "new", "then", "conc", "frames"},
        Constructs{"int", "list", "incl", "attach", "conc"}})
    for (const NamedShape& shape : shapes) {
      int fit = 0;
      Dice dice(Random(1, 0));
      for (int k = 0; k < 100; ++k) {
        const Constructs all = used(random_program(dice, shape.shape, few));
        fit += std::includes(few.begin(), few.end(), all.begin(), all.end());
      }
      CAPTURE(shape.name);
      CHECK(fit == 100);
    }

  CHECK(used(example("toy_physics")) ==
        Constructs{"int", "incl", "excl", "vector", "attach", "detach", "new", "conc", "seq", "then", "frames"});
  const auto wrong = read_capabilities(R"({ "supports": ["int", "inlc", 3], "more": 1 })");
  const auto* problems = std::get_if<std::vector<Problem>>(&wrong);
  REQUIRE(problems);
  REQUIRE(problems->size() == 3);
  CHECK((*problems)[0].place == "/supports/1");
  CHECK((*problems)[0].message.find("\"incl\"?") != std::string::npos);
}
