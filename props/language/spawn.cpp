// Entities that are spawned of templates.
#include "interp/language/format/spawn.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "interp/language/format/tree.hpp"
#include "props/kit/generate.hpp"
#include "props/kit/loaded.hpp"

using namespace coreecs;

namespace {

Tree army(std::uint64_t count, std::uint64_t seed) {
  Tree document = Tree::parse(R"({
    "components": { "Pos": "int", "Where": { "x": "real", "deep": { "y": "int", "z": "int" } }, "Keeps": "entity", "Side": "text" },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "Pos": "p" } } ], "do": [] } },
    "schedules": { "main": { "conc": "s" } },
    "entities": { "king": { "Pos": 100 }, "zoe": {} },
    "templates": { "pawn": { "components": { "Keeps": "king", "Where": { "x": 0.5, "deep": { "y": 7, "z": 8 } } },
                             "one_of": { "Side": ["red", "blue"] }, "ranges": { "Pos": [-2, 2], "Where.x": [0.25, 0.5], "Where.deep.y": [3, 4] } } },
    "spawn": [ {}, { "template": "pawn", "count": 2, "name": "e", "components": { "Keeps": "zoe", "Side": "gold" } } ] })");
  document["spawn"][0] = {{"template", "pawn"}, {"count", count}, {"seed", seed}};
  return document;
}

}  // namespace

TEST_CASE("Spawned entities are those of their template, drawn from its ranges, and stay where there are more") {
  std::set<std::int64_t> positions, ys;
  std::set<std::string> sides;
  std::set<double> xs;
  const Program ten = loaded(army(10, 5).dump());
  const Program three = loaded(army(3, 5).dump());
  CHECK(ten.entities == std::vector<std::string>{"e0", "e1", "king", "pawn0", "pawn1", "pawn2", "pawn3", "pawn4",
                                                 "pawn5", "pawn6", "pawn7", "pawn8", "pawn9", "zoe"});
  for (std::uint64_t k = 0; k < 10; ++k) {
    const Entity e(3 + k);
    positions.insert(ten.start.at({e, 0})->as<std::int64_t>());
    const std::span<const Value> where = ten.start.at({e, 1})->as<Record>().fields();  // deep, x
    const std::span<const Value> deep = where[0].as<Record>().fields();
    ys.insert(deep[0].as<std::int64_t>());
    CHECK(deep[1] == Value(8));
    xs.insert(where[1].as<double>());
    CHECK(*ten.start.at({e, 2}) == Value(Entity(2)));
    sides.insert(ten.start.at({e, 3})->as<Text>().get());
    for (Label i = 0; k < 3 && i < 4; ++i) CHECK(*ten.start.at({e, i}) == *three.start.at({e, i}));
  }
  CHECK(*positions.begin() >= -2);
  CHECK(*positions.rbegin() <= 2);
  CHECK(positions.size() > 2);
  CHECK(ys == std::set<std::int64_t>{3, 4});
  CHECK(*xs.begin() >= 0.25);
  CHECK(*xs.rbegin() <= 0.5);
  CHECK(xs.size() == 10);
  CHECK(sides == std::set<std::string>{"blue", "red"});
  for (const std::uint64_t k : {0, 1}) {
    CHECK(ten.start.at({Entity(k), 3})->as<Text>().get() == "gold");
    CHECK(*ten.start.at({Entity(k), 2}) == Value(Entity(13)));
  }
  CHECK(ten.start.at({Entity(13), 0}) == nullptr);
  CHECK(loaded(army(10, 6).dump()).start != ten.start);
  CHECK(loaded(army(100, 5).dump()).entities[3] == "pawn00");
}

TEST_CASE("A document with its spawned entities written down is the same program") {
  Tree document = army(12, 3);
  document["may_change"] = {"/systems"};
  const Program program = loaded(document.dump());
  const Tree written = spawned(document, program);
  CHECK(!written.contains("may_change"));  // which only an exercise has
  CHECK(!written.contains("spawn"));
  CHECK(!written.contains("templates"));
  const Program same = loaded(written.dump());
  CHECK(same.entities == program.entities);
  CHECK(same.start == program.start);
  Tree none = document;
  none.erase("spawn");
  CHECK(spawned(none, loaded(none.dump()))["entities"] == none["entities"]);
}
