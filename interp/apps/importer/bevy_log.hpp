/// The lines of Bevy's log: where its reports about the order of systems begin, and which lines are theirs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "interp/apps/importer/unreadable.hpp"

namespace coreecs::importer {

/// What begins a report, by its letters, because terminals and mails break lines.
struct Headline {
  std::string_view letters;
  bool has_count;            ///< the number of pairs stands before it
  bool tells_world_by_pair;  ///< a pair without a second line conflicts on the world
};

/// The lines of a log without marks, and where reports begin. Cost: the length of the text.
class BevyLog {
 public:
  explicit BevyLog(std::string_view text);

  struct Begin {
    const Headline* headline;
    std::size_t last;  ///< the line where the headline ends
  };
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }
  /// Where a line begins in the text.
  [[nodiscard]] TextPosition at(std::size_t line) const { return {numbers_[line] + 1, 1}; }
  /// The report that begins in a line, or null.
  [[nodiscard]] const Begin* report_at(std::size_t line) const;
  [[nodiscard]] bool has_reports() const { return !reports_.empty(); }

 private:
  std::vector<std::string> lines_;
  std::vector<std::size_t> numbers_;                // of the lines of the text that have them
  std::unordered_map<std::size_t, Begin> reports_;  // by the line where each begins
};

/// What follows `--` in a line that names a pair.
[[nodiscard]] std::optional<std::string_view> pair_in(std::string_view line);
/// What follows `conflict on:` or `conflicts:`.
[[nodiscard]] std::optional<std::string_view> conflict_in(std::string_view line);
/// The cycle of constraints that Bevy names in a panic, as what cannot be read; none if the log has none.
[[nodiscard]] std::optional<Unreadable> cycle_in(const BevyLog&);

/// The first place of a part outside of all brackets, or npos. If the brackets are not closed, says so.
std::size_t find_outside(std::string_view text, std::string_view part, bool* open = nullptr);
/// The texts between commas outside of brackets.
[[nodiscard]] std::vector<std::string_view> parts(std::string_view text);
[[nodiscard]] bool begins_with(std::string_view text, std::string_view with);
[[nodiscard]] bool ends_with(std::string_view text, std::string_view end);

}  // namespace coreecs::importer
