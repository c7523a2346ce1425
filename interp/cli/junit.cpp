#include "interp/cli/junit.hpp"

#include <fmt/format.h>

#include <map>
#include <sstream>

#include "interp/language/notation/xml.hpp"

namespace coreecs {

namespace {

const char* name(TestResult::Kind kind) {
  switch (kind) {
    case TestResult::Kind::Passed:
      return "passed";
    case TestResult::Kind::Skipped:
      return "skipped";
    case TestResult::Kind::Failure:
      return "failure";
    case TestResult::Kind::Error:
      return "error";
  }
  return "";
}

/// A text in XML, line by line.
std::string lines_in_xml(const std::string& text) {
  std::string out;
  std::istringstream lines(text);
  lines.exceptions(std::ios::badbit);  // memory that runs out is not the end of the text
  for (std::string line; std::getline(lines, line);) out += in_xml(line) + "\n";
  return out;
}

}  // namespace

std::string junit(const std::string& suite, const std::vector<TestResult>& all) {
  std::string tests;
  std::map<TestResult::Kind, std::size_t> counts;
  for (const TestResult& one : all) {
    ++counts[one.kind];
    tests += "  <testcase";
    if (!one.of.empty()) tests += fmt::format(" classname=\"{}\"", in_xml(one.of));
    tests += fmt::format(" name=\"{}\"", in_xml(one.name));
    if (one.kind == TestResult::Kind::Passed) {
      tests += "/>\n";
      continue;
    }
    tests += fmt::format("><{} message=\"{}\"", name(one.kind), in_xml(one.message));
    tests += one.text.empty() ? "/></testcase>\n"
                              : fmt::format(">{}</{}></testcase>\n", lines_in_xml(one.text), name(one.kind));
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"{}\" tests=\"{}\" errors=\"{}\" failures=\"{}\" skipped=\"{}\">\n{}</testsuite>\n",
      in_xml(suite), all.size(), counts[TestResult::Kind::Error], counts[TestResult::Kind::Failure],
      counts[TestResult::Kind::Skipped], tests);
}

}  // namespace coreecs
