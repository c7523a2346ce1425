#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "interp/base/interrupt.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/interrupt.hpp"
#include "interp/cli/junit.hpp"
#include "interp/cli/sarif.hpp"
#include "interp/cli/searching.hpp"
#include "interp/cli/starts.hpp"
#include "interp/oracle/commands/commands.hpp"
#include "interp/oracle/commands/given.hpp"
#include "interp/oracle/commands/sizes.hpp"
#include "interp/oracle/failure_shape.hpp"
#include "interp/oracle/piped.hpp"
#include "interp/oracle/report.hpp"
#include "interp/oracle/tell.hpp"
#include "interp/search/starts.hpp"

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
    std::optional<std::string> shape, only, program, replay, schedule, known;
    std::optional<std::string> output, report, junit, sarif, transcript;
    std::optional<double> seconds;
    SizeOptions sizes;
    StartOptions starts;
    double deadline = 5;
    bool until_covered = false, keep_going = false, json = false;
  };
  /// Those for the cases.
  void add_cases();
  void add_output(CLI::Option* report_of);
  /// The settings of the search, or nothing after a message that says why.
  [[nodiscard]] std::optional<Conformance> asked() const;
  /// The report, likewise.
  [[nodiscard]] std::optional<ConformanceReport> report(const MakeEngine&) const;
  [[nodiscard]] std::optional<ConformanceReport> from_random_starts(const MakeEngine&, Conformance&&) const;
  /// Whether all files are written.
  [[nodiscard]] bool write_files(const ConformanceReport&) const;

  Options options_;
  CLI::Option *replay_ = nullptr, *output_ = nullptr;
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
  add_cases();
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
  CLI::Option* keep_going =
      add_flag("--keep-going", options_.keep_going, "go on after a failure; failures of one shape are counted");
  CLI::Option* known = reads(add_option("--known", options_.known,
                                        "failures that are known, by shape: these are counted, and do not fail"))
                           ->type_name("FILE");
  for (const CLI::Option* goes_on : {keep_going, known})  // each failure is shrunk, which takes seconds
    only_with(goes_on, {{get_option("--cases")}, {get_option("--seconds")}, {replay_}});
  option_defaults()->group("Output");
  output_ = writes(add_option("-o,--output", options_.output,
                              "write the program in which the engine fails, shrunk, to this file; of further ones, to "
                              "files with numbers"));
  CLI::Option* report =
      writes(add_option("--report", options_.report, "write what --json prints to this file, for merge-reports"));
  replay_->excludes(report);
  writes(add_option("--junit", options_.junit, "write a JUnit test report to this file"));
  CLI::Option* sarif = writes(add_option("--sarif", options_.sarif, "write a code-scanning report to this file"));
  only_with(sarif, {{output_}, {replay_}});
  writes(add_option("--transcript", options_.transcript,
                    "write each line that is exchanged to this file: < to the engine, > from it"));
  json_option(*this, options_.json);
}

