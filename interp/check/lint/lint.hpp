/// What a program says to no end, or its author will not have meant: slips that leave it a program.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "interp/language/program/program.hpp"

namespace coreecs {

struct LintRule {
  const char* name;
  const char* about;
};
/// All that is looked for.
[[nodiscard]] std::span<const LintRule> lint_rules();

/// Reports each finding at its place in the document, as "RULE: what was found; what to do". Precondition: the program
/// is that of the document, which is as it was written: what it spawns stands under spawn. Cost: the document, and the
/// reference runs of schedules where these are small.
void lint(const nlohmann::ordered_json& document, const Program& program, Problems& problems);

}  // namespace coreecs
