// The panic of a cycle: "cycle 1: system set 'A' must run before itself", and the steps of the cycle.
#include <algorithm>

#include "interp/apps/importer/assembly.hpp"
#include "interp/apps/importer/bevy_log.hpp"

namespace coreecs::importer {

namespace {

/// The name between the first and the last quote of a text, or all of it.
std::string quoted(std::string_view text) {
  for (const char mark : {'`', '\''})
    if (const std::size_t first = text.find(mark), last = text.rfind(mark); first != last)
      return std::string(text.substr(first + 1, last - first - 1));
  return std::string(trimmed(text));
}

/// A cycle of constraints that Bevy names: "A before B before A".
struct Panic {
  std::size_t line;
  std::string words;
};

std::vector<Panic> panics_in(const std::vector<std::string>& lines) {
  constexpr std::pair<std::string_view, std::string_view> steps[] = {{"... which must run before ", " before "},
                                                                     {"... which contains ", " contains "}};
  std::vector<Panic> out;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const std::string_view line = lines[k];
    for (const auto& [written, word] : steps)
      if (const std::size_t at = line.find(written); at != std::string_view::npos && !out.empty())
        out.back().words += std::string(word) + quoted(line.substr(at + written.size()));
    for (const std::string_view self : {" must run before itself", " contains itself"})
      if (const std::size_t at = line.find("cycle "), end = line.find(self); at < end && end != std::string_view::npos)
        out.push_back({k, quoted(line.substr(at, end - at))});
    constexpr std::string_view told = " to run before itself";
    if (const std::size_t end = line.find(told); end != std::string_view::npos)
      out.push_back({k, quoted(line.substr(0, end)) + " before itself"});
  }
  return out;
}

}  // namespace

std::optional<Unreadable> cycle_in(const BevyLog& log) {
  const std::vector<Panic> panics = panics_in(log.lines());
  if (panics.empty()) return std::nullopt;
  std::string words;
  for (std::size_t k = 0; k < std::min<std::size_t>(3, panics.size()); ++k)
    words += (k > 0 ? ", and " : "") + panics[k].words;
  if (panics.size() > 3) words += ", and " + std::to_string(panics.size() - 3) + " more";
  return Unreadable{log.at(panics[0].line),
                    "found the panic of a cycle: " + words + "; expected an order: remove one of these constraints"};
}

}  // namespace coreecs::importer