void OracleCommand::add_cases() {
  CLI::Option* cases = add_option("--cases", options_.cases, "how many")->check(natural())->capture_default_str();
  CLI::Option* seed = add_option("--seed", options_.seed, "the seed; the same seed gives the same cases")
                          ->check(natural())
                          ->capture_default_str();
  std::vector<std::string> names;
  for (const NamedShape& shape : shapes) names.emplace_back(shape.name);
  CLI::Option* shape =
      add_option("--shape", options_.shape, "the shape of the cases, as for generate; default: each in turn")
          ->check(CLI::IsMember(names));
  std::vector<CLI::Option*> of_random = options_.sizes.add_to(*this);
  CLI::Option* frames = of_random.back();
  of_random.pop_back();
  CLI::Option* only = add_option("--only", options_.only, "only cases whose schedule is safe, or confluent")
                          ->check(CLI::IsMember({"safe", "confluent"}));
  CLI::Option* shard =
      add_option("--shard", options_.shard, "only the K-th of every N cases")->check(is_shard())->capture_default_str();
  CLI::Option* until_covered =
      add_flag("--until-covered", options_.until_covered,
               "go on until some case had each construct and each size that is possible, and stop then")
          ->excludes(cases, shard);
  CLI::Option* seconds =
      add_option("--seconds", options_.seconds, "stop after this time")->type_name("SECONDS")->check(is_seconds());
  CLI::Option* program = reads(add_option("--program", options_.program, "cases of this program, from random starts"))
                             ->type_name("FILE")
                             ->excludes(shape, until_covered);
  replay_ = reads(add_option("--replay", options_.replay,
                             "use this program instead of random cases, or a folder of programs; one per line in a "
                             "file of several, which one engine is driven through"))
                ->type_name("PATH")
                ->excludes(cases, seed, shape, only, shard, seconds, until_covered, program, frames);
  for (CLI::Option* size : of_random) {
    program->excludes(size);
    replay_->excludes(size);
  }
  add_option("--schedule", options_.schedule, "the schedule of that program")->type_name("NAME");
  only_with(get_option("--schedule"), {{program}, {replay_}});
  option_defaults()->group("Start states");
  options_.starts.add_to(*this);
  replay_->excludes(get_option("--entities"));
  for (const char* of_program : {"--range", "--assume"}) get_option(of_program)->needs(program);
}

std::optional<Conformance> OracleCommand::asked() const {
  Conformance asked{.seed = options_.seed, .cases = options_.until_covered ? 1'000'000 : options_.cases};
  asked.shard = *read_shard(options_.shard);
  asked.sizes = options_.sizes.sizes(options_.starts.entities);
  asked.until_covered = options_.until_covered;
  asked.keep_going = options_.keep_going;
  for (const NamedLevel& level : levels)
    if (std::find(options_.levels.begin(), options_.levels.end(), level.name) != options_.levels.end())
      asked.levels.insert(level.level);
  if (options_.shape)
    asked.shape = *std::find_if(std::begin(shapes), std::end(shapes),
                                [&](const NamedShape& shape) { return shape.name == *options_.shape; });
  if (options_.only) asked.only = *options_.only == "safe" ? Aspect::Safe : Aspect::Confluent;
  const auto start = std::chrono::steady_clock::now();
  asked.go_on = [start, seconds = options_.seconds] {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    return !NotesInterrupt::noted() && !(seconds && elapsed.count() >= *seconds);
  };
  if (!options_.known) return asked;
  const std::optional<std::string> text = read_text(line(), *options_.known);
  if (!text) return std::nullopt;
  auto known = read_known(*text);
  if (const auto* problems = std::get_if<std::vector<Problem>>(&known)) {
    for (const Problem& problem : *problems) complain(show(*options_.known, problem) + "\n");
    return std::nullopt;
  }
  asked.known = std::get<0>(std::move(known));
  return asked;
}

std::optional<ConformanceReport> OracleCommand::report(const MakeEngine& make) const {
  std::optional<Conformance> asked = this->asked();
  if (!asked) return std::nullopt;
  if (options_.program) return from_random_starts(make, *std::move(asked));
  if (!options_.replay) return conform(make, *asked);
  const auto given = read_given(line(), *options_.replay, options_.schedule);
  return given ? std::optional(conform(make, *given, *asked)) : std::nullopt;
}

std::optional<ConformanceReport> OracleCommand::from_random_starts(const MakeEngine& make, Conformance&& asked) const {
  const std::optional<Input> source = read_program(line(), *options_.program);
  if (!source) return std::nullopt;
  const auto* schedule = choose_schedule(source->program, *options_.program, options_.schedule);
  const auto ranges = options_.starts.ranges_of(source->program);
  const auto assumed = options_.starts.assumed_of(*source, *options_.program, false);
  if (!assumed || !schedule || !ranges) return std::nullopt;
  const Starts starts(with_one_schedule(source->document(), schedule->name),
                      options_.sizes.frames.value_or(source->program.frames),
                      options_.starts.entities_of(source->program), *ranges, true);
  return conform(make, starts, {schedule->name, *assumed, asked.only, asked.limit}, asked);
}

