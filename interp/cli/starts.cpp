#include "interp/cli/starts.hpp"

#include <algorithm>

#include "interp/cli/command.hpp"
#include "interp/language/program/ranges.hpp"
#include "interp/search/starts.hpp"

namespace coreecs {

void StartOptions::add_to(Command& command) {
  constexpr std::uint64_t most_entities = 1'000'000;
  command
      .add_option("--entities", entities,
                  "maximum number of entities of a random start; default: the program's fuzz.entities, else 6, or the "
                  "number in its own start if that is more")
      ->check(natural())
      ->check(CLI::Range(std::uint64_t{1}, most_entities).description(""));
  command
      .add_option("--range", ranges,
                  "COMPONENT=LO:HI or COMPONENT.field=LO:HI, the range to choose numbers from; overrides the "
                  "program's. May be given more than once")
      ->type_name("COMPONENT=LO:HI")
      ->allow_extra_args(false);
  command
      .add_option("--assume", assumed,
                  "use only starts that satisfy this invariant of the program. May be given more than once")
      ->type_name("INVARIANT")
      ->allow_extra_args(false);
}

std::optional<std::vector<std::string>> StartOptions::assumed_of(const Input& source, const std::string& file,
                                                                 bool hold_at_start) const {
  const Program& program = source.program;
  std::vector<std::string> all = program.fuzz.assumed;
  std::vector<std::string_view> known;
  for (const Invariant& invariant : program.invariants) known.push_back(invariant.name);
  Problems of_program, of_options;
  const auto complain_of_start = [&](const std::string& name, const Place& place, Problems& problems) {
    problems.report(place, in_quotes(name) + " does not hold at the start of the program");
  };
  const auto fails = [&](const std::string& name) { return hold_at_start && !hold({name}, program); };
  if (std::any_of(all.begin(), all.end(), fails)) {
    const Place root, fuzz = root.member("fuzz", 0), list = fuzz.member("assume", 0);
    for (std::size_t j = 0; j < all.size(); ++j)
      if (fails(all[j])) complain_of_start(all[j], list.element(j), of_program);
  }
  for (const std::string& name : assumed) {
    if (std::find(all.begin(), all.end(), name) != all.end()) continue;
    if (std::find(known.begin(), known.end(), name) == known.end())
      of_options.report_unknown({}, "invariant", name, known);
    else if (fails(name))
      complain_of_start(name, {}, of_options);
    all.push_back(name);
  }
  if (of_program.empty() && of_options.empty()) return all;
  for (const Problem& problem : std::move(of_program).in_order(source.text)) complain(show(file, problem) + "\n");
  for (const Problem& problem : std::move(of_options).in_order()) complain(show("--assume", problem) + "\n");
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
