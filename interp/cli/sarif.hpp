/// Results in a format for other tools: SARIF 2.1.0.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interp/base/json/problem.hpp"

namespace coreecs {

enum class Severity { Error, Warning, Note };

struct CodeResult {
  std::string rule;
  Severity severity = Severity::Error;
  std::string message, file;
  std::optional<TextPosition> at = {};
};

/// The results, with descriptions of their rules.
[[nodiscard]] std::string sarif(const std::vector<CodeResult>&,
                                const std::vector<std::pair<std::string, std::string>>& rules);

}  // namespace coreecs
