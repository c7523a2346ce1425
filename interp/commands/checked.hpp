/// What `check` says of several schedules, for tools that read reports on tests (JUnit) and on code (SARIF).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interp/base/answer.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs {

struct Checked {
  std::string file, schedule;             ///< no schedule where the file has none to check
  std::optional<TextPosition> at = {};    ///< where the schedule is in the file
  Answer holds = Answer::Unknown;         ///< the verdict that is required
  std::string text = {};                  ///< what `check` prints
  std::optional<std::string> error = {};  ///< where the reference run fails, or the file has none to check
};

/// A test for each; `required` is in words: "confluent".
[[nodiscard]] std::string junit(const std::vector<Checked>&, const std::string& required);
/// A result for each that is not as required.
[[nodiscard]] std::string sarif(const std::vector<Checked>&, const std::string& required);

/// Where the schedule of this name is in the text of a program, without those that were no programs.
[[nodiscard]] std::optional<TextPosition> position_of(const std::string& schedule, const std::string& text);

}  // namespace coreecs
