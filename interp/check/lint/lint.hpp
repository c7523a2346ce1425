/// Unused parts and likely mistakes in programs that load.
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
/// All rules.
[[nodiscard]] std::span<const LintRule> lint_rules();

/// A violation of a rule. The message says what was found, and what to do.
struct LintFinding {
  std::string rule;
  Problem problem;
};

/// All findings, in document order, with their positions in the text. Precondition: the program is that of the
/// document, which was read from the text unchanged: spawned entities stand under spawn. Cost: the document, and the
/// reference runs of schedules if these are small.
[[nodiscard]] std::vector<LintFinding> lint(const nlohmann::ordered_json& document, const Program& program,
                                            std::string_view text);

}  // namespace coreecs
