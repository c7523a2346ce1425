/// Runs and verdicts of the archetype calculus in words and in JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "interp/archetypes/archetype/judge.hpp"
#include "interp/base/json/document.hpp"

namespace coreecs::archetype {

/// A document with its text, for lines and columns.
struct Source {
  std::string_view file, text;
};

/// "FILE:POINTER: stuck in frame 1: ..." with what was to be done, the rule and the premise.
[[nodiscard]] std::string show(const Failure& failure, const Program& program, const Heap& H, const Source& source);
[[nodiscard]] nlohmann::ordered_json as_json(const Failure& failure, const Program& program, const Heap& H);

/// What is found, each on lines of its own, with its place; then how the run goes, and which claims hold along it.
[[nodiscard]] std::string show(const Verdict& verdict, const Program& program, const Source& source);
[[nodiscard]] nlohmann::ordered_json as_json(const Verdict& verdict, const Program& program);

}  // namespace coreecs::archetype
