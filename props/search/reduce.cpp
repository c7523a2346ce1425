// Reductions: what is left of a program that fails is as small as it must be, loads, and still fails.
#include "interp/search/reduce.hpp"

#include <nlohmann/json.hpp>

#include "interp/base/interrupt.hpp"
#include "interp/base/random.hpp"
#include "interp/language/format/load.hpp"
#include "props/kit/files.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using nlohmann::ordered_json;

namespace {

using Fails = std::function<bool(const ordered_json&)>;

/// Reduces a program that fails; what it asks about loads, and so does what it returns, which fails.
ordered_json reduced(const ordered_json& program, Reducible what, const Fails& fails) {
  REQUIRE(fails(program));
  ordered_json left = reduce(program, what, [&](const ordered_json& document, const Program&) {
    CHECK(std::holds_alternative<Program>(load(document.dump())));
    return fails(document);
  });
  CHECK(std::holds_alternative<Program>(load(left.dump())));
  CHECK(fails(left));
  for (const ordered_json& smaller : smaller_programs(left, what)) CHECK_FALSE_MESSAGE(fails(smaller), smaller.dump());
  return left;
}

/// Whether `found` holds of some part of a document. Its own key comes with each member.
bool any(const ordered_json& part, const std::function<bool(const std::string&, const ordered_json&)>& found,
         const std::string& key = "") {
  if (found(key, part)) return true;
  for (auto member = part.begin(); part.is_structured() && member != part.end(); ++member)
    if (any(*member, found, part.is_object() ? member.key() : "")) return true;
  return false;
}

std::size_t count(const ordered_json& program, const std::string& component) {
  std::size_t n = 0;
  for (const auto& components : program["entities"]) n += components.count(component);
  return n;
}

bool has_key(const ordered_json& part, const std::string& wanted) {
  return any(part, [&](const std::string& key, const ordered_json&) { return key == wanted; });
}

}  // namespace

TEST_CASE("Reduced: a system that has a ν, and two entities that have Pos") {
  const ordered_json left = reduced(example("toy_physics"), Reducible::Everything, [](const ordered_json& program) {
    return has_key(program["systems"], "new") && count(program, "Pos") >= 2;
  });
  CHECK(left == ordered_json::parse(R"({
    "$schema": "../specs/program.schema.json", "name": "toy physics",
    "components": { "Pos": "int" },
    "systems": { "collide": { "match": [ { "incl": { "Pos": "_" } } ], "do": { "new": ["l", []] } } },
    "schedules": { "lost_write": { "conc": "collide" } },
    "entities": { "e1": { "Pos": 0 }, "e2": { "Pos": 0 } }, "frames": 1 })"));
}

TEST_CASE("Reduced: a schedule that has a seq right of a ⨟") {
  const auto seq_right_of_then = [](const std::string& key, const ordered_json& parts) {
    return key == "then" && any(ordered_json(parts.begin() + 1, parts.end()),
                                [](const std::string& k, const ordered_json&) { return k == "seq"; });
  };
  const ordered_json left = reduced(example("every_term"), Reducible::Everything, [&](const ordered_json& program) {
    return any(program["schedules"], seq_right_of_then);
  });
  CHECK(left["entities"].empty());
  CHECK(left["components"] == ordered_json::parse(R"({ "Tag": "unit" })"));
  CHECK(left["systems"] ==
        ordered_json::parse(R"({ "clear": { "match": [ { "incl": { "Tag": "_" } } ], "do": [] } })"));
  CHECK(left["schedules"] ==
        ordered_json::parse(R"({ "main": { "then": [ { "conc": "clear" }, { "seq": "clear" } ] } })"));
}

TEST_CASE("Reduced: some attach writes a number above 7") {
  const auto above_7 = [](const std::string& key, const ordered_json& parts) {
    return key == "attach" && parts.size() == 3 && parts[2].is_number() && parts[2] > 7;
  };
  const auto fails = [&](const ordered_json& program) { return any(program["systems"], above_7); };
  ordered_json program = example("toy_physics");
  program["systems"]["inertia"]["do"]["attach"][2] = 4'000'000'000'000'000'000;
  const ordered_json left = reduced(program, Reducible::Everything, fails);
  CHECK(left["systems"] == ordered_json::parse(R"({ "inertia": {
    "match": [ { "entity": "e", "incl": { "Pos": "_" } } ], "do": { "attach": ["Pos", "e", 8] } } })"));
  program["systems"]["inertia"]["do"]["attach"][2] = {{"if", {true, 9, {{"+", {1000, "p"}}}}}};
  CHECK(reduced(program, Reducible::Everything, [&](const ordered_json& p) {
          return any(p["systems"], [](const std::string& k, const ordered_json& t) { return k == "+" && t[0] > 100; });
        })["systems"]["inertia"]["do"] == ordered_json::parse(R"({ "attach": ["Pos", "e", { "+": [101, 0] }] })"));
}

