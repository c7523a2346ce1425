/// The command that repeats a case: people are invited to paste it.
#pragma once

#include "interp/search/fuzz_report.hpp"

namespace coreecs {

/// The shell command that repeats the case of a finding, with the program in a file; or with the command line of a
/// compiled program, which is in no file.
[[nodiscard]] std::string again(const std::string& file, const FuzzReport&, const Finding&);
[[nodiscard]] std::string again_without_file(const std::string& command_line, const FuzzReport&, const Finding&);
/// Whether a command is one of these, for some file or command line.
[[nodiscard]] bool is_again(const std::string& command, const FuzzReport&, const Finding&);

}  // namespace coreecs
