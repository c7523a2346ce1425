/// What words, rules, statements and symbols mean: the text of reference/words.md and explanation/deviations.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coreecs {

/// An entry, as plain text.
struct GlossaryEntry {
  std::string title;              ///< "conc"
  std::vector<std::string> also;  ///< what else finds it: "schedule/conc"
  std::vector<std::string> text;  ///< paragraphs, and lines of code, which begin with two spaces
  std::string command;            ///< that shows it; none for deviations
};

/// All entries, those of reference/words.md first.
[[nodiscard]] const std::vector<GlossaryEntry>& glossary();
/// The entry of this name, in whatever case, with "Theorem", "rule" and the like or without; null where there is none.
[[nodiscard]] const GlossaryEntry* find_entry(std::string_view word);

[[nodiscard]] std::string show(const GlossaryEntry&);

}  // namespace coreecs
