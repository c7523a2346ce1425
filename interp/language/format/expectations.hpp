/// The reader of what a program says that its schedules do (program format §1).
#pragma once

#include "interp/base/json/document.hpp"
#include "interp/language/format/vocabulary.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

class ExpectationReader {
 public:
  /// Entities that are not declared have stand-ins among these; where the invariants are not known, every name is taken
  /// without complaint. All that is passed must outlive it.
  ExpectationReader(Problems& problems, const Vocabulary& vocabulary, Entities* stand_ins,
                    const std::vector<std::string_view>* invariants)
      : problems_(problems), vocabulary_(vocabulary), stand_ins_(stand_ins), invariants_(invariants) {}

  /// What is expected of one schedule, but for what is wrong with it, which is reported.
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
