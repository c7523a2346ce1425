#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "interp/base/interrupt.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/interrupt.hpp"
#include "interp/cli/searching.hpp"
#include "interp/oracle/commands/commands.hpp"
#include "interp/oracle/commands/sizes.hpp"
#include "interp/oracle/piped.hpp"
#include "interp/oracle/report.hpp"

namespace coreecs {

namespace {

class OracleCommand : public Command {
 public:
  explicit OracleCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;

 private:
  struct Options {
    std::vector<std::string> command, levels;
    std::uint64_t seed = 1, cases = 1'000;
    std::string shard = "1/1";
    std::optional<std::string> shape, only, replay, schedule, output, report, transcript;
    std::optional<double> seconds;
    double deadline = 5;
    SizeOptions sizes;
    std::optional<std::uint64_t> entities;
    bool until_covered = false, json = false;
  };
  /// The report, or nothing after a message that says why.
  [[nodiscard]] std::optional<ConformanceReport> report(Engine& engine) const;
  Options options_;
};

OracleCommand::OracleCommand(CommandLine& line)
    : Command(line, "Engines", "oracle",
              "Drive an engine through random cases, and compare everything it does with the calculus") {
  footer(R"(Exit status: 0 the engine does what the calculus says; 1 it does not; 2 the input or the usage is wrong;
3 not all cases were tried, or the engine supports none of them; 4 a bug in coreecs.
COMMAND is an adapter: specs/reference/oracle-protocol.md says what it is asked to do.)");
  reads(add_option("COMMAND", options_.command, "the command that starts the engine, with its arguments; after --"))
      ->required();
  option_defaults()->group("Cases");
  CLI::Option* cases = add_option("--cases", options_.cases, "how many")->check(natural())->capture_default_str();
  CLI::Option* seed = add_option("--seed", options_.seed, "the seed; the same seed gives the same cases")
                          ->check(natural())
                          ->capture_default_str();
  std::vector<std::string> names;
  for (const NamedShape& shape : shapes) names.emplace_back(shape.name);
  CLI::Option* shape =
      add_option("--shape", options_.shape, "the shape of the cases, as for generate; default: each in turn")
          ->check(CLI::IsMember(names));
  const std::vector<CLI::Option*> sizes = options_.sizes.add_to(*this);
  CLI::Option* entities = add_option("--entities", options_.entities,
                                     "maximum number of entities at the start; default: as the shape has it")
                              ->check(natural())
                              ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{10'000}).description(""));
  CLI::Option* only = add_option("--only", options_.only, "only cases whose schedule is safe, or confluent")
                          ->check(CLI::IsMember({"safe", "confluent"}));
  CLI::Option* shard =
      add_option("--shard", options_.shard, "only the K-th of every N cases")->check(is_shard())->capture_default_str();
  CLI::Option* seconds =
      add_option("--seconds", options_.seconds, "stop after this time")->type_name("SECONDS")->check(is_seconds());
  CLI::Option* until_covered =
      add_flag("--until-covered", options_.until_covered,
               "go on until some case had each construct and each size that is possible, and stop then")
          ->excludes(cases, shard);
  CLI::Option* replay = reads(add_option("--replay", options_.replay, "use this program instead of random cases"))
                            ->type_name("FILE")
                            ->excludes(cases, seed, shape, only, shard, seconds, entities, until_covered);
  for (CLI::Option* size : sizes) replay->excludes(size);
  add_option("--schedule", options_.schedule, "the schedule of that program")->type_name("NAME")->needs(replay);
  option_defaults()->group("Settings");
  std::vector<std::string> level_names;
  for (const NamedLevel& level : levels) level_names.emplace_back(level.name);
  add_option("--level", options_.levels,
             "test only this level of those that the engine supports. May be given more than once")
      ->check(CLI::IsMember(level_names))
      ->allow_extra_args(false);
  add_option("--deadline", options_.deadline,
             "how long an answer may take, except the first after the engine was started")
      ->type_name("SECONDS")
      ->check(is_seconds())
      ->capture_default_str();
  option_defaults()->group("Output");
  writes(
      add_option("-o,--output", options_.output, "write the program in which the engine fails, shrunk, to this file"));
  CLI::Option* report =
      writes(add_option("--report", options_.report, "write what --json prints to this file, for merge-reports"));
  replay->excludes(report);
  writes(add_option("--transcript", options_.transcript,
                    "write each line that is exchanged to this file: < to the engine, > from it"));
  json_option(*this, options_.json);
}

std::optional<ConformanceReport> OracleCommand::report(Engine& engine) const {
  Conformance asked{.seed = options_.seed, .cases = options_.cases};
  asked.shard = *read_shard(options_.shard);
  asked.sizes = options_.sizes.sizes(options_.entities);
  asked.until_covered = options_.until_covered;
  if (options_.until_covered) asked.cases = 1'000'000;
  for (const NamedLevel& level : levels)
    if (std::find(options_.levels.begin(), options_.levels.end(), level.name) != options_.levels.end())
      asked.levels.insert(level.level);
  if (options_.shape)
    asked.shape = *std::find_if(std::begin(shapes), std::end(shapes),
                                [&](const NamedShape& shape) { return shape.name == *options_.shape; });
  if (options_.only) asked.only = *options_.only == "safe" ? Aspect::Safe : Aspect::Confluent;
  const auto start = std::chrono::steady_clock::now();
  asked.go_on = [&] {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    return !NotesInterrupt::noted() && !(options_.seconds && elapsed.count() >= *options_.seconds);
  };
  if (!options_.replay) return conform(engine, asked);
  const std::optional<Input> source = read_program(line(), *options_.replay);
  const NamedSchedule* schedule =
      source ? choose_schedule(source->program, *options_.replay, options_.schedule) : nullptr;
  if (!schedule) return std::nullopt;
  const EngineCase one{
      .id = {}, .program = source->program, .schedule = schedule->name, .frames = source->program.frames};
  return conform(engine, source->document(), one, asked);
}

Status OracleCommand::run() const {
  std::optional<NewFile> transcript;
  PipedEngine::Listen listen;
  if (options_.transcript) {
    transcript.emplace(*options_.transcript);
    listen = [&](std::string_view line, bool from_engine) {
      transcript->write((from_engine ? "> " : "< ") + std::string(line) + "\n");
    };
  }
  PipedEngine engine(options_.command, std::chrono::milliseconds(static_cast<std::int64_t>(options_.deadline * 1000)),
                     listen);
  std::optional<ConformanceReport> found;
  try {
    found = report(engine);
  } catch (const EngineFailure& failure) {
    complain("coreecs", failure.what());
    return Status::Wrong;
  }
  if (!found) return Status::Wrong;
  const bool interrupted = interrupt::take_back();
  print(options_.json ? json(*found) : show(*found));
  if (transcript && !transcript->commit()) return Status::Wrong;
  if (interrupted) complain("coreecs: interrupted\n");
  if (options_.report && !write_file(*options_.report, json(*found))) return Status::Wrong;
  if (found->alarm) {
    if (!options_.output) return Status::No;
    return write_file(*options_.output, found->alarm->program) ? Status::No : Status::Wrong;
  }
  const bool any =
      std::any_of(found->levels.begin(), found->levels.end(), [](const auto& one) { return one.second.yes > 0; });
  return found->complete && any ? Status::Yes : Status::Undecided;
}

}  // namespace

std::shared_ptr<Command> oracle_command(CommandLine& line) { return std::make_shared<OracleCommand>(line); }

}  // namespace coreecs
