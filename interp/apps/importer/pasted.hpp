/// Lines of logs as people paste them: with colours, quote marks, and what a logger puts before each line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace coreecs::importer {

/// A line without colours, the quote marks `>` before it, and blanks around it. The codes of colours may have lost
/// their escape character. Cost: its length.
[[nodiscard]] std::string without_marks(std::string_view line);

/// Whether a text can be what a logger puts before a line: nothing, or what ends with one of `: > | ] )`, with a time,
/// or with the name of a level.
[[nodiscard]] bool is_prefix(std::string_view text);

/// What follows a word, if a line begins with the word, apart from a prefix. Cost: the length of the line.
[[nodiscard]] std::optional<std::string_view> behind(std::string_view line, std::string_view word);

/// The letters, digits and underscores of a text.
[[nodiscard]] std::string letters_of(std::string_view text);

}  // namespace coreecs::importer
