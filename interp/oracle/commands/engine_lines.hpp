/// The input of `judge`: cases and results, one on each line.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coreecs {

/// A line of a file, with its place for messages.
struct EngineLine {
  std::string place;  ///< "results.jsonl:12"
  std::string_view text;
};

/// Lines that `read_case` and `read_result` accept. Refers to their texts.
struct EngineLines {
  std::vector<EngineLine> cases;
  std::map<std::string, EngineLine> results;  ///< by id; each belongs to a case
  std::optional<std::string> cut_off;         ///< the id of a result of which only the beginning is there
};

/// The lines of two files. A last result without a line break that is no JSON was cut off: a message says so. Nothing
/// if a case or a result is ill-formed, after all problems have been printed. Stops
/// early if interrupted. Cost: that of reading them.
[[nodiscard]] std::optional<EngineLines> read_lines(const std::string& cases_file, std::string_view cases,
                                                    const std::string& results_file, std::string_view results);

}  // namespace coreecs
