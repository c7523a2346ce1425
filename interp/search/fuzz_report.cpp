#include "interp/search/fuzz_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/search/counted.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

using nlohmann::ordered_json;

ordered_json json(const FuzzReport& report) {
  const Search& search = report.search;
  ordered_json find = ordered_json::array();
  for (const Aspect aspect : search.find) find.push_back(wording(aspect).sought);
  ordered_json counts = ordered_json::object();
  for (const Counted& count : counted) counts[std::string(count.key)] = report.counts.*count.number;
  counts["entities"] = report.counts.entities;
  ordered_json found = ordered_json::array();
  for (const auto& [finding, file, replay] : report.found)
    found.push_back({{"kind", wording(finding.aspect).sought},
                     {"case", finding.number},
                     {"file", file},
                     {"replay", replay},
                     {"program", finding.program}});
  ordered_json options = {{"find", find},
                          {"entities", search.entities},
                          {"ranges", report.ranges},
                          {"limit", search.limit},
                          {"cases", search.cases}};
  if (!search.assumed.empty()) options["assume"] = search.assumed;
  if (!report.settings.empty()) options["set"] = report.settings;
  return {{"fuzz_report", 1},
          {"program", report.program},
          {"hash", report.hash},
          {"schedule", search.schedule},
          {"frames", search.frames},
          {"options", options},
          {"seed", search.seed},
          {"shards", report.shards},
          {"of", search.shard.of},
          {"case", search.only ? ordered_json(*search.only) : ordered_json(nullptr)},
          {"complete", report.complete},
          {"counts", counts},
          {"found", found}};
}

std::vector<Problem> add(FuzzReport& sum, const FuzzReport& report) {
  std::vector<Problem> problems;
  const ordered_json a = json(sum), b = json(report);
  for (const char* place :
       {"/program", "/hash", "/schedule", "/frames", "/options/find", "/options/entities", "/options/ranges",
        "/options/assume", "/options/set", "/options/limit", "/options/cases", "/seed", "/of", "/case"}) {
    const ordered_json::json_pointer pointer(place);
    const auto at = [&](const ordered_json& report) { return report.contains(pointer) ? report[pointer] : "none"; };
    if (at(a) != at(b))
      problems.push_back({place, "found " + at(b).dump() + "; expected " + at(a).dump() +
                                     ", as in the report before: only parts of one search can be added"});
  }
  for (std::size_t k = 0; k < report.shards.size() && problems.empty(); ++k)
    if (std::find(sum.shards.begin(), sum.shards.end(), report.shards[k]) != sum.shards.end())
      problems.push_back({fmt::format("/shards/{}", k), fmt::format("found shard {} again", report.shards[k])});
  if (!problems.empty()) return problems;

  FuzzReport all = sum;
  all.shards.insert(all.shards.end(), report.shards.begin(), report.shards.end());
  std::sort(all.shards.begin(), all.shards.end());
  all.complete = all.complete && report.complete;
  for (const Counted& count : counted) all.counts.*count.number += report.counts.*count.number;
  all.counts.entities.resize(std::max(all.counts.entities.size(), report.counts.entities.size()));
  for (std::size_t k = 0; k < report.counts.entities.size(); ++k) all.counts.entities[k] += report.counts.entities[k];
  for (const ReportedFinding& reported : report.found) {
    const auto same = std::find_if(all.found.begin(), all.found.end(), [&](const ReportedFinding& other) {
      return other.finding.aspect == reported.finding.aspect;
    });
    if (same == all.found.end())
      all.found.push_back(reported);
    else if (reported.finding.number < same->finding.number)
      *same = reported;
  }
  const auto place = [](const ReportedFinding& reported) {
    return std::pair(reported.finding.number,
                     std::find(std::begin(sought), std::end(sought), reported.finding.aspect) - std::begin(sought));
  };
  std::sort(all.found.begin(), all.found.end(),
            [&](const ReportedFinding& x, const ReportedFinding& y) { return place(x) < place(y); });
  sum = std::move(all);
  return {};
}

std::vector<std::uint64_t> missing_shards(const FuzzReport& report) {
  std::vector<std::uint64_t> missing;
  for (std::uint64_t number = 1; number <= report.search.shard.of; ++number)
    if (!std::binary_search(report.shards.begin(), report.shards.end(), number)) missing.push_back(number);
  return missing;
}

}  // namespace coreecs
