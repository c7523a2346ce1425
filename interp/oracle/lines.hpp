/// Cases and results as lines of JSON (specs/reference/oracle-protocol.md).
#pragma once

#include "interp/base/json/problem.hpp"
#include "interp/oracle/judge.hpp"

namespace coreecs {

/// The id of a line.
[[nodiscard]] std::variant<std::string, std::vector<Problem>> read_id(std::string_view line);

/// The case of a line: { "id", "program" }, with "schedule" and "frames" if they are not those of the program. Its
/// "verdicts" come from the generator, and are ignored. Cost: that of loading the program.
[[nodiscard]] std::variant<EngineCase, std::vector<Problem>> read_case(std::string_view line);

/// Why an engine has no result.
struct Unsupported {
  std::string why;
};
/// The result of a line: { "id", "frames" } with the states after frames 1, 2, ... of the case, optionally preceded by
/// the start state; or { "id", "final" }; or { "id", "unsupported" }. Cost: its length.
[[nodiscard]] std::variant<EngineResult, Unsupported, std::vector<Problem>> read_result(std::string_view line,
                                                                                        const EngineCase&);

}  // namespace coreecs
