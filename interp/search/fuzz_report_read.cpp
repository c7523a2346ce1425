#include <fmt/format.h>

#include <algorithm>

#include "interp/base/json/reading.hpp"
#include "interp/base/json/tree.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/run/execution.hpp"
#include "interp/search/counted.hpp"
#include "interp/search/fuzz_report.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

namespace {

std::vector<std::string_view> count_keys() {
  std::vector<std::string_view> keys;
  for (const Counted& count : counted) keys.push_back(count.key);
  keys.emplace_back("entities");
  return keys;
}

/// Reads a report, member by member. Reports problems.
class ReportReader : DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  FuzzReport operator()(const Json& json) {
    const Place root;
    FuzzReport report;
    const Json::Object* all = members(root, json,
                                      {"fuzz_report", "program", "hash", "schedule", "frames", "options", "seed",
                                       "shards", "of", "case", "complete", "counts", "found"});
    if (!all) return report;
    Search& search = report.search;
    if (number(root, *all, "fuzz_report") != 1) refuse(root, *all, "fuzz_report", "1, the version of reports");
    report.program = text(root, *all, "program");
    report.hash = text(root, *all, "hash");
    search.schedule = text(root, *all, "schedule");
    search.frames = number(root, *all, "frames");
    with(root, *all, "options", [&](const Place& here, const Json& j) { options(here, j, report); });
    search.seed = number(root, *all, "seed");
    search.shard.of = number(root, *all, "of");
    if (search.shard.of > Shard::most) refuse(root, *all, "of", fmt::format("at most {}", Shard::most));
    report.shards = numbers(root, *all, "shards");
    if (!are_shards(report.shards, search.shard.of))
      refuse(root, *all, "shards", "ascending numbers from 1 to that of \"of\"");
    with(root, *all, "case", [&](const Place& here, const Json& j) {
      if (!j.as<Json::Null>()) search.only = natural_number(problems_, here, j);
    });
    with(root, *all, "complete", [&](const Place& here, const Json& j) {
      if (const auto* b = j.as<bool>())
        report.complete = *b;
      else
        expected(problems_, here, j, "true or false");
    });
    with(root, *all, "counts", [&](const Place& here, const Json& j) { counts(here, j, report.counts); });
    list(root, *all, "found", [&](const Place& here, const Json& j) { finding(here, j, report); });
    return report;
  }

 private:
  const Json::Object* members(const Place& place, const Json& json, const std::vector<std::string_view>& keys) {
    const Json::Object* all = object(problems_, place, json);
    if (all) check_keys(problems_, place, *all, keys, {});
    return all;
  }
  void refuse(const Place& place, const Json::Object& all, std::string_view key, std::string_view what) {
    with(place, all, key, [&](const Place& here, const Json& j) { expected(problems_, here, j, what); });
  }

  std::vector<std::uint64_t> numbers(const Place& place, const Json::Object& all, std::string_view key) {
    std::vector<std::uint64_t> found;
    list(place, all, key,
         [&](const Place& here, const Json& j) { found.push_back(natural_number(problems_, here, j)); });
    return found;
  }
  std::optional<Aspect> kind(const Place& place, const Json& json) {
    const std::string_view found = text(place, json);
    for (const Aspect known : sought)
      if (wording(known).sought == found) return known;
    expected(problems_, place, json, "the kind of a failure, like \"not-confluent\"");
    return std::nullopt;
  }
  static bool are_shards(const std::vector<std::uint64_t>& shards, std::uint64_t of) {
    if (shards.empty() || shards.front() < 1 || shards.back() > of) return false;
    return std::adjacent_find(shards.begin(), shards.end(), std::greater_equal<>()) == shards.end();
  }

  void options(const Place& place, const Json& json, FuzzReport& report) {
    const Json::Object* all = object(problems_, place, json);
    if (!all) return;
    check_keys(problems_, place, *all, {"find", "entities", "ranges", "limit", "cases"}, {"assume", "set"});
    report.search.find.clear();
    list(place, *all, "find", [&](const Place& here, const Json& j) {
      if (const auto aspect = kind(here, j)) report.search.find.push_back(*aspect);
    });
    list(place, *all, "ranges", [&](const Place& here, const Json& j) { report.ranges.emplace_back(text(here, j)); });
    list(place, *all, "assume",
         [&](const Place& here, const Json& j) { report.search.assumed.emplace_back(text(here, j)); });
    list(place, *all, "set", [&](const Place& here, const Json& j) { report.settings.emplace_back(text(here, j)); });
    report.search.entities = number(place, *all, "entities");
    report.search.limit = number(place, *all, "limit");
    report.search.cases = number(place, *all, "cases");
  }
  void counts(const Place& place, const Json& json, Counts& counts) {
    const Json::Object* all = members(place, json, count_keys());
    if (!all) return;
    for (const Counted& count : counted) counts.*count.number = number(place, *all, count.key);
    counts.entities = numbers(place, *all, "entities");
  }
  void finding(const Place& place, const Json& json, FuzzReport& report) {
    const Json::Object* all = members(place, json, {"kind", "case", "file", "replay", "program"});
    if (!all) return;
    ReportedFinding reported{{}, text(place, *all, "file"), text(place, *all, "replay")};
    reported.finding.number = number(place, *all, "case");
    with(place, *all, "kind", [&](const Place& here, const Json& j) {
      if (const auto aspect = kind(here, j)) reported.finding.aspect = *aspect;
    });
    with(place, *all, "program", [&](const Place& here, const Json& j) {
      reported.finding.program = tree(j);
      const auto result = load_tree(reported.finding.program);
      if (const auto* wrong = std::get_if<std::vector<Problem>>(&result))
        for (const Problem& problem : *wrong) problems_.report_last({here.pointer() + problem.place, problem.message});
      else if (!find_schedule(std::get<Program>(result), report.search.schedule))
        problems_.report(here, "found a program without the schedule " + in_quotes(report.search.schedule));
    });
    if (!is_again(reported.replay, report, reported.finding))
      problems_.report(place, "found \"replay\" " + in_quotes(reported.replay) + "; expected \"" +
                                  on_one_line(again("FILE", report, reported.finding)) + "\"");
    report.found.push_back(std::move(reported));
  }
};

}  // namespace

std::variant<FuzzReport, std::vector<Problem>> read_report(std::string_view text) {
  Problems problems;
  FuzzReport report;
  {
    const Document document(text, problems);
    if (document.root() && problems.empty()) report = ReportReader(problems)(*document.root());
  }
  if (!problems.empty()) return std::move(problems).in_order(text);
  return report;
}

}  // namespace coreecs
