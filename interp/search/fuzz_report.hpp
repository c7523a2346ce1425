/// The report on a search as a document, and sums of such documents.
#pragma once

#include "interp/base/json/hash.hpp"
#include "interp/search/fuzz.hpp"

namespace coreecs {

/// A finding with the file it was written to, if any, and the command that repeats its case.
struct ReportedFinding {
  Finding finding;
  std::string file;
  std::string replay;
};

/// The report on one shard, or on several of one search.
struct FuzzReport {
  std::string program;  ///< its name
  std::string hash;     ///< of its text
  Search search;        ///< `ranges` and `shard.number` are ignored
  std::vector<std::string> ranges;
  std::vector<std::string> settings;  ///< of constants: "dt=0.02"
  std::vector<std::uint64_t> shards;  ///< in ascending order
  bool complete = true;               ///< not ended by a signal or a time limit
  Counts counts;
  std::vector<ReportedFinding> found;
};

[[nodiscard]] nlohmann::ordered_json json(const FuzzReport&);
/// The report in a text, or all its problems.
[[nodiscard]] std::variant<FuzzReport, std::vector<Problem>> read_report(std::string_view text);

/// Adds a report to a sum. If they do not belong together, returns why, and leaves the sum unchanged.
[[nodiscard]] std::vector<Problem> add(FuzzReport& sum, const FuzzReport&);
/// The shards of the search that are not in the report.
[[nodiscard]] std::vector<std::uint64_t> missing_shards(const FuzzReport&);

/// A report for people, in the paper's notation, with colours for a terminal if asked for. Cost: that of check at each
/// finding.
[[nodiscard]] std::string show(const FuzzReport&, bool coloured);

/// The shell command that repeats the case of a finding, with the program in a file; or with the command line of a
/// compiled program, which is in no file.
[[nodiscard]] std::string again(const std::string& file, const FuzzReport&, const Finding&);
[[nodiscard]] std::string again_without_file(const std::string& command_line, const FuzzReport&, const Finding&);
/// Whether a command is one of these, for some file or command line.
[[nodiscard]] bool is_again(const std::string& command, const FuzzReport&, const Finding&);

}  // namespace coreecs
