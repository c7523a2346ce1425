#include "interp/apps/importer/pasted.hpp"

#include <algorithm>

#include "interp/apps/importer/assembly.hpp"

namespace coreecs::importer {

namespace {

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

/// The length of the code of a colour at the start of a text: ESC [ 1 ; 32 m, or the same without ESC. 0 if it is none.
std::size_t colour(std::string_view text) {
  const bool escape = text.substr(0, 1) == "\x1b";
  std::size_t k = escape ? 1 : 0;
  if (text.substr(k, 1) != "[") return escape ? 1 : 0;
  for (++k; k < text.size() && (is_decimal(text[k]) || text[k] == ';');) ++k;
  const bool has_digits = is_decimal(text[k - 1]);
  if (k >= text.size()) return escape ? k : 0;
  if (escape) return k + 1;
  return text[k] == 'm' && has_digits ? k + 1 : 0;
}

bool is_level(std::string_view word) {
  const auto same = [&](std::string_view level) {
    return word.size() == level.size() && std::equal(word.begin(), word.end(), level.begin(), [](char a, char b) {
             return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b;
           });
  };
  return same("error") || same("warn") || same("warning") || same("info") || same("debug") || same("trace");
}

}  // namespace

std::string without_marks(std::string_view line) {
  std::string out;
  for (std::size_t k = 0; k < line.size();) {
    const std::size_t length = colour(line.substr(k));
    if (length == 0) out += line[k];
    k += std::max<std::size_t>(length, 1);
  }
  std::string_view rest = trimmed(out);
  if (rest.substr(0, 3) == "\xEF\xBB\xBF") rest = trimmed(rest.substr(3));
  while (rest.substr(0, 1) == ">") rest = trimmed(rest.substr(1));
  return std::string(rest);
}

bool is_prefix(std::string_view text) {
  text = trimmed(text);
  if (text.empty()) return true;
  const char last = text.back();
  for (const char end : {':', '>', '|', ']', ')'})
    if (last == end) return true;
  const std::string_view word = text.substr(text.find_last_of(" \t") + 1);
  if (is_decimal(word.front()) && word.find_first_of(":-.") != std::string_view::npos) return true;  // a clock
  return is_level(word) || text.substr(text.size() - std::min<std::size_t>(3, text.size())) == "│";
}

std::optional<std::string_view> behind(std::string_view line, std::string_view word) {
  const std::size_t at = line.find(word);
  if (at == std::string_view::npos || !is_prefix(line.substr(0, at))) return std::nullopt;
  return trimmed(line.substr(at + word.size()));
}

std::string letters_of(std::string_view text) {
  std::string out;
  for (const char c : text)
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_decimal(c) || c == '_') out += c;
  return out;
}

}  // namespace coreecs::importer
