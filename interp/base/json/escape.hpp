/// Foreign text, made safe to show: the one definition of what is escaped.
#pragma once

#include <string>
#include <string_view>

namespace coreecs {

/// A character of a text in UTF-8, or a byte that is no UTF-8.
struct Character {
  unsigned code = 0;  ///< its code point, or the byte
  std::size_t bytes = 1;
  bool is_utf8 = true;
};
/// Precondition: the text is not empty.
[[nodiscard]] Character first_character(std::string_view text);

/// Whether a character is shown only as an escape: it controls a terminal (C0, DEL, C1), changes the direction of
/// reading (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069), or ends a line (U+2028, U+2029). Bytes that
/// are no UTF-8 are escaped, too.
[[nodiscard]] bool is_escaped(const Character&);

/// The number of bytes at the beginning of a text that are kept, although they would be escaped.
using Exempt = std::size_t (*)(std::string_view text);
/// The position of the first escaped character; the length of the text if there is none.
[[nodiscard]] std::size_t first_escaped(std::string_view text, Exempt kept);
/// Replaces escaped characters and bytes by \n, \t, \u202e, \xff and the like. Cost: the length of the text.
[[nodiscard]] std::string escaped(std::string_view text, Exempt kept);

/// Escapes foreign text, also names and values, to show it within a line.
[[nodiscard]] std::string on_one_line(std::string_view text);
/// A JSON string with its quotes, which escapes the same characters. U+FFFD replaces bytes that are no UTF-8.
[[nodiscard]] std::string json_string(std::string_view text);

}  // namespace coreecs
