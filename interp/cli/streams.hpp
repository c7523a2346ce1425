/// Reading and writing that a signal can end, though nobody at the other end of a pipe does anything.
#pragma once

#include <string>
#include <string_view>

namespace coreecs {

/// Writes all of the text to a descriptor. Returns 0, or the number of the error. Throws Interrupted where a pipe or
/// terminal has taken nothing for `patience_ms` since a signal came.
[[nodiscard]] int write_all(int descriptor, std::string_view text, int patience_ms = 0);

/// Appends all that a descriptor has to the text. Returns 0, or the number of the error. Throws Interrupted where a
/// signal comes while it waits.
[[nodiscard]] int read_all(int descriptor, std::string& text);

}  // namespace coreecs
