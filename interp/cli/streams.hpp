/// Reads and writes that a signal can end, even if the other end of a pipe is stuck.
#pragma once

#include <string>
#include <string_view>

namespace coreecs {

/// Writes all of the text to a descriptor. Returns 0, or an error number. Throws Interrupted if a pipe or terminal has
/// taken nothing for `patience_ms` since a signal came.
[[nodiscard]] int write_all(int descriptor, std::string_view text, int patience_ms = 0);

/// Appends all text from a descriptor. Returns 0, or an error number. Throws Interrupted if a signal comes while it
/// waits.
[[nodiscard]] int read_all(int descriptor, std::string& text);

}  // namespace coreecs
