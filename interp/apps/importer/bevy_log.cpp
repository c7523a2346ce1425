#include "interp/apps/importer/bevy_log.hpp"

#include <algorithm>

#include "interp/apps/importer/assembly.hpp"
#include "interp/apps/importer/pasted.hpp"

namespace coreecs::importer {

namespace {

constexpr Headline headlines[] = {
    {"pairsofsystemswithconflictingdataaccesshaveindeterminateexecutionorder", true, false},
    {"Somesystemswithconflictingaccesshaveindeterminateexecutionorder", false, false},  // 0.10 in development
    {"Executionorderambiguitiesdetected", false, true}};

}  // namespace

BevyLog::BevyLog(std::string_view text) {
  std::string all;
  std::vector<std::size_t> begins;
  for (Logged& line : logged_lines(text)) {
    begins.push_back(all.size());
    all += letters_of(line.text);
    lines_.push_back(std::move(line.text));
    numbers_.push_back(line.number);
  }
  const auto line_at = [&](std::size_t at) {
    return static_cast<std::size_t>(std::upper_bound(begins.begin(), begins.end(), at) - begins.begin()) - 1;
  };
  for (const Headline& one : headlines)
    for (std::size_t at = all.find(one.letters); at != std::string::npos; at = all.find(one.letters, at + 1))
      reports_.emplace(line_at(at), Begin{&one, line_at(at + one.letters.size() - 1)});
}

const BevyLog::Begin* BevyLog::report_at(std::size_t line) const {
  const auto found = reports_.find(line);
  return found == reports_.end() ? nullptr : &found->second;
}

std::optional<std::string_view> pair_in(std::string_view line) {
  const auto found = behind(line, "-- ");
  return found && !ends_with(*found, " --") ? found : std::nullopt;  // journalctl writes -- Reboot --
}
std::optional<std::string_view> conflict_in(std::string_view line) {
  const auto found = behind(line, "conflict on:");
  return found ? found : behind(line, "conflicts:");
}

std::size_t find_outside(std::string_view text, std::string_view part, bool* open) {
  std::size_t depth = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (depth == 0 && !part.empty() && text.substr(k, part.size()) == part) return k;
    if (c == '(' || c == '<' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}' || (c == '>' && (k == 0 || text[k - 1] != '-'))) && depth > 0) --depth;
  }
  if (open) *open = depth > 0;
  return std::string_view::npos;
}

std::vector<std::string_view> parts(std::string_view text) {
  std::vector<std::string_view> out;
  while (true) {
    const std::size_t comma = find_outside(text, ",");
    out.push_back(trimmed(text.substr(0, comma)));
    if (comma == std::string_view::npos) return out;
    text.remove_prefix(comma + 1);
  }
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}
bool begins_with(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

}  // namespace coreecs::importer
