#include "interp/cli/starts.hpp"

#include <algorithm>

#include "interp/program/ranges.hpp"
#include "interp/search/starts.hpp"

namespace coreecs {

void StartOptions::add_to(Command& command) {
  constexpr std::uint64_t most_entities = 1'000'000;
  command
      .add_option("--entities", entities,
                  "how many entities a state has at most; without it as the program says in fuzz, or 6, or as many "
                  "as it has")
      ->check(natural())
      ->check(CLI::Range(std::uint64_t{1}, most_entities).description(""));
  command
      .add_option("--range", ranges,
                  "COMPONENT=LO:HI or COMPONENT.field=LO:HI, the numbers to choose from; overrides that of the "
                  "program. More than one is possible")
      ->type_name("COMPONENT=LO:HI")
      ->allow_extra_args(false);
}

std::uint64_t StartOptions::entities_of(const Program& program) const {
  return entities.value_or(default_entities(program));
}

std::optional<std::vector<Range>> StartOptions::ranges_of(const Program& program) const {
  std::vector<Range> chosen = program.fuzz.ranges;
  Problems problems;
  for (const std::string& option : ranges)
    if (const std::optional<Range> range = read_range(problems, option, program.schema)) {
      chosen.erase(std::remove_if(chosen.begin(), chosen.end(),
                                  [&](const Range& other) { return other.i == range->i && other.path == range->path; }),
                   chosen.end());
      chosen.push_back(*range);
    }
  if (problems.empty()) return chosen;
  for (const Problem& problem : std::move(problems).in_order()) complain(show("--range", problem) + "\n");
  return std::nullopt;
}

}  // namespace coreecs
