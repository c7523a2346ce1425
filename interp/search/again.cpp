#include "interp/search/fuzz_report.hpp"

#include <fmt/format.h>

#include "interp/views/report/reasons.hpp"

namespace coreecs {

namespace {

/// The text as one word of a shell.
std::string word(const std::string& text) {
  const char* harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+";
  if (!text.empty() && text.find_first_not_of(harmless) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

/// The text that a shell reads from such a word. Other words need not be read correctly.
std::string unquoted(std::string_view word) {
  std::string text;
  bool in_quotes = false;
  for (std::size_t j = 0; j < word.size(); ++j)
    if (word[j] == '\'')
      in_quotes = !in_quotes;
    else if (word[j] == '\\' && !in_quotes && j + 1 < word.size())
      text += word[++j];
    else
      text += word[j];
  return text;
}

/// The options after the file.
std::string options(const FuzzReport& report, const Finding& finding) {
  const Search& search = report.search;
  std::string out = fmt::format(" --schedule {} --frames {} --find {} --entities {}", search.schedule, search.frames,
                                wording(finding.aspect).sought, search.entities);
  for (const std::string& range : report.ranges) out += " --range " + word(range);
  for (const std::string& invariant : search.assumed) out += " --assume " + word(invariant);
  for (const std::string& setting : report.settings) out += " --set " + word(setting);
  return out + fmt::format(" --limit {} --seed {} --case {}", search.limit, search.seed, finding.number);
}

constexpr std::string_view with_file = "coreecs fuzz ", without_file = " fuzz";

}  // namespace

std::string again(const std::string& file, const FuzzReport& report, const Finding& finding) {
  return std::string(with_file) + word(file) + options(report, finding);
}

std::string again_without_file(const std::string& command_line, const FuzzReport& report, const Finding& finding) {
  return word(command_line) + std::string(without_file) + options(report, finding);
}

bool is_again(const std::string& command, const FuzzReport& report, const Finding& finding) {
  const std::string rest = options(report, finding);
  if (!command.ends_with(rest)) return false;
  const std::string_view first = std::string_view(command).substr(0, command.size() - rest.size());
  const auto is_word = [](std::string_view text) { return word(unquoted(text)) == text; };
  return (first.starts_with(with_file) && is_word(first.substr(with_file.size()))) ||
         (first.ends_with(without_file) && is_word(first.substr(0, first.size() - without_file.size())));
}

}  // namespace coreecs
