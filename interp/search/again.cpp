#include "interp/search/again.hpp"

#include <fmt/format.h>

#include "interp/views/report/reasons.hpp"

namespace coreecs {

namespace {

/// What a shell takes as one word that is the text.
std::string word(const std::string& text) {
  const char* harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+";
  if (!text.empty() && text.find_first_not_of(harmless) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

/// The text that a shell takes such a word as; what it takes other words as does not matter.
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

}  // namespace

std::string again(const std::string& file, const FuzzReport& report, const Finding& finding) {
  const Search& search = report.search;
  std::string command = fmt::format("coreecs fuzz {} --schedule {} --frames {} --find {} --entities {}", word(file),
                                    search.schedule, search.frames, wording(finding.aspect).sought, search.entities);
  for (const std::string& range : report.ranges) command += " --range " + word(range);
  for (const std::string& invariant : search.assumed) command += " --assume " + word(invariant);
  for (const std::string& setting : report.settings) command += " --set " + word(setting);
  return command + fmt::format(" --limit {} --seed {} --case {}", search.limit, search.seed, finding.number);
}

bool is_again(const std::string& command, const FuzzReport& report, const Finding& finding) {
  constexpr std::size_t start = std::string_view("coreecs fuzz ").size();
  const std::size_t rest = again("-", report, finding).size() - start - 1;
  if (command.size() < start + rest) return false;
  return command ==
         again(unquoted(std::string_view(command).substr(start, command.size() - start - rest)), report, finding);
}

}  // namespace coreecs
