#include "interp/views/report/steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "interp/language/notation/lines.hpp"
#include "interp/language/notation/notation.hpp"

namespace coreecs {

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

std::string left_out(const std::string& margin, std::size_t idle) {
  return idle == 0 ? "" : fmt::format("{}not shown: {} without effect\n", margin, plural(idle, "invocation"));
}

std::string parted(const std::vector<std::string>& steps, std::size_t parting, std::size_t idle) {
  constexpr std::size_t most = 12;
  std::vector<std::string> words;
  if (parting > 0) words.push_back(fmt::format("({} in common)", parting));
  if (parting == steps.size()) words.emplace_back("» (nothing more)");
  const std::size_t end = std::min(steps.size(), parting + most);
  for (std::size_t j = parting; j < end; ++j)
    words.push_back((j == parting ? "» " : "") + steps[j] + (j + 1 < end ? "," : ""));
  if (end < steps.size()) words.push_back(fmt::format("({} more)", steps.size() - end));
  return paragraph("    ", "      ", words) + left_out("      ", idle);
}

}  // namespace coreecs
