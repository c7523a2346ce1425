/// Marks hand-ins: answers to an exercise (specs/reference/marking.md).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interp/classroom/mark/key.hpp"

namespace coreecs {

/// What is marked of a text that was handed in.
struct HandIn {
  std::vector<Problem> problems;     ///< why it cannot be marked, with positions in the text
  std::vector<std::string> ignored;  ///< JSON Pointers: parts that it changed although it may not
  bool unchanged = false;            ///< it is the exercise as given
  /// What it may change, with sorted keys and without spaces: equal for hand-ins that differ in layout, comments, order
  /// of members, and what is ignored only. "" for what is no JSON object.
  std::string answer;
  nlohmann::ordered_json document;  ///< the exercise with this answer; it loads if there are no problems
};

/// Puts the parts that may be changed into the exercise, and loads it. A part that is missing is left out. A byte order
/// mark is skipped. Cost: that of loading.
[[nodiscard]] HandIn read_hand_in(const Assignment& task, std::string_view text);

/// The answer to a question.
struct Response {
  bool met = false;
  std::vector<std::string> found;  ///< the differences from what is expected, as `coreecs test` prints them
};

/// Asks a question of a hand-in without problems. Undecided within the limit is not met. Cost: that of `differences`.
[[nodiscard]] Response ask(const HandIn& hand_in, const Question& question, std::size_t limit);

/// What earns no points alone: the questions that the exercise as given meets, and those that it meets with the parts
/// left empty.
using Gratis = std::vector<std::vector<bool>>;
[[nodiscard]] Gratis gratis(const Assignment& task, std::size_t limit);

/// The points of a hand-in with these outcomes, the first of all questions. None if all that it meets is gratis.
[[nodiscard]] std::uint64_t points(const Assignment& task, const std::vector<Response>& outcomes, const Gratis& gratis);

}  // namespace coreecs
