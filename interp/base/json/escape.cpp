#include "interp/base/json/escape.hpp"

#include <algorithm>
#include <cstdio>

namespace coreecs {

namespace {

bool is_plain(char c) { return ' ' <= c && c <= '~'; }

/// "\u202e"; all escaped characters are at most U+FFFF.
void add_code(std::string& out, unsigned code) {
  char escape[8];
  std::snprintf(escape, sizeof escape, "\\u%04x", code & 0xFFFF);
  out += escape;
}

void add_escape(std::string& out, const Character& c) {
  if (!c.is_utf8) {
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\x%02x", c.code & 0xFF);
    out += escape;
  } else if (c.code == '\n' || c.code == '\t') {
    out += c.code == '\n' ? "\\n" : "\\t";
  } else {
    add_code(out, c.code);
  }
}

}  // namespace

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t j) { return static_cast<unsigned>(static_cast<unsigned char>(text[j])); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  const Character none{lead, 1, false};
  if (lead < 0xC2 || lead > 0xF4 || bytes > text.size()) return none;
  unsigned code = lead & (0x7FU >> bytes);
  for (std::size_t j = 1; j < bytes; ++j) {
    if ((byte(j) & 0xC0) != 0x80) return none;
    code = code << 6 | (byte(j) & 0x3F);
  }
  constexpr unsigned least[] = {0x80, 0x800, 0x10000};  // code points of two, three and four bytes
  const bool is_surrogate = 0xD800 <= code && code <= 0xDFFF;
  if (code < least[bytes - 2] || code > 0x10FFFF || is_surrogate) return none;
  return {code, bytes};
}

bool is_escaped(const Character& character) {
  const unsigned c = character.code;
  const auto is_in = [&](unsigned first, unsigned last) { return first <= c && c <= last; };
  const bool controls = c < 0x20 || is_in(0x7F, 0x9F), separates = is_in(0x2028, 0x2029);
  const bool turns = c == 0x061C || is_in(0x200E, 0x200F) || is_in(0x202A, 0x202E) || is_in(0x2066, 0x2069);
  return !character.is_utf8 || controls || separates || turns;
}

std::size_t first_escaped(std::string_view text, Exempt kept) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (is_plain(text[at])) {
      ++at;
      continue;
    }
    const Character next = first_character(text.substr(at));
    const std::size_t bytes = is_escaped(next) ? kept(text.substr(at)) : next.bytes;
    if (bytes == 0) break;
    at += bytes;
  }
  return at;
}

std::string escaped(std::string_view text, Exempt kept) {
  std::string out;
  while (true) {
    const std::size_t shown = first_escaped(text, kept);
    out += text.substr(0, shown);
    text.remove_prefix(shown);
    if (text.empty()) return out;
    const Character next = first_character(text);
    add_escape(out, next);
    text.remove_prefix(next.bytes);
  }
}

std::string on_one_line(std::string_view text) {
  return escaped(text, [](std::string_view) -> std::size_t { return 0; });
}

std::string json_string(std::string_view text) {
  constexpr std::string_view named = "\"\\\b\f\n\r\t", names = "\"\\bfnrt";
  std::string out = "\"";
  while (true) {
    const auto* end =
        std::find_if(text.begin(), text.end(), [](char c) { return !is_plain(c) || c == '"' || c == '\\'; });
    out.append(text.begin(), end);
    text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
    if (text.empty()) break;
    const Character next = first_character(text);
    const std::size_t name = next.code < 0x80 ? named.find(text.front()) : named.npos;
    if (name != named.npos)
      out.append("\\").append(1, names[name]);
    else if (!next.is_utf8)
      out += "\xEF\xBF\xBD";
    else if (is_escaped(next))
      add_code(out, next.code);
    else
      out += text.substr(0, next.bytes);
    text.remove_prefix(next.bytes);
  }
  return out + "\"";
}

}  // namespace coreecs
