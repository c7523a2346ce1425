/// What a program says to no end, or its author will not have meant: slips that leave it a program.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "interp/base/json/problem.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

struct LintRule {
  const char* name;
  const char* about;
};
/// All that is looked for.
[[nodiscard]] std::span<const LintRule> lint_rules();

/// What breaks a rule. The message says what was found, and what to do.
struct LintFinding {
  std::string rule;
  Problem problem;
};

/// All findings, in document order, and where they are in the text. Precondition: the program is that of the document,
/// which was read from the text and is as it was written: what it spawns stands under spawn. Cost: the document, and
/// the reference runs of schedules where these are small.
[[nodiscard]] std::vector<LintFinding> lint(const nlohmann::ordered_json& document, const Program& program,
                                            std::string_view text);

}  // namespace coreecs
