#include "interp/commands/checked.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/json/position.hpp"
#include "interp/cli/io.hpp"
#include "interp/cli/junit.hpp"
#include "interp/cli/sarif.hpp"

namespace coreecs {

namespace {

using nlohmann::ordered_json;

/// "confluent: no"
std::string said(const Checked& one, const std::string& required) {
  if (one.error) return *one.error;
  return required + (one.holds == Answer::Unknown ? ": undecided" : ": no");
}

}  // namespace

std::string junit(const std::vector<Checked>& all, const std::string& required) {
  std::vector<TestResult> tests;
  for (const Checked& one : all) {
    using Kind = TestResult::Kind;
    TestResult& test = tests.emplace_back(TestResult{one.file, one.schedule.empty() ? "program" : one.schedule});
    if (!one.error && one.holds == Answer::Yes) continue;
    test.kind = one.error ? Kind::Error : one.holds == Answer::Unknown ? Kind::Skipped : Kind::Failure;
    test.message = said(one, required);
    test.text = one.text;
  }
  return junit("coreecs check", tests);
}

std::string sarif(const std::vector<Checked>& all, const std::string& required) {
  std::vector<CodeResult> results;
  for (const Checked& one : all) {
    if (!one.error && one.holds == Answer::Yes) continue;
    std::string message = said(one, required);
    if (!one.schedule.empty()) message = fmt::format("schedule {}: {}", one.schedule, message);
    if (!one.text.empty()) message += "\n" + one.text;
    const bool undecided = !one.error && one.holds == Answer::Unknown;
    results.push_back({one.error ? "error" : "not-" + required, undecided ? Severity::Warning : Severity::Error,
                       message, one.file, one.at});
  }
  return sarif(results, {{"not-" + required, "a schedule is not " + required},
                         {"error", "the reference run of a schedule fails, or a file has none to check"}});
}

std::optional<TextPosition> position_of(const std::string& schedule, const std::string& text) {
  const Place root, schedules = root.member("schedules", 0);
  return position(text, schedules.member(schedule, 0));
}

void Printed::add(const std::string& out) {
  if (!is_list_) {
    print(any_ && !as_json_ ? "\n" + out : out);
  } else {
    print(any_ ? "," : "[");
    print(any_ ? "\n" + out.substr(0, out.size() - 1) : out.substr(0, out.size() - 1));
  }
  any_ = true;
}

void Printed::add_missing(const std::vector<std::string>& files) {
  for (const std::string& file : files)
    if (std::none_of(collected_.begin(), collected_.end(), [&](const Checked& one) { return one.file == file; }))
      add(Checked{file, "", {}, Answer::No, "", "not checked; see standard error"});
}

void Printed::end() const {
  std::string required = required_;
  std::replace(required.begin(), required.end(), '_', '-');
  if (format_ == "junit") print(junit(collected_, required));
  if (format_ == "sarif") print(sarif(collected_, required));
  if (is_list_) print(any_ ? "]\n" : "[]\n");
}

}  // namespace coreecs
