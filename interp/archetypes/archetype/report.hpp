/// Runs and verdicts of the archetype calculus as text and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "interp/archetypes/archetype/judge.hpp"
#include "interp/base/json/document.hpp"

namespace coreecs::archetype {

/// A document's text, for lines and columns.
struct Source {
  std::string_view file, text;
};

/// "FILE:POINTER: stuck in frame 1: ..." with the attempted action, the rule and the premise.
[[nodiscard]] std::string show(const Failure& failure, const Program& program, const Heap& H, const Source& source);
[[nodiscard]] nlohmann::ordered_json as_json(const Failure& failure, const Program& program, const Heap& H);

/// Each finding on its own lines, with its place; then the result of the run, and the claims that hold along it.
[[nodiscard]] std::string show(const Verdict& verdict, const Program& program, const Source& source);
[[nodiscard]] nlohmann::ordered_json as_json(const Verdict& verdict, const Program& program);

}  // namespace coreecs::archetype
