#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "interp/base/json/tree.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/interrupt.hpp"
#include "interp/cli/reports.hpp"
#include "interp/cli/searching.hpp"
#include "interp/cli/starts.hpp"
#include "interp/commands/commands.hpp"
#include "interp/language/format/load.hpp"
#include "interp/search/fuzz_report.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

namespace {

/// Whether a file contains an earlier finding about the same program.
bool is_earlier_finding(const std::string& path, const std::string& name) {
  const auto result = load_file(path);
  const Program* program = std::get_if<Program>(&result);
  return program && program->about.rfind("Found by coreecs fuzz ", 0) == 0 && program->name == name;
}

/// FOLDER/PROGRAM.KIND.json, with a number if that is another file.
std::string path_for(const std::string& folder, const std::string& program, const Finding& finding) {
  const std::string start = (std::filesystem::path(folder) / (program + "." + wording(finding.aspect).sought)).string();
  const std::string own_name = finding.program.value("name", "");
  for (int number = 1;; ++number) {
    std::string path = start + (number == 1 ? "" : fmt::format(".{}", number)) + ".json";
    std::error_code unknown;  // if this fails, writing reports it
    if (!std::filesystem::exists(path, unknown) || is_earlier_finding(path, own_name)) return path;
  }
}

// Options --------------------------------------------------------------------------------------------------

/// The named aspects, or the default ones; invariants only if there are any.
std::vector<Aspect> choose_aspects(const std::vector<std::string>& names, bool has_invariants) {
  std::vector<Aspect> find;
  for (std::size_t k = 0; k < std::size(sought); ++k) {
    const bool named = std::find(names.begin(), names.end(), wording(sought[k]).sought) != names.end();
    const bool by_default = k < sought_by_default && (sought[k] != Aspect::Invariant || has_invariants);
    if (named || (names.empty() && by_default)) find.push_back(sought[k]);
  }
  return find;
}

constexpr const char* search_status =
    R"(Exit status: 0 nothing found; 1 something found; 2 the input or the usage is wrong;
3 nothing found, but some states were undecided within the limit, or not all were tried; 4 a bug in coreecs.)";

Status status(const FuzzReport& report) {
  if (!report.found.empty()) return Status::No;
  return report.counts.undecided > 0 || !report.complete ? Status::Undecided : Status::Yes;
}

class FuzzCommand : public Command {
 public:
  explicit FuzzCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;

 private:
  struct Options {
    std::string file;
    std::optional<std::string> schedule;
    StartOptions starts;
    std::optional<std::uint64_t> frames, only;
    std::uint64_t cases = 1000, seed = 1;
    std::size_t limit = 1000;
    std::optional<double> seconds;
    std::string shard = "1/1";
    std::vector<std::string> find;
    std::string output = ".";
    std::optional<std::string> report;
    bool json = false;
  };
  Options options_;
};

FuzzCommand::FuzzCommand(CommandLine& line)
    : Command(line, "Search", "fuzz", "Search for start states from which a schedule goes wrong, and shrink them") {
  footer(search_status);
  program_argument(*this, "FILE", options_.file);
  option_defaults()->group("Settings");
  schedule_option(*this, options_.schedule);
  frames_option(*this, options_.frames);
  words_option(*this, "--find", options_.find,
               "what to look for: not-confluent, unsafe (Definition 4.3), error (the reference run fails), invariant "
               "(one that held at the start fails); default: all of these. Also lost-update, match-order and "
               "shared-state, as check --lost-updates, --any-match-order and --visibility shared report them. The "
               "search ends when it has found one start for each")
      ->check(each_is_member_of(
          {"not-confluent", "unsafe", "error", "invariant", "lost-update", "match-order", "shared-state"}));
  add_option("--limit", options_.limit, "the limit of check, for each state")->check(natural())->capture_default_str();
  option_defaults()->group("Start states");
  CLI::Option* cases =
      add_option("--cases", options_.cases, "number of states to try")->check(natural())->capture_default_str();
  add_option("--seconds", options_.seconds, "stop after this time")->type_name("SECONDS")->check(is_seconds());
  add_option("--seed", options_.seed, "case j of a seed is always the same state")
      ->check(natural())
      ->capture_default_str();
  CLI::Option* shard = add_option("--shard", options_.shard, "try only the K-th of every N cases")
                           ->check(is_shard())
                           ->capture_default_str();
  add_option("--case", options_.only, "try only this case")->check(natural())->excludes(cases, shard);
  options_.starts.add_to(*this);
  option_defaults()->group("Output");
  add_option("-o,--output", options_.output, "write what is found to this folder, a program for each kind")
      ->check(CLI::ExistingDirectory)
      ->capture_default_str();
  writes(add_option("--report", options_.report, "write a report in JSON to this file, for merge-reports"));
  add_flag("--json", options_.json, "print that report instead of text");
}

