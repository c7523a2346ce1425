#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/json/tree.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/interrupt.hpp"
#include "interp/commands/commands.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/search/shrink.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

namespace {

Aspect choose_aspect(const std::string& verdict) {
  return *std::find_if(std::begin(aspects), std::end(aspects), [&](Aspect a) { return wording(a).key == verdict; });
}

std::vector<std::string> aspect_names() {
  std::vector<std::string> names;
  for (const Aspect aspect : aspects) names.emplace_back(wording(aspect).key);
  return names;
}

/// Prints the failure of the reference run. Precondition: it fails.
void complain_of_run(const Program& program, const NamedSchedule& schedule, const std::string& file,
                     bool in_invariant) {
  Execution execution(program, schedule, in_invariant ? all_invariants(program) : std::vector<const Invariant*>());
  try {
    execution.advance_to(program.frames);
  } catch (const RuntimeError& error) {
    complain(show(file, error, execution.names()));
  }
}

/// "2 entities, 1 component, 1 system, 2 frames"
std::string size(const nlohmann::ordered_json& program) {
  std::vector<std::string> sizes;
  const auto add = [&](std::uint64_t n, const char* one, const char* several) {
    sizes.push_back(fmt::format("{} {}", n, n == 1 ? one : several));
  };
  add(program.contains("entities") ? program["entities"].size() : 0, "entity", "entities");
  add(program["components"].size(), "component", "components");
  add(program["systems"].size(), "system", "systems");
  add(program.value("frames", std::uint64_t{1}), "frame", "frames");
  return fmt::format("{}", fmt::join(sizes, ", "));
}

class ShrinkCommand : public Command {
 public:
  explicit ShrinkCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;
  [[nodiscard]] Spelling ascii() const override { return options_.output ? Spelling::Words : Spelling::Json; }

 private:
  struct Options {
    std::string file;
    std::optional<std::string> schedule;
    std::optional<std::uint64_t> frames;
    std::string verdict = "confluent";
    std::size_t limit = 1000;
    std::optional<std::string> output;
    std::vector<std::string> keep;
  };
  Options options_;
};

ShrinkCommand::ShrinkCommand(CommandLine& line)
    : Command(line, "Search", "shrink", "Reduce a failing program to a small one that fails in the same way") {
  program_argument(*this, "FILE", options_.file);
  schedule_option(*this, options_.schedule);
  frames_option(*this, options_.frames);
  option_defaults()->group("Settings");
  CLI::Option* verdict = add_option("--verdict", options_.verdict,
                                    "how the program fails: this verdict of check is no; or error: the run ends in the "
                                    "same run-time error; or invariant: the same invariant fails first")
                             ->check(CLI::IsMember(aspect_names()))
                             ->capture_default_str();
  CLI::Option* limit = add_option("--limit", options_.limit, "the limit of check, for each program tried")
                           ->check(natural())
                           ->capture_default_str();
  for (const char* decided : {"safe_by_rule", "safe", "error", "invariant"}) never_with({verdict, decided}, {limit});
  words_option(*this, "--keep", options_.keep,
               "what to leave unchanged: all systems; the schedule; or the location of the race, its entity and its "
               "component. Separate several with commas")
      ->check(each_is_member_of({"systems", "schedule", "location"}));
  option_defaults()->group("Options");
  writes(add_option("-o,--output", options_.output, "write the program to this file, and print how large it is"));
}

Status ShrinkCommand::run() const {
  const std::optional<Input> source = read_program(line(), options_.file);
  if (!source) return Status::Wrong;
  const auto* schedule = choose_schedule(source->program, options_.file, options_.schedule);
  if (!schedule) return Status::Wrong;
  Program program = source->program;
  program.frames = options_.frames.value_or(program.frames);
  const Aspect aspect = choose_aspect(options_.verdict);
  Outcome found;
  try {
    found = outcome(program, schedule->name, aspect, options_.limit);
    if (found.holds == Answer::Yes && found.lost) {
      program.frames = *found.lost;
      found = outcome(program, schedule->name, aspect, options_.limit);
    }
    interrupt::poll();
  } catch (const RuntimeError& error) {
    complain_of_run(program, *schedule, options_.file, error.invariant);
    complain("so there is no verdict to keep; --verdict error keeps the error of the run\n");
    return Status::Wrong;
  }
  if (found.holds != Answer::No) {
    complain(options_.file,
             found.holds == Answer::Yes
                 ? fmt::format("schedule {}: {}: nothing to reduce", schedule->name, wording(aspect).holds)
                 : fmt::format("schedule {}: {} is undecided: {}", schedule->name, wording(aspect).key,
                               found.detail.empty() ? "raise the limit with --limit" : found.detail));
    return found.holds == Answer::Yes ? Status::No : Status::Undecided;
  }
  nlohmann::ordered_json document = source->document();
  document["frames"] = program.frames;
  const auto keeps = [&](const char* part) {
    return std::find(options_.keep.begin(), options_.keep.end(), part) != options_.keep.end();
  };
  const Keep keep{keeps("systems"), keeps("schedule"), keeps("location")};
  if (keep.location && found.location.empty()) {
    complain(options_.file, fmt::format("--keep location: {} is not about a location", options_.verdict));
    return Status::Wrong;
  }
  const nlohmann::ordered_json smallest =
      coreecs::shrink(document, schedule->name, aspect, found, options_.limit, keep);
  const std::string text = laid_out(smallest);
  if (NotesInterrupt::noted()) complain(options_.file, "interrupted; there may be a smaller program");
  const Status status = NotesInterrupt::noted() ? Status::Undecided : Status::Yes;
  if (!options_.output) {
    print(text);
    return status;
  }
  if (!write_file(*options_.output, text)) return Status::Wrong;
  print(fmt::format("{}: {}\nreduced to {}\nwritten to {}\n", on_one_line(program.name), size(document), size(smallest),
                    on_one_line(*options_.output)));
  return status;
}

}  // namespace

std::shared_ptr<Command> shrink_command(CommandLine& line) { return std::make_shared<ShrinkCommand>(line); }

}  // namespace coreecs