TEST_CASE("Reduced: every kind of value, as far as it can be") {
  ordered_json program = example("every_term");
  ordered_json& e0 = program["entities"]["e0"];
  e0["Count"] = INT64_MIN;
  e0["Speed"] = -1e300;
  e0["Label"] = "größer → smaller";
  e0["Friend"] = "nobody";
  const auto with = [&](const std::string& component, const std::function<bool(const ordered_json&)>& holds) {
    const ordered_json left = reduced(program, Reducible::State, [&](const ordered_json& p) {
      const ordered_json& entities = p["entities"];
      return entities.contains("e0") && entities["e0"].contains(component) && holds(entities["e0"][component]);
    });
    CHECK(left["systems"] == program["systems"]);
    CHECK(left["components"] == program["components"]);
    CHECK(left["entities"]["e0"].size() == 1);
    return left["entities"]["e0"][component];
  };
  const auto anything = [](const ordered_json&) { return true; };
  CHECK(with("Tag", anything).is_null());
  CHECK(with("Flag", anything) == false);
  CHECK(with("Flag", [](const ordered_json& k) { return k == true; }) == true);
  CHECK(with("Count", anything) == 0);
  CHECK(with("Count", [](const ordered_json& k) { return k <= -1'000'000'000; }) == -1'000'000'000);
  CHECK(with("Speed", anything) == 0.0);
  CHECK(with("Speed", [](const ordered_json& k) { return k < -100.5; }) == -101.0);
  CHECK(with("Label", anything) == "");
  CHECK(with("Label",
             [](const ordered_json& k) {
               return k.get<std::string>().find("ö") != std::string::npos && k.get<std::string>().size() >= 4;
             })
            .get<std::string>()
            .size() == 4);
  CHECK(with("Friend", anything) == "e0");
  CHECK(with("Friend", [](const ordered_json& k) { return k != "e0"; }) == "e1");
  CHECK(with("Place", [](const ordered_json& k) { return k["inside"]["floor"] > 0; }) ==
        ordered_json::parse(R"({ "x": 0, "y": 0, "inside": { "room": "", "floor": 1 } })"));
}

TEST_CASE("Reduced: an entity that others refer to is left out, and the references go elsewhere") {
  ordered_json program = example("pickup_race");
  program["entities"]["coin"]["Owner"] = "ann";
  const ordered_json left =
      reduced(program, Reducible::State, [](const ordered_json& p) { return count(p, "Owner") == 1; });
  CHECK(left["entities"] == ordered_json::parse(R"({ "coin": { "Owner": "coin" } })"));
}

TEST_CASE("Reduced: only the state, down to one frame, and expect is gone") {
  for (const auto& path : example_programs()) {
    CAPTURE(path.filename().string());
    const ordered_json program = ordered_json::parse(contents(path));
    const ordered_json left = reduced(program, Reducible::State, [](const ordered_json&) { return true; });
    for (const char* key : {"components", "systems", "schedules"}) CHECK(left[key] == program[key]);
    CHECK_FALSE(left.contains("expect"));
    CHECK(left.value("frames", 1) <= 1);
    for (const ordered_json& components : left["entities"]) CHECK(components.empty());
    CHECK(left["entities"].size() == (has_key(program["systems"], "entity") ? left["entities"].size() : 0));
    const ordered_json least = reduced(program, Reducible::Everything, [](const ordered_json&) { return true; });
    CHECK(least["entities"].empty());
    for (const char* key : {"components", "systems", "schedules"}) CHECK(least[key].size() == 1);
    CHECK(least["systems"].front()["do"].empty());
  }
}

TEST_CASE("Reduced: three of ten thousand entities, without looking at each pair of them") {
  std::string text = R"({ "components": { "A": "int" }, "schedules": { "z": { "conc": "s" } },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "detach": ["A", "e"] } } },
    "entities": {} })";
  ordered_json program = ordered_json::parse(text);
  auto& entities = program["entities"].get_ref<ordered_json::object_t&>();
  for (int j = 0; j < 10'000; ++j)
    static_cast<ordered_json::object_t::Container&>(entities).emplace_back("e" + std::to_string(j),
                                                                           ordered_json{{"A", j}});
  std::size_t asked = 0;
  const ordered_json left = reduce(program, Reducible::State, [&](const ordered_json& p, const Program&) {
    ++asked;
    std::size_t needed = 0;
    for (const auto& e : p["entities"].items())
      needed += (e.key() == "e17" || e.key() == "e5000" || e.key() == "e9999") && e.value().contains("A");
    return needed == 3;
  });
  CHECK(left["entities"] == ordered_json::parse(R"({ "e17": { "A": 0 }, "e5000": { "A": 0 }, "e9999": { "A": 0 } })"));
  CHECK(asked < 500);
}

TEST_CASE("Reduced: as far as it got when it was interrupted") {
  for (const bool in_the_question : {false, true}) {
    CAPTURE(in_the_question);
    int asked = 0;
    const ordered_json left = reduce(example("toy_physics"), Reducible::Everything, [&](const auto&, const auto&) {
      if (++asked == 5) interrupt::request();
      if (in_the_question) interrupt::poll();
      return asked % 2 == 0;
    });
    CHECK(interrupt::take_back());
    CHECK(asked == 5);
    CHECK(left.dump().size() < example("toy_physics").dump().size());
    CHECK(std::holds_alternative<Program>(load(left.dump())));
  }
}

TEST_CASE("Random numbers are those of SplitMix64, and what is made of them stays within its bounds") {
  Random random(1234567);  // from the reference implementation
  CHECK(random() == 6457827717110365317U);
  CHECK(random() == 3203168211198807973U);
  CHECK(Random(1, 2)() == Random(1, 2)());
  CHECK(Random(1, 2)() != Random(1, 3)());
  CHECK(Random(1, 2)() != Random(2, 2)());
  std::vector<int> seen(7);
  for (int j = 0; j < 7000; ++j) {
    CHECK(Random(5, static_cast<std::uint64_t>(j)).below(1) == 0);
    const std::int64_t n = random.between(-3, 3);
    REQUIRE((-3 <= n && n <= 3));
    ++seen[static_cast<std::size_t>(n + 3)];
  }
  for (const int n : seen) CHECK((n > 800 && n < 1200));
  CHECK(random.between(INT64_MAX, INT64_MAX) == INT64_MAX);
  bool negative = false, positive = false;
  for (int j = 0; j < 100; ++j) (random.between(INT64_MIN, INT64_MAX) < 0 ? negative : positive) = true;
  CHECK((negative && positive));
}
