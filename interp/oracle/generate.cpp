#include "interp/oracle/generate.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/random.hpp"
#include "interp/fast/pass.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/oracle/dimensions.hpp"
#include "interp/oracle/drive.hpp"
#include "interp/oracle/invoking.hpp"
#include "interp/run/execution.hpp"
#include "interp/search/starts.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

namespace {

using Tree = nlohmann::ordered_json;

Tree verdicts(const Verdict& verdict) {
  Tree all = Tree::object();
  for (const Aspect aspect : decided) {
    const Answer found = verdict.because[aspect].answer;
    all[wording(aspect).key] = found == Answer::Unknown ? Tree() : Tree(found == Answer::Yes);
  }
  return all;
}

constexpr int most_tried = 10'000;

/// The verdict on a program, if it is the wanted one.
std::optional<Verdict> wanted_verdict(const Program& program, const NamedSchedule& schedule,
                                      const std::optional<Aspect>& only, std::size_t limit, std::size_t most_matches) {
  try {
    Verdict verdict = check(program, schedule, program.frames, limit, most_matches);
    if (only && verdict.because[*only].answer != Answer::Yes) return std::nullopt;
    return verdict;
  } catch (const RuntimeError&) {
  } catch (const fast::TooManyMatches&) {
  }
  return std::nullopt;
}

bool are_among(const Constructs& all, const std::optional<Constructs>& among) {
  return !among || std::includes(among->begin(), among->end(), all.begin(), all.end());
}

/// Whether no integer of the reference run needs more than a double, unless that is among the constructs.
bool has_its_integers(const EngineCase& one, const std::optional<Constructs>& among) {
  if (!among || among->contains("int64")) return true;
  const std::set<std::string> reached = marks(extent(one));
  return !reached.contains(shown_mark(std::end(dimensions)[-1], exact_double_ints));
}

Tree case_of(std::uint64_t seed, std::uint64_t number, Tree program, const std::string& schedule,
             const Verdict& verdict) {
  return {{"id", std::to_string(seed) + "." + std::to_string(number)},
          {"program", std::move(program)},
          {"schedule", schedule},
          {"frames", verdict.frames},
          {"verdicts", verdicts(verdict)}};
}

}  // namespace

std::vector<NamedShape> shapes_in_turn(Level level) {
  std::vector<NamedShape> of_level, of_all;
  for (const NamedShape& shape : shapes)
    if (!shape.of)
      of_all.push_back(shape);
    else if (shape.of == level)
      of_level.push_back(shape);
  return of_level.empty() ? of_all : of_level;
}

std::optional<Tree> generate(std::uint64_t seed, std::uint64_t number, const Wanted& wanted) {
  Dice dice(Random(seed, number));
  for (int tried = 0; tried < most_tried; ++tried) {
    Tree document = random_program(dice, wanted.shape, wanted.among);
    if (!are_among(used(document), wanted.among)) continue;
    EngineCase one{.id = {}, .program = std::get<Program>(load_tree(document)), .schedule = "main"};
    one.frames = one.program.frames;
    const Program& program = one.program;
    const NamedSchedule& schedule = program.schedules.front();
    if (const auto verdict = wanted_verdict(program, schedule, wanted.only, wanted.limit, most_driven_matches);
        verdict && has_its_integers(one, wanted.among) &&
        (!wanted.determined || visits_are_determined(program, schedule.z, program.frames)))
      return case_of(seed, number, std::move(document), "main", *verdict);
  }
  return std::nullopt;
}

std::optional<Tree> generate(std::uint64_t seed, std::uint64_t number, const Starts& starts,
                             const WantedStart& wanted) {
  Random random(seed, number);
  Program program = starts.program();
  const NamedSchedule& schedule = *find_schedule(program, wanted.schedule);
  for (int tried = 0; tried < most_tried; ++tried) {
    program.start = starts(Random(random(), 0));
    if (!hold(wanted.assumed, program)) continue;
    if (const auto verdict = wanted_verdict(program, schedule, wanted.only, wanted.limit, 10'000))
      return case_of(seed, number, starts.document(program.start), wanted.schedule, *verdict);
  }
  return std::nullopt;
}

}  // namespace coreecs
