/// Reads what a program expects of its schedules (program format §1).
#pragma once

#include "interp/base/json/document.hpp"
#include "interp/language/format/vocabulary.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

class ExpectationReader {
 public:
  /// Undeclared entities get stand-ins from `stand_ins`. If `invariants` is null, every name of an invariant is
  /// accepted. All arguments must outlive this.
  ExpectationReader(Problems& problems, const Vocabulary& vocabulary, Entities* stand_ins,
                    const std::vector<std::string_view>* invariants)
      : problems_(problems), vocabulary_(vocabulary), stand_ins_(stand_ins), invariants_(invariants) {}

  /// The expectation about one schedule. Reports problems and leaves out what has them.
  [[nodiscard]] Expectation operator()(const Place&, std::string schedule, const Json::Object& facts) const;

 private:
  [[nodiscard]] State final_state(const Place&, const Json&) const;
  void invariants(const Place&, const Json&, Expectation&) const;

  Problems& problems_;
  const Vocabulary& vocabulary_;
  Entities* stand_ins_;
  const std::vector<std::string_view>* invariants_;
};

}  // namespace coreecs
