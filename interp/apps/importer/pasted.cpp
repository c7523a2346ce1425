#include "interp/apps/importer/pasted.hpp"

#include <algorithm>

#include "interp/apps/importer/assembly.hpp"
#include "interp/base/json/document.hpp"

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

/// The character that HTML writes like this at the start of a text, and the length of that; none if it is none.
std::optional<std::pair<char, std::size_t>> html_character(std::string_view text) {
  constexpr std::pair<std::string_view, char> all[] = {
      {"&quot;", '"'}, {"&#34;", '"'}, {"&#x27;", '\''}, {"&#39;", '\''}, {"&gt;", '>'}, {"&lt;", '<'}, {"&amp;", '&'}};
  for (const auto& [written, character] : all)
    if (text.substr(0, written.size()) == written) return {{character, written.size()}};
  return std::nullopt;
}

/// The message that a logger writes as a JSON object, if a line is one.
std::optional<std::string> message_of(std::string_view line) {
  line = trimmed(line);
  if (line.size() < 2 || line.front() != '{' || line.back() != '}') return std::nullopt;
  Problems problems;
  const Document document(line, problems);
  if (!document.root() || !problems.empty()) return std::nullopt;
  const auto* object = document.root()->as<Json::Object>();
  for (const std::string_view key : {"fields", "message", "msg", "log", "MESSAGE"}) {
    const Json::Member* member = object ? find(*object, key) : nullptr;
    if (!member) continue;
    if (const auto* text = member->value.as<std::string_view>()) return std::string(*text);
    const auto* fields = member->value.as<Json::Object>();  // as the crate tracing writes it
    const Json::Member* message = fields ? find(*fields, "message") : nullptr;
    if (const auto* text = message ? message->value.as<std::string_view>() : nullptr) return std::string(*text);
  }
  return std::nullopt;
}

}  // namespace

std::vector<Logged> logged_lines(std::string_view text) {
  std::vector<Logged> out;
  std::size_t number = 0;
  for (const std::string_view line : lines_of(text)) {
    interrupt::poll();
    const std::optional<std::string> message = message_of(line);
    for (const std::string_view one : lines_of(message ? *message : line)) out.push_back({without_marks(one), number});
    ++number;
  }
  return out;
}

std::string without_marks(std::string_view line) {
  std::string out;
  for (std::size_t k = 0; k < line.size();) {
    std::size_t length = colour(line.substr(k));
    if (const auto character = html_character(line.substr(k))) {
      out += character->first;
      length = character->second;
    } else if (length == 0) {
      out += line[k];
    }
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
  if (std::all_of(text.begin(), text.end(), is_decimal)) return true;  // the number of the line
  for (const std::string_view stream : {"stdout F", "stderr F", "stdout P", "stderr P"})
    if (text.size() > stream.size() && text.substr(text.size() - stream.size()) == stream) return true;
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
