/// What a search tried and found, as a document, and the sums of such documents.
#pragma once

#include "interp/base/json/hash.hpp"
#include "interp/search/fuzz.hpp"

namespace coreecs {

/// A finding with where it was written, if it was, and the command that tries its case again.
struct ReportedFinding {
  Finding finding;
  std::string file;
  std::string replay;
};

/// The report on one shard, or on several of one search.
struct FuzzReport {
  std::string program;  ///< its name
  std::string hash;     ///< of its text
  Search search;        ///< `ranges` and `shard.number` do not count
  std::vector<std::string> ranges;
  std::vector<std::string> settings;  ///< of constants: "dt=0.02"
  std::vector<std::uint64_t> shards;  ///< in ascending order
  bool complete = true;               ///< not ended by a signal or by a limit of time
  Counts counts;
  std::vector<ReportedFinding> found;
};

[[nodiscard]] nlohmann::ordered_json json(const FuzzReport&);
/// The report in a text, or everything that is wrong with it.
[[nodiscard]] std::variant<FuzzReport, std::vector<Problem>> read_report(std::string_view text);

/// Adds a report to a sum. Where they do not belong together, it says why and leaves the sum as it is.
[[nodiscard]] std::vector<Problem> add(FuzzReport& sum, const FuzzReport&);
/// The shards of the search that are not in the report.
[[nodiscard]] std::vector<std::uint64_t> missing_shards(const FuzzReport&);

/// A report for people, in the paper's notation, with colours for a terminal if asked for. Cost: that of check at each
/// finding.
[[nodiscard]] std::string show(const FuzzReport&, bool coloured);

}  // namespace coreecs
