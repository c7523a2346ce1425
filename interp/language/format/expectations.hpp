/// Readers of two parts of a program: what it expects of its schedules, and how entities are drawn (program format
/// §1).
#pragma once

#include "interp/base/json/reading.hpp"
#include "interp/language/format/vocabulary.hpp"
#include "interp/language/program/program.hpp"
#include "interp/language/program/view.hpp"

namespace coreecs {

class ExpectationReader : DocumentReader {
 public:
  /// Undeclared entities get stand-ins from `stand_ins`. If `invariants` is null, every name of an invariant is
  /// accepted. All arguments must outlive this.
  ExpectationReader(Problems& problems, const Vocabulary& vocabulary, Entities* stand_ins,
                    const std::vector<std::string_view>* invariants)
      : DocumentReader(problems), vocabulary_(vocabulary), stand_ins_(stand_ins), invariants_(invariants) {}

  /// The expectation about one schedule. Reports problems and leaves out what has them.
  [[nodiscard]] Expectation operator()(const Place&, std::string schedule, const Json::Object& facts);

 private:
  [[nodiscard]] State final_state(const Place&, const Json&) const;
  void invariants(const Place&, const Json&, Expectation&) const;

  const Vocabulary& vocabulary_;
  Entities* stand_ins_;
  const std::vector<std::string_view>* invariants_;
};

/// { "x": "Where.x", "y": "Where.y", "marks": { "Tower": "square" }, "lines": ["Next"], "label": "Health" }; none if it
/// is invalid, which is reported.
[[nodiscard]] std::optional<View> read_view(Problems&, const Place&, const Json&, const Vocabulary&);

}  // namespace coreecs
