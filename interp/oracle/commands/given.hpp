/// Programs that engines failed in, in files.
#pragma once

#include "interp/cli/io.hpp"
#include "interp/oracle/conform.hpp"

namespace coreecs {

/// The programs at a path: one; several, one per line, which one engine is driven through; or those in the files of a
/// folder. Nothing after a message that says what is wrong.
[[nodiscard]] std::optional<std::vector<GivenCase>> read_given(CommandLine&, const std::string& path,
                                                               const std::optional<std::string>& schedule);

/// The text of a file for read_given with the programs of an alarm.
[[nodiscard]] std::string as_given(const Alarm&);

/// The document with this schedule only, if no other is used.
[[nodiscard]] nlohmann::ordered_json with_one_schedule(nlohmann::ordered_json document, const std::string& schedule);

}  // namespace coreecs
