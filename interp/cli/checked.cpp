#include "interp/cli/checked.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "interp/json/tree.hpp"
#include "interp/notation/xml.hpp"

namespace coreecs {

namespace {

using nlohmann::ordered_json;

/// "confluent: no"
std::string said(const Checked& one, const std::string& required) {
  if (one.error) return "the reference run fails: " + *one.error;
  return required + (one.holds == Answer::Unknown ? ": undecided" : ": no");
}

/// A path as a reference to it: what is no letter, digit or mark in bytes.
std::string as_uri(const std::string& path) {
  std::string out;
  for (const char c : path)
    if (std::isalnum(static_cast<unsigned char>(c)) || std::string_view("/.-_~").find(c) != std::string_view::npos)
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return out;
}

/// The same lines in XML.
std::string lines_in_xml(const std::string& text) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out += in_xml(line) + "\n";
  return out;
}

}  // namespace

std::string junit(const std::vector<Checked>& all, const std::string& required) {
  std::string tests;
  std::size_t errors = 0, failures = 0, skipped = 0;
  for (const Checked& one : all) {
    tests += fmt::format("  <testcase classname=\"{}\" name=\"{}\"", in_xml(one.file), in_xml(one.schedule));
    if (!one.error && one.holds == Answer::Yes) {
      tests += "/>\n";
      continue;
    }
    const bool undecided = !one.error && one.holds == Answer::Unknown;
    const char* kind = one.error ? "error" : undecided ? "skipped" : "failure";
    ++(one.error ? errors : undecided ? skipped : failures);
    tests += fmt::format("><{} message=\"{}\">{}</{}></testcase>\n", kind, in_xml(said(one, required)),
                         lines_in_xml(one.text), kind);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"coreecs check\" tests=\"{}\" errors=\"{}\" failures=\"{}\" skipped=\"{}\">\n{}</testsuite>\n",
      all.size(), errors, failures, skipped, tests);
}

std::string sarif(const std::vector<Checked>& all, const std::string& required) {
  ordered_json results = ordered_json::array();
  for (const Checked& one : all) {
    if (!one.error && one.holds == Answer::Yes) continue;
    ordered_json place = {{"artifactLocation", {{"uri", as_uri(one.file)}}}};
    if (one.at) place["region"] = {{"startLine", one.at->line}, {"startColumn", one.at->column}};
    std::string message = fmt::format("schedule {}: {}", one.schedule, said(one, required));
    if (!one.text.empty()) message += "\n" + one.text;
    results.push_back({{"ruleId", one.error ? "error" : "not-" + required},
                       {"level", !one.error && one.holds == Answer::Unknown ? "warning" : "error"},
                       {"message", {{"text", message}}},
                       {"locations", ordered_json::array({{{"physicalLocation", place}}})}});
  }
  const ordered_json rules = ordered_json::array(
      {{{"id", "not-" + required}, {"shortDescription", {{"text", "a schedule is not " + required}}}},
       {{"id", "error"}, {"shortDescription", {{"text", "the reference run of a schedule fails"}}}}});
  const ordered_json run = {
      {"tool", {{"driver", {{"name", "coreecs"}, {"version", COREECS_VERSION}, {"rules", rules}}}}},
      {"results", results}};
  return laid_out({{"version", "2.1.0"}, {"runs", ordered_json::array({run})}});
}

std::optional<TextPosition> position_of(const std::string& schedule, const std::string& text) {
  Problems found;
  const Place root, schedules = root.member("schedules", 0);
  found.report(schedules.member(schedule, 0), "");
  const std::vector<Problem> placed = std::move(found).in_order(text);
  return placed.front().at;
}

}  // namespace coreecs