Status FuzzCommand::run() const {
  const std::optional<Input> source = read_program(line(), options_.file);
  if (!source) return Status::Wrong;
  const auto* schedule = choose_schedule(source->program, options_.file, options_.schedule);
  const auto ranges = options_.starts.ranges_of(source->program);
  const auto assumed = options_.starts.assumed_of(*source, options_.file, true);
  if (!schedule || !ranges || !assumed) return Status::Wrong;

  FuzzReport report{.program = source->program.name,
                    .hash = hash_of(source->text),
                    .search = {},
                    .ranges = {},
                    .settings = source->settings,
                    .shards = {},
                    .complete = true,
                    .counts = {},
                    .found = {}};
  const std::vector<std::string> invariants = watched_invariants(source->program, schedule->name);
  Search& search = report.search;
  search = {.schedule = schedule->name,
            .frames = options_.frames.value_or(source->program.frames),
            .find = choose_aspects(options_.find, !invariants.empty()),
            .entities = options_.starts.entities_of(source->program),
            .ranges = *ranges,
            .invariants = invariants,
            .assumed = *assumed,
            .limit = options_.limit,
            .seed = options_.seed,
            .cases = options_.cases,
            .shard = *read_shard(options_.shard),
            .only = options_.only};
  report.shards = {search.shard.number};
  for (const Range& range : search.ranges) report.ranges.push_back(show(range, source->program.schema));
  std::sort(report.ranges.begin(), report.ranges.end());

  const auto start = std::chrono::steady_clock::now();
  const auto go_on = [&] {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    return !NotesInterrupt::noted() && !(options_.seconds && elapsed.count() >= *options_.seconds);
  };
  Findings findings = coreecs::fuzz(source->document(), search, go_on);
  report.counts = findings.counts;
  report.complete = !findings.interrupted;
  const std::string stem = options_.file == "-" ? "program" : std::filesystem::path(options_.file).stem().string();
  bool written = true;
  for (Finding& finding : findings.found) {
    const std::string path = path_for(options_.output, stem, finding);
    written = write_new_file(path, laid_out(finding.program)) && written;
    const std::string command = options_.file == native_file() ? again_without_file(line().called(), report, finding)
                                                               : again(options_.file, report, finding);
    report.found.push_back({std::move(finding), path, command});
  }
  if (options_.report) written = write_file(*options_.report, laid_out(json(report))) && written;
  print(options_.json ? laid_out(json(report)) : show(report, coloured()));
  return written ? status(report) : Status::Wrong;
}

class MergeCommand : public Command {
 public:
  explicit MergeCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;

 private:
  std::vector<std::string> reports_;
  bool json_ = false;
};

MergeCommand::MergeCommand(CommandLine& line)
    : Command(line, "Search", "merge-reports", "Add up the reports of the shards of a search") {
  footer(search_status);
  reads(add_option("FILE", reports_, "reports that coreecs fuzz --report or coreecs oracle --report wrote"))
      ->required();
  add_flag("--json", json_, "print the sum as one report in JSON");
}

Status MergeCommand::run() const {
  const auto first = read_file(reports_.front());
  if (const auto* text = std::get_if<std::string>(&first))
    for (const Part& part : line().parts())
      for (const ReportKind& kind : part.reports)
        if (kind.is_one(*text)) return kind.merge(line(), reports_, json_);
  const auto sum = sum_of_reports<FuzzReport>(line(), reports_, report_document, read_report,
                                              [](FuzzReport& all, const FuzzReport& one) { return add(all, one); });
  if (!sum) return Status::Wrong;
  const std::vector<std::uint64_t> missing = missing_shards(*sum);
  print_sum(json_ ? laid_out(json(*sum)) : show(*sum, coloured()), missing, json_);
  return missing.empty() || !sum->found.empty() ? status(*sum) : Status::Undecided;
}

}  // namespace

std::shared_ptr<Command> fuzz_command(CommandLine& line) { return std::make_shared<FuzzCommand>(line); }
std::shared_ptr<Command> merge_reports_command(CommandLine& line) { return std::make_shared<MergeCommand>(line); }

}  // namespace coreecs
