/// Programs in JSON, for tests that run them.
#pragma once

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "interp/language/format/tree.hpp"
#include "interp/search/reduce.hpp"
#include "props/kit/files.hpp"

namespace coreecs {

/// The test fails, with what is wrong with it, where the program does not load.
inline Program loaded(const std::string& text) {
  auto result = load(text);
  if (const auto* problems = std::get_if<1>(&result))
    for (const Problem& problem : *problems) FAIL_CHECK(show("program", problem) << "\n" << text);
  REQUIRE(result.index() == 0);
  return std::get<0>(std::move(result));
}
inline Program loaded(const char* text) { return loaded(std::string(text)); }
inline Program loaded(const nlohmann::ordered_json& document) { return loaded(document.dump()); }

/// The programs that are one step smaller, and load.
inline std::vector<nlohmann::ordered_json> smaller_programs(const nlohmann::ordered_json& program, Reducible what) {
  std::vector<nlohmann::ordered_json> all;
  reductions(program, what, [&](const nlohmann::ordered_json& smaller) {
    if (std::holds_alternative<Program>(load_tree(smaller))) all.push_back(smaller);
    return false;
  });
  return all;
}

/// The program of this name in examples/, without ".json".
inline nlohmann::ordered_json example(const std::string& name) {
  return nlohmann::ordered_json::parse(contents(source_dir / "examples" / (name + ".json")));
}

/// Without entities, and with a schedule that has no inertia.
inline nlohmann::ordered_json empty_physics() {
  nlohmann::ordered_json program = example("toy_physics");
  program["entities"] = nlohmann::ordered_json::object();
  program["schedules"]["collisions"] = {{"conc", "collide"}};
  program.erase("expect");
  return program;
}

/// A program with one system `s`, which has variables of every type: "do" is given.
inline std::string system_doing(const std::string& mutation) {
  return R"({ "components": { "Out": "int", "Ratio": "real", "Tag": "unit", "Flag": "bool", "Count": "int", "Speed": "real",
                              "Label": "text", "Friend": "entity", "Place": { "y": "real", "x": "int" } },
              "systems": { "s": { "match": [ { "entity": "e",
                 "incl": { "Flag": "b", "Count": "n", "Speed": "v", "Label": "l", "Friend": "f", "Place": "p" },
                 "anyway": { "Out": "o", "Ratio": "r" } } ],
               "do": )" +
         mutation + R"( } },
              "schedules": { "main": { "conc": "s" } },
              "entities": { "e0": {}, "e1": {} } })";
}

}  // namespace coreecs
