/// The meaning of words, rules, statements and symbols: reference/words.md and explanation/deviations.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coreecs {

/// An entry, as plain text.
struct GlossaryEntry {
  std::string title;              ///< "conc"
  std::vector<std::string> also;  ///< other words that find it: "schedule/conc"
  std::vector<std::string> text;  ///< paragraphs, and lines of code, which begin with two spaces
  std::string command;            ///< the command that shows it; none for deviations
};

/// All entries, those of reference/words.md first.
[[nodiscard]] const std::vector<GlossaryEntry>& glossary();
/// The entry of this name, ignoring case, "Theorem", "rule" and the like; null if there is none.
[[nodiscard]] const GlossaryEntry* find_entry(std::string_view word);

[[nodiscard]] std::string show(const GlossaryEntry&);

}  // namespace coreecs