/// The failures as tests; and each level, or each program, without one.
std::vector<TestResult> test_results(const ConformanceReport& report) {
  std::vector<TestResult> all;
  std::set<Level> failed;
  for (const Alarm& alarm : report.alarms) {
    failed.insert(alarm.level);
    const std::string why = reason_of(alarm.driven.judgement, alarm.loaded.schema);
    all.push_back({name(alarm.level), fmt::format("{}: {}", alarm.name, alarm.shape),
                   alarm.known ? TestResult::Kind::Skipped : TestResult::Kind::Failure,
                   alarm.known ? "known: " + *alarm.known : why, alarm.known ? "" : alarm.program});
  }
  for (const auto& [level, tally] : report.levels)
    if (!failed.contains(level))
      all.push_back({name(level), fmt::format("{} yes, {} outside", tally.yes, tally.outside),
                     tally.yes > 0 ? TestResult::Kind::Passed : TestResult::Kind::Skipped,
                     tally.yes > 0 ? "" : "no case was performed"});
  return all;
}

/// The file for the k-th program: small.json, small.2.json, small.3.json, ...
std::string numbered(const std::string& file, std::size_t k) {
  if (k == 0) return file;
  const std::filesystem::path path(file);
  return (path.parent_path() / fmt::format("{}.{}{}", path.stem().string(), k + 1, path.extension().string())).string();
}

bool OracleCommand::write_files(const ConformanceReport& found) const {
  if (options_.report && !write_file(*options_.report, json(found))) return false;
  std::vector<CodeResult> results;
  std::size_t written = 0;
  for (const Alarm& alarm : found.alarms) {
    std::string file = alarm.name;
    if (options_.output && !alarm.known) {
      file = numbered(*options_.output, written++);
      const std::string text = as_given(alarm);
      if (!(written == 1 ? write_file(file, text) : write_new_file(file, text))) return false;
    }
    results.push_back({"deviates", alarm.known ? Severity::Note : Severity::Error,
                       fmt::format("{}: {} ({})", coreecs::name(alarm.level),
                                   reason_of(alarm.driven.judgement, alarm.loaded.schema), alarm.shape),
                       options_.replay && !options_.output ? *options_.replay : file});
  }
  if (options_.junit && !write_file(*options_.junit, junit("coreecs oracle", test_results(found)))) return false;
  return !options_.sarif ||
         write_file(*options_.sarif,
                    sarif(results, {{"deviates", "The engine does something else than the calculus"}}) + "\n");
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
  const std::chrono::milliseconds deadline(static_cast<std::int64_t>(options_.deadline * 1000));
  std::optional<ConformanceReport> found;
  try {
    found = report([&] { return std::make_unique<PipedEngine>(options_.command, deadline, listen); });
  } catch (const EngineFailure& failure) {
    const std::string_view what = failure.what();
    complain("coreecs", std::string(what.substr(0, what.find('\n'))));
    for (std::size_t end = what.find('\n'); end < what.size();) {  // what the engine said
      const std::size_t start = end + 1;
      end = what.find('\n', start);
      if (start < what.size()) complain("  " + on_one_line(what.substr(start, end - start)) + "\n");
    }
    return Status::Wrong;
  }
  if (!found) return Status::Wrong;
  const bool interrupted = interrupt::take_back();
  print(options_.json ? json(*found) : show(*found));
  if (transcript && !transcript->commit()) return Status::Wrong;
  if (interrupted) complain("coreecs: interrupted\n");
  if (!write_files(*found)) return Status::Wrong;
  if (found->alarm()) return Status::No;
  const bool any = !found->alarms.empty() || std::any_of(found->levels.begin(), found->levels.end(),
                                                         [](const auto& one) { return one.second.yes > 0; });
  return found->complete && any ? Status::Yes : Status::Undecided;
}

}  // namespace

std::shared_ptr<Command> oracle_command(CommandLine& line) { return std::make_shared<OracleCommand>(line); }

}  // namespace coreecs
