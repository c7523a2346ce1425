/// Programs in JSON, for tests that run them.
#pragma once

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "interp/language/format/load.hpp"
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

/// The program of this name in examples/, without ".json".
inline nlohmann::ordered_json example(const std::string& name) {
  return nlohmann::ordered_json::parse(contents(source_dir / "examples" / (name + ".json")));
}

}  // namespace coreecs
