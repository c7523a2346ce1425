/// What `judge` reads: cases and results, a line each.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coreecs {

/// A line of a file, as messages name it.
struct EngineLine {
  std::string place;  ///< "results.jsonl:12"
  std::string_view text;
};

/// Lines that `read_case` and `read_result` read without problems. Refers to their texts.
struct EngineLines {
  std::vector<EngineLine> cases;
  std::map<std::string, EngineLine> results;  ///< by their ids; each is that of a case
};

/// The lines of two files; nothing where a case or a result is ill-formed, and all that is wrong has been said. Once it
/// is interrupted, it looks no further. Cost: that of reading them.
[[nodiscard]] std::optional<EngineLines> read_lines(const std::string& cases_file, std::string_view cases,
                                                    const std::string& results_file, std::string_view results);

}  // namespace coreecs
