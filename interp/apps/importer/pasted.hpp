/// Lines of logs as people paste them: with colours, quote marks, and what a logger puts before each line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coreecs::importer {

/// A line of a log, and the number of the line of the text that has it, from 0.
struct Logged {
  std::string text;
  std::size_t number;
};
/// The lines of a log, without marks. Where a line is a JSON object with a message, its lines are those of the message.
/// Cost: the length of the text.
[[nodiscard]] std::vector<Logged> logged_lines(std::string_view text);

/// A line without colours, the quote marks `>` before it, and blanks around it. The codes of colours may have lost
/// their escape character, and characters may be written as in HTML: &quot;. Cost: its length.
[[nodiscard]] std::string without_marks(std::string_view line);

/// Whether a text can be what a logger puts before a line: nothing, the number of the line, or what ends with one of
/// `: > | ] )`, with a time, with the name of a level, or with `stderr F` as in the files of Kubernetes.
[[nodiscard]] bool is_prefix(std::string_view text);

/// What follows a word, if a line begins with the word, apart from a prefix. Cost: the length of the line.
[[nodiscard]] std::optional<std::string_view> behind(std::string_view line, std::string_view word);

/// The letters, digits and underscores of a text.
[[nodiscard]] std::string letters_of(std::string_view text);

}  // namespace coreecs::importer
