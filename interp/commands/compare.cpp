#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "interp/cli/command.hpp"
#include "interp/cli/interrupt.hpp"
#include "interp/cli/programs.hpp"
#include "interp/cli/searching.hpp"
#include "interp/cli/starts.hpp"
#include "interp/commands/commands.hpp"
#include "interp/language/format/load.hpp"
#include "interp/search/compare_report.hpp"
#include "interp/views/report/answer.hpp"

namespace coreecs {

namespace {

class CompareCommand : public Command {
 public:
  explicit CompareCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;

 private:
  [[nodiscard]] Status at_the_start(const Input& source, const NamedSchedule& first, const NamedSchedule& other) const;
  [[nodiscard]] Status at_many_starts(const Input& source, CompareSearch search) const;

  std::string file_, other_;
  std::optional<std::string> schedule_;
  std::optional<std::uint64_t> frames_;
  std::optional<std::size_t> limit_;
  bool fuzz_ = false, json_ = false;
  StartOptions starts_;
  std::uint64_t cases_ = 1000, seed_ = 1;
  std::optional<double> seconds_;
  std::string output_ = ".";
};

CompareCommand::CompareCommand(CommandLine& line)
    : Command(line, "Run and check", "compare",
              "Say whether two schedules reach the same state after each frame, from the program's start or from many "
              "random ones") {
  program_argument(*this, "FILE", file_);
  option_defaults()->group("Settings");
  schedule_option(*this, schedule_)
      ->description("the baseline: its reference run is the expected result; default: the only schedule, or main");
  add_option("--with", other_,
             "the schedule under test: every run of it must reach the state of the baseline after each frame")
      ->required()
      ->type_name("NAME");
  frames_option(*this, frames_);
  add_option(
      "--limit", limit_,
      "give up after N configurations of the schedule under test; default: 100000, and 1000 for each start of --fuzz")
      ->check(natural());
  CLI::Option* fuzz =
      add_flag("--fuzz", fuzz_, "compare from random starts; shrink and show the first start from which they differ");
  option_defaults()->group("Start states");
  CLI::Option* cases =
      add_option("--cases", cases_, "number of starts to try")->check(natural())->capture_default_str();
  CLI::Option* seconds =
      add_option("--seconds", seconds_, "stop after this time")->type_name("SECONDS")->check(is_seconds());
  CLI::Option* seed = add_option("--seed", seed_, "case j of a seed is always the same start, and the same as in fuzz")
                          ->check(natural())
                          ->capture_default_str();
  starts_.add_to(*this);
  option_defaults()->group("Output");
  CLI::Option* output = add_option("-o,--output", output_, "write the start that is found to this folder, as a program")
                            ->check(CLI::ExistingDirectory)
                            ->capture_default_str();
  json_option(*this, json_);
  for (CLI::Option* option :
       {cases, seconds, seed, get_option("--entities"), get_option("--range"), get_option("--assume"), output})
    option->needs(fuzz);
}

Status CompareCommand::at_the_start(const Input& source, const NamedSchedule& first, const NamedSchedule& other) const {
  const Program& program = source.program;
  const std::uint64_t frames = frames_.value_or(program.frames);
  if (!can_look_at(file_, other, frames)) return Status::Undecided;
  Execution reference(program, first);
  try {
    const Comparison comparison = compare(program, first, other, frames, limit_.value_or(100'000), reference);
    interrupt::take_back();
    const Notation notation{program.schema, reference.names()};
    print(json_ ? json(comparison, first.name, other.name, notation)
                : show(comparison, program, first.name, other.name, notation, coloured()));
    if (NotesInterrupt::noted()) complain(file_, "interrupted");
    return status_of(comparison.in_every_frame());
  } catch (const RuntimeError& error) {
    Execution of_other(program, other);
    std::optional<RuntimeError> fails;
    try {
      fails = failure(of_other, frames);
    } catch (...) {  // interrupted, or too large: prints the first failure
      complain(show(file_, error, reference.names()));
      throw;
    }
    std::optional<Failing> other_failing;
    if (fails) other_failing.emplace(Failing{*fails, of_other.names()});
    const Failing first_failing{error, reference.names()};
    complain(show(first_failing, other_failing, file_, other.name));
    if (json_) print(json(first_failing, other_failing, other.name, frames));
    return Status::Wrong;
  }
}

/// Shows how they differ from a start that the search found.
void show_found(const std::string& text, const CompareSearch& search) {
  const Program program = std::get<Program>(load(text));
  const NamedSchedule &first = *find_schedule(program, search.first), &other = *find_schedule(program, search.other);
  Execution reference(program, first);
  const Comparison comparison = compare(program, first, other, program.frames, search.limit, reference);
  print("\n" + show(comparison, program, first.name, other.name, {program.schema, reference.names()}, coloured()));
}

Status CompareCommand::at_many_starts(const Input& source, CompareSearch search) const {
  const auto ranges = starts_.ranges_of(source.program);
  const auto assumed = starts_.assumed_of(source, file_, true);
  if (!ranges || !assumed) return Status::Wrong;
  search.entities = starts_.entities_of(source.program);
  search.ranges = *ranges;
  search.assumed = *assumed;
  const auto begin = std::chrono::steady_clock::now();
  const auto go_on = [&] {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    return !NotesInterrupt::noted() && !(seconds_ && elapsed.count() >= *seconds_);
  };
  const ComparedStarts compared = compare_starts(source.document(), search, go_on);
  std::optional<std::string> path;
  if (compared.found) {
    const std::string stem = file_ == "-" ? "program" : std::filesystem::path(file_).stem().string();
    path = (std::filesystem::path(output_) / (stem + ".compare.json")).string();
    if (!write_new_file(*path, compared.found->program)) return Status::Wrong;
  }
  print(json_ ? json(compared, search, path) : show(compared, search, path, coloured()));
  if (compared.found && !json_) show_found(compared.found->program, search);
  if (compared.found) return Status::No;
  return compared.undecided > 0 || compared.interrupted ? Status::Undecided : Status::Yes;
}

Status CompareCommand::run() const {
  const std::optional<Input> source = read_program(line(), file_);
  if (!source) return Status::Wrong;
  const auto* first = choose_schedule(source->program, file_, schedule_);
  const auto* other = choose_schedule(source->program, file_, other_);
  if (!first || !other) return Status::Wrong;
  return ended(file_, [&] {
    if (!fuzz_) return at_the_start(*source, *first, *other);
    return at_many_starts(*source, {.first = first->name,
                                    .other = other->name,
                                    .frames = frames_.value_or(source->program.frames),
                                    .limit = limit_.value_or(1000),
                                    .seed = seed_,
                                    .cases = cases_});
  });
}

}  // namespace

std::shared_ptr<Command> compare_command(CommandLine& line) { return std::make_shared<CompareCommand>(line); }

}  // namespace coreecs
