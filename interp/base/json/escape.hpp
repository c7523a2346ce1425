/// Text that others wrote, as it can be shown: the one definition of what is escaped.
#pragma once

#include <string>
#include <string_view>

namespace coreecs {

/// A character of a text in UTF-8, or a byte that belongs to none.
struct Character {
  unsigned code = 0;  ///< its code point, or the byte
  std::size_t bytes = 1;
  bool is_utf8 = true;
};
/// Precondition: the text is not empty.
[[nodiscard]] Character first_character(std::string_view text);

/// Whether a character is shown as an escape only: it steers a terminal (C0, DEL, C1), turns the direction of reading
/// (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069), or ends a line (U+2028, U+2029). So is each byte that
/// is no UTF-8.
[[nodiscard]] bool is_escaped(const Character&);

/// How many bytes at the beginning of a text are kept, although they would be escaped.
using Exempt = std::size_t (*)(std::string_view text);
/// Where the first character begins that is escaped; the length of the text where there is none.
[[nodiscard]] std::size_t first_escaped(std::string_view text, Exempt kept);
/// Text in which \n, \t, \u202e and \xff stand for the characters and bytes that are escaped. Cost: its length.
[[nodiscard]] std::string escaped(std::string_view text, Exempt kept);

/// Text within a line: what others wrote is shown so, names and values too.
[[nodiscard]] std::string on_one_line(std::string_view text);
/// A JSON string with its quotes, which escapes the same characters. U+FFFD stands for a byte that is no UTF-8.
[[nodiscard]] std::string json_string(std::string_view text);

}  // namespace coreecs
