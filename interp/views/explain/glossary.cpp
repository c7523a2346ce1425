#include "interp/views/explain/glossary.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <sstream>
#include <string_view>

#include "interp/views/explain/text.hpp"

// Defined by a file that interp/CMakeLists.txt generates.
namespace coreecs::embedded {
extern const std::string_view words, deviations;
}  // namespace coreecs::embedded

namespace coreecs {

namespace {

/// Markdown without its markup: emphasis, code, and the targets of links.
std::string plain(std::string_view markdown) {
  std::string out;
  for (std::size_t k = 0; k < markdown.size(); ++k) {
    const char c = markdown[k];
    if (c == '`' || markdown.substr(k, 2) == "**") {
      k += c == '`' ? 0 : 1;
    } else if (const std::size_t end = markdown.find(')', k);
               markdown.substr(k, 2) == "](" && end != std::string_view::npos) {
      k = end;
    } else if (c == '[' && markdown.find("](", k) != std::string_view::npos &&
               markdown.find("](", k) < markdown.find(']', k) + 1) {
      continue;
    } else {
      out += c;
    }
  }
  return out;
}

/// The parts of a text, without white space around them.
std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    std::string part(text.substr(0, end));
    const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    part.erase(part.begin(), std::find_if_not(part.begin(), part.end(), is_space));
    part.erase(std::find_if_not(part.rbegin(), part.rend(), is_space).base(), part.end());
    if (!part.empty()) parts.push_back(std::move(part));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + separator.size());
  }
}

/// The title, then paragraphs and items, on any number of lines, and code, line by line.
GlossaryEntry entry(const std::string& section) {
  GlossaryEntry all;
  std::string paragraph;
  const auto finish = [&] {
    if (const std::string also = "* **Also:**"; paragraph.starts_with(also)) {
      all.also = split(paragraph.substr(also.size()), ",");
    } else if (!paragraph.empty()) {
      const std::string tries = "* **Try:**";
      if (const std::size_t code = paragraph.find("`coreecs "); paragraph.starts_with(tries)) {
        all.command = paragraph.substr(code + 1, paragraph.find('`', code + 1) - code - 1);
        paragraph.replace(0, tries.size(), "* Try, from the repository root:");
      }
      all.text.push_back(plain(paragraph.starts_with("* ") ? paragraph.substr(2) : paragraph));
    }
    paragraph.clear();
  };
  std::istringstream lines(section);
  lines.exceptions(std::ios::badbit);  // memory that runs out is not the end of the text
  std::getline(lines, all.title);
  bool in_code = false;
  for (std::string line; std::getline(lines, line);) {
    const bool fence = line.starts_with("```");
    if (fence || in_code || line.empty() || line.starts_with("* ")) finish();
    if (fence)
      in_code = !in_code;
    else if (in_code)
      all.text.push_back("  " + line);
    else
      for (const std::string& part : split(line, "\n")) paragraph += (paragraph.empty() ? "" : " ") + part;
  }
  finish();
  return all;
}

/// Adds the entries of a page, each of which begins with this mark.
void add(std::vector<GlossaryEntry>& all, std::string_view page, std::string_view mark) {
  const std::vector<std::string> sections = split(page, mark);
  for (auto section = std::next(sections.begin()); section != sections.end(); ++section) {
    GlossaryEntry one = entry(*section);
    // "D5. deterministic and confluent"
    if (const std::size_t dot = one.title.find(". "); one.title.front() == 'D' && dot != std::string::npos)
      one.also.push_back(one.title.substr(0, dot));
    all.push_back(std::move(one));
  }
}

/// The rows of the tables under a heading, with this many cells.
std::vector<std::vector<std::string>> rows_of(std::string_view page, std::string_view heading, std::size_t width) {
  const std::string bar = "\\|";  // in a cell
  const std::size_t begin = page.find(heading);
  page = page.substr(begin, page.find("\n## ", begin + 1) - begin);
  std::vector<std::vector<std::string>> rows;
  for (std::string line : split(page, "\n")) {
    for (std::size_t at = 0; (at = line.find(bar)) != std::string::npos;) line.replace(at, bar.size(), "\1");
    std::vector<std::string> cells = split(line, "|");
    for (std::string& cell : cells) std::replace(cell.begin(), cell.end(), '\1', '|');
    if (cells.size() == width) rows.push_back(std::move(cells));
  }
  return rows;
}

/// Adds an entry for each row "| ⊤ | top, unit: the type with one value | 22A4 `\top` | `T` |" of the table of symbols.
void add_symbols(std::vector<GlossaryEntry>& all, std::string_view page) {
  for (const std::vector<std::string>& cells : rows_of(page, "\n## Symbols\n", 4)) {
    if (cells[0] == "symbol" || cells[0].starts_with("---")) continue;
    GlossaryEntry one{cells[0], split(cells[0], " "), {plain(cells[1])}, ""};
    one.text.push_back("Unicode, LaTeX: " + plain(cells[2]) + "; with --ascii: " + plain(cells[3]));
    if (const std::size_t colon = cells[1].find(':'); colon < cells[1].find(';'))
      for (std::string& name : split(cells[1].substr(0, colon), ",")) one.also.push_back(std::move(name));
    all.push_back(std::move(one));
  }
}

