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
  command
      .add_option("--assume", assumed,
                  "an invariant of the program: only starts at which it holds. More than one is possible")
      ->type_name("INVARIANT")
      ->allow_extra_args(false);
}

std::optional<std::vector<std::string>> StartOptions::assumed_of(const Program& program, bool hold_at_start) const {
  std::vector<std::string> all = program.fuzz.assumed;
  for (const std::string& name : assumed)
    if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
  std::vector<std::string_view> known;
  for (const Invariant& invariant : program.invariants) known.push_back(invariant.name);
  Problems problems;
  for (const std::string& name : all)
    if (std::find(known.begin(), known.end(), name) == known.end())
      problems.report_unknown({}, "invariant", name, known);
    else if (hold_at_start && !hold({name}, program))
      problems.report({}, in_quotes(name) + " does not hold at the start of the program");
  if (problems.empty()) return all;
  for (const Problem& problem : std::move(problems).in_order()) complain(show("--assume", problem) + "\n");
  return std::nullopt;
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
