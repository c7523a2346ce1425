/// Results of `check` for tools that read test reports (JUnit) and code reports (SARIF).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interp/base/answer.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs {

struct Checked {
  std::string file, schedule;             ///< no schedule if the file has none to check
  std::optional<TextPosition> at = {};    ///< the place of the schedule in the file
  Answer holds = Answer::Unknown;         ///< the required verdict
  std::string text = {};                  ///< the output of `check`
  std::optional<std::string> error = {};  ///< the reference run fails, or the file has no schedule to check
};

/// A test for each; `required` names the verdict: "confluent".
[[nodiscard]] std::string junit(const std::vector<Checked>&, const std::string& required);
/// A result for each that does not have the required verdict.
[[nodiscard]] std::string sarif(const std::vector<Checked>&, const std::string& required);

/// The place of the schedule of this name in a program's text, if it is found.
[[nodiscard]] std::optional<TextPosition> position_of(const std::string& schedule, const std::string& text);

}  // namespace coreecs