/// Adds an entry for each row "| A10 | rules | the paper | coreecs |" of a page, with the section on it, if any.
void add_rows(std::vector<GlossaryEntry>& all, std::string_view page) {
  const std::vector<std::string> sections = split(page, "\n### ");
  for (const std::string& line : split(page, "\n")) {
    if (!line.starts_with("| A")) continue;
    const std::vector<std::string> cells = split(line, "|");
    GlossaryEntry one{cells.at(0) + ". " + cells.at(1),
                      {cells.at(0)},
                      {"The paper: " + plain(cells.at(2)), "coreecs: " + plain(cells.at(3))},
                      ""};
    const auto section = std::find_if(sections.begin(), sections.end(),
                                      [&](const std::string& each) { return each.starts_with(cells[0] + ". "); });
    if (section != sections.end()) {
      const GlossaryEntry more = entry(section->substr(0, section->find("\n## ")));
      one.title = more.title;
      one.text.insert(one.text.end(), more.text.begin(), more.text.end());
    }
    all.push_back(std::move(one));
  }
}

std::string simple(std::string_view word) {
  std::string out;
  for (const char c : word) out += c == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const std::string kind : {"theorem ", "definition ", "corollary ", "lemma ", "rule ", "figure "})
    if (out.starts_with(kind)) out.erase(0, kind.size());
  if (out.size() > 2 && out.front() == '[' && out.back() == ']') out = out.substr(1, out.size() - 2);
  return out;
}

/// What a word may be a form of: "linearization" of "linearizations", "query" of "queries", "4.7" of "4.7(3)".
std::vector<std::string> bases(const std::string& word) {
  std::vector<std::string> all;
  for (const auto& [end, instead] : {std::pair("s", ""), std::pair("es", ""), std::pair("ies", "y")})
    if (word.size() > 3 && word.ends_with(end)) all.push_back(word.substr(0, word.size() - std::strlen(end)) + instead);
  const std::size_t part = word.find('(');
  if (part != 0 && part != std::string::npos && word.back() == ')' &&
      std::all_of(word.begin(), word.end(), [](char c) { return std::strchr("0123456789.(), ", c) != nullptr; }))
    all.push_back(word.substr(0, part));
  return all;
}

}  // namespace

const std::vector<GlossaryEntry>& glossary() {
  static const std::vector<GlossaryEntry> all = [] {
    std::vector<GlossaryEntry> entries;
    add(entries, embedded::words, "\n### ");
    add(entries, embedded::deviations, "\n## ");
    add_rows(entries, embedded::deviations);
    add_symbols(entries, embedded::words);
    return entries;
  }();
  return all;
}

std::vector<Construct> constructs_of_paper() {
  std::vector<Construct> all;
  for (const std::vector<std::string>& cells : rows_of(embedded::words, "\n## Constructs\n", 3))
    if (!cells[0].starts_with("the paper") && !cells[0].starts_with("---"))
      all.push_back({plain(cells[0]), plain(cells[1]), plain(cells[2])});
  return all;
}

const GlossaryEntry* find_entry(std::string_view word) {
  const std::vector<GlossaryEntry>& all = glossary();
  const std::string sought = simple(word);
  const auto by = [&](const auto& names) { return std::find_if(all.begin(), all.end(), names); };
  // An entry that a symbol belongs to comes before the symbol's row, which is the last of that name.
  auto found = by([&](const GlossaryEntry& one) {
    return simple(one.title) == sought && std::find(one.also.begin(), one.also.end(), one.title) == one.also.end();
  });
  // The number of a deviation finds the deviation before an entry about it.
  const bool deviation = sought.size() > 1 && (sought.front() == 'd' || sought.front() == 'a') &&
                         std::isdigit(static_cast<unsigned char>(sought[1]));
  const auto named = [&](const GlossaryEntry& one) {
    return std::any_of(one.also.begin(), one.also.end(),
                       [&](const std::string& name) { return simple(name) == sought; });
  };
  if (found == all.end() && deviation)
    found = by([&](const GlossaryEntry& one) { return simple(one.title).starts_with(sought + ". "); });
  if (found == all.end()) found = by(named);
  if (found != all.end()) return &*found;
  for (const std::string& base : bases(sought))
    if (const GlossaryEntry* entry = find_entry(base)) return entry;
  return nullptr;
}

std::string show(const GlossaryEntry& entry) {
  Lines out;
  out.add(0, entry.title);
  for (const std::string& paragraph : entry.text) out.add(2, paragraph);
  return out.take();
}

}  // namespace coreecs
