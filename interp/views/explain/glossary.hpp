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

/// All entries: those under Words in reference/words.md first, the rows of its table of symbols last.
[[nodiscard]] const std::vector<GlossaryEntry>& glossary();
/// The entry of this name; null if there is none. Ignores case, "Theorem", "rule" and the like, and the "(3)" of
/// 4.7(3); takes an underscore for a space. A plural without an entry finds that of its singular.
[[nodiscard]] const GlossaryEntry* find_entry(std::string_view word);

[[nodiscard]] std::string show(const GlossaryEntry&);

/// A construct in three languages: a row of the table under Constructs in reference/words.md.
struct Construct {
  std::string paper, json, typed;
};
[[nodiscard]] std::vector<Construct> constructs_of_paper();

}  // namespace coreecs
