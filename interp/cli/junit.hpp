/// Results in a format for other tools: JUnit's test reports.
#pragma once

#include <string>
#include <vector>

namespace coreecs {

struct TestResult {
  enum class Kind { Passed, Skipped, Failure, Error };
  std::string of, name;  ///< what is tested, if there are several things; and the test
  Kind kind = Kind::Passed;
  std::string message = {}, text = {};  ///< unless it passed; the text may have several lines
};

[[nodiscard]] std::string junit(const std::string& suite, const std::vector<TestResult>&);

}  // namespace coreecs
