#include "interp/language/notation/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <sstream>

#include "interp/base/interrupt.hpp"

namespace coreecs {

namespace {

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

/// Whether a text has at most `available` columns. Cost: at most `available`.
bool fits(std::string_view text, std::size_t available) {
  constexpr std::size_t longest_character = 4;
  return text.size() <= available || (text.size() <= longest_character * available && columns(text) <= available);
}

/// Where to break a text with more columns than available: at a space in the last third, preferably outside of
/// brackets, after a comma or before a sign that joins the parts of a formula. The end of the text if there is none.
std::size_t break_of(std::string_view text, std::size_t available) {
  constexpr std::string_view opening[] = {"(", "{", "⟨", "⟦"}, closing[] = {")", "}", "⟩", "⟧"},
                             joining[] = {"• ", "= ", "↓ "};
  const auto starts_with_any = [](std::string_view rest, const auto& all) {
    return std::any_of(std::begin(all), std::end(all), [&](std::string_view one) { return rest.starts_with(one); });
  };
  std::size_t best = text.size(), column = 0;
  int depth = 0, least = std::numeric_limits<int>::max();
  for (std::size_t k = 0; k < text.size() && (column <= available || best == text.size()); ++k) {
    const std::string_view rest = text.substr(k);
    depth += starts_with_any(rest, opening) ? 1 : starts_with_any(rest, closing) ? -1 : 0;
    if (text[k] == ' ' && column > 0) {
      const bool good = text[k - 1] == ',' || text[k - 1] == ';' || starts_with_any(rest.substr(1), joining);
      const int cost = 2 * depth + (good ? 0 : 1) + (3 * column < 2 * available ? 100 : 0);
      if (cost <= least || column > available) {
        best = k;
        least = cost;
      }
    }
    column += starts_character(text[k]) ? 1 : 0;
  }
  return best;
}

}  // namespace

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

void Lines::add(std::size_t indentation, const std::string& line, std::string_view rule) {
  interrupt::poll();
  constexpr std::size_t width = line_width, further = 4;
  out_.append(indentation, ' ');
  std::size_t column = indentation;
  std::string_view rest = line;
  while (column < width && !fits(rest, width - column)) {
    const std::size_t end = break_of(rest, width - column);
    if (end == rest.size()) break;
    out_.append(rest.substr(0, end)).append("\n").append(column = indentation + further, ' ');
    rest.remove_prefix(end + 1);
  }
  out_ += rest;
  column += columns(rest);
  if (!rule.empty()) {
    const std::size_t needs = columns(rule) + 2;
    if (column + 2 + needs > width) {
      out_ += "\n";
      column = 0;
    }
    out_.append(width - needs - column, ' ').append(fmt::format("[{}]", rule));
  }
  out_ += "\n";
}

std::string paragraph(const std::string& first_margin, const std::string& margin,
                      const std::vector<std::string>& words) {
  std::string out, line = first_margin;
  bool empty = true;
  for (const std::string& word : words) {
    if (!empty && columns(line) + 1 + columns(word) > line_width) {
      out += line + "\n";
      line = margin;
      empty = true;
    }
    line += (empty ? "" : " ") + word;
    empty = false;
  }
  return out + line + "\n";
}

std::string paragraph(const std::string& first_margin, const std::string& margin, const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  in.exceptions(std::ios::badbit);  // memory that runs out is not the end of the text
  for (std::string word; in >> word;) words.push_back(word);
  return paragraph(first_margin, margin, words);
}

}  // namespace coreecs
