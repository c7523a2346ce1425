/// Keys of exercises: points, feedback, further expectations, words for variants (specs/reference/marking.md).
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "interp/base/json/problem.hpp"
#include "interp/classroom/variant/variant.hpp"

namespace coreecs {

/// A question to a hand-in: expectations that must all hold.
struct Question {
  std::string name;               ///< "main, final", or "hidden 1"
  nlohmann::ordered_json expect;  ///< as in a program; {"main": {"final": ...}}
  nlohmann::ordered_json with;    ///< JSON Pointers with what is put there before; null changes nothing
  bool hidden = false;            ///< from the key; the exercise does not show it
  std::uint64_t points = 1;
  std::string feedback;  ///< one sentence for who misses it; "" without a key
  std::string read;      ///< a section of the course; "" without a key
};

/// An exercise with all that is asked.
struct Assignment {
  nlohmann::ordered_json exercise;
  std::vector<std::string> may_change;  ///< JSON Pointers
  std::vector<Question> questions;
  std::vector<Wordings> names;
};

/// The task of an exercise without a key: each fact that it expects, for one point. Reports that it asks nothing, or
/// does not say what may change. Precondition: the exercise loads.
[[nodiscard]] std::variant<Assignment, std::vector<Problem>> task_of(const nlohmann::ordered_json& exercise);

/// A program with the changes and expectations of a question.
[[nodiscard]] nlohmann::ordered_json asked_of(nlohmann::ordered_json program, const Question& question);

/// Adds what the key of the exercise says. The problems are those of the key. Cost: that of loading the exercise once
/// for each hidden question.
[[nodiscard]] std::variant<Assignment, std::vector<Problem>> with_key(Assignment task, std::string_view key);

/// The task in other words; or why it would be another task: `variant_of` says so about the exercise, or about the
/// exercise as a hidden question changes it.
[[nodiscard]] std::variant<Assignment, std::vector<std::string>> variant_of(Assignment task, const OtherWords& words);

/// The sum of all points.
[[nodiscard]] std::uint64_t out_of(const Assignment& task);

}  // namespace coreecs
