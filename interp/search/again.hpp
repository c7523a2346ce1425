/// The command that tries a case again: people are invited to paste it.
#pragma once

#include "interp/search/fuzz_report.hpp"

namespace coreecs {

/// The shell command that tries the case of a finding again, with the program in a file; or with a command line that is
/// of one program, which is in no file.
[[nodiscard]] std::string again(const std::string& file, const FuzzReport&, const Finding&);
[[nodiscard]] std::string again_without_file(const std::string& command_line, const FuzzReport&, const Finding&);
/// Whether a command is one of these, for some file or command line.
[[nodiscard]] bool is_again(const std::string& command, const FuzzReport&, const Finding&);

}  // namespace coreecs
