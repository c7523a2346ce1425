#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "interp/cli/commands.hpp"
#include "interp/cli/documents.hpp"
#include "interp/cli/interrupt.hpp"
#include "interp/cli/searching.hpp"
#include "interp/cli/starts.hpp"
#include "interp/format/load.hpp"
#include "interp/json/tree.hpp"
#include "interp/oracle/report.hpp"
#include "interp/report/aspect.hpp"
#include "interp/search/again.hpp"
#include "interp/search/fuzz_report.hpp"

namespace coreecs {

namespace {

/// Whether a file is what a search wrote before, about the same program.
bool is_earlier_finding(const std::string& path, const std::string& name) {
  const auto result = load_file(path);
  const Program* program = std::get_if<Program>(&result);
  return program && program->about.rfind("Found by coreecs fuzz ", 0) == 0 && program->name == name;
}

/// FOLDER/PROGRAM.KIND.json, or with a number where that is something else.
std::string path_for(const std::string& folder, const std::string& program, const Finding& finding) {
  const std::string start = (std::filesystem::path(folder) / (program + "." + wording(finding.aspect).sought)).string();
  const std::string own_name = finding.program.value("name", "");
  for (int number = 1;; ++number) {
    std::string path = start + (number == 1 ? "" : fmt::format(".{}", number)) + ".json";
    std::error_code unknown;  // whether there is one: writing to it will tell
    if (!std::filesystem::exists(path, unknown) || is_earlier_finding(path, own_name)) return path;
  }
}

// Options --------------------------------------------------------------------------------------------------

/// Those that are named; else all, but for invariants where there is none to watch.
std::vector<Aspect> choose_aspects(const std::vector<std::string>& names, bool has_invariants) {
  std::vector<Aspect> find;
  for (const Aspect aspect : sought) {
    const bool named = std::find(names.begin(), names.end(), wording(aspect).sought) != names.end();
    if (named || (names.empty() && (aspect != Aspect::Invariant || has_invariants))) find.push_back(aspect);
  }
  return find;
}

constexpr const char* search_status =
    R"(Exit status: 0 nothing was found; 1 something was; 2 the input or the usage is wrong;
3 nothing was found, but some states were undecided within the limit, or not all were tried; 4 a bug of coreecs.)";

Status status(const FuzzReport& report) {
  if (!report.found.empty()) return Status::No;
  return report.counts.undecided > 0 || !report.complete ? Status::Undecided : Status::Yes;
}

class FuzzCommand : public Command {
 public:
  explicit FuzzCommand(CLI::App& app);
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

FuzzCommand::FuzzCommand(CLI::App& app)
    : Command(app, "Search", "fuzz", "Search for start states at which a schedule goes wrong, and shrink them") {
  footer(search_status);
  program_argument(*this, "FILE", options_.file);
  option_defaults()->group("What is looked for");
  schedule_option(*this, options_.schedule);
  frames_option(*this, options_.frames);
  words_option(*this, "--find", options_.find,
               "what to look for: not-confluent, unsafe (Definition 4.3), error (the reference run fails), invariant "
               "(one fails that held at the start); without it all of them. The search ends when it has found one "
               "state for each")
      ->check(each_is_in({"not-confluent", "unsafe", "error", "invariant"}));
  add_option("--limit", options_.limit, "of check, for each state")->check(natural())->capture_default_str();
  option_defaults()->group("Where");
  CLI::Option* cases =
      add_option("--cases", options_.cases, "how many states to try")->check(natural())->capture_default_str();
  add_option("--seconds", options_.seconds, "try no further state after this time")
      ->type_name("SECONDS")
      ->check(is_seconds());
  add_option("--seed", options_.seed, "case j of a seed is always the same state")
      ->check(natural())
      ->capture_default_str();
  CLI::Option* shard = add_option("--shard", options_.shard, "of all cases, try the K-th of every N")
                           ->check(is_shard())
                           ->capture_default_str();
  add_option("--case", options_.only, "try this case only")->check(natural())->excludes(cases, shard);
  options_.starts.add_to(*this);
  option_defaults()->group("What is written");
  add_option("--output", options_.output, "the folder for what is found, one program for each kind")
      ->check(CLI::ExistingDirectory)
      ->capture_default_str();
  writes(add_option("--report", options_.report, "write a report in JSON to this file, for merge-reports"));
  add_flag("--json", options_.json, "print that report instead of text");
}

Status FuzzCommand::run() const {
  const std::optional<Input> source = read_program(options_.file);
  if (!source) return Status::Wrong;
  const auto* schedule = choose_schedule(source->program, options_.file, options_.schedule);
  const auto ranges = options_.starts.ranges_of(source->program);
  const auto assumed = options_.starts.assumed_of(*source, options_.file, true);
  if (!schedule || !ranges || !assumed) return Status::Wrong;

  FuzzReport report{.program = source->program.name,
                    .hash = hash_of(source->text),
                    .search = {},
                    .ranges = {},
                    .settings = settings(),
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
    const std::string command = again(options_.file, report, finding);
    report.found.push_back({std::move(finding), path, command});
  }
  if (options_.report) written = write_file(*options_.report, laid_out(json(report))) && written;
  print(options_.json ? laid_out(json(report)) : show(report, coloured()));
  return written ? status(report) : Status::Wrong;
}

class MergeCommand : public Command {
 public:
  explicit MergeCommand(CLI::App& app);
  [[nodiscard]] Status run() const override;

 private:
  std::vector<std::string> reports_;
  bool json_ = false;
};

MergeCommand::MergeCommand(CLI::App& app)
    : Command(app, "Search", "merge-reports", "Add up the reports of the shards of one search") {
  footer(search_status);
  reads(add_option("FILE", reports_, "reports of coreecs fuzz --report, or of coreecs oracle --report"))->required();
  add_flag("--json", json_, "print the sum as one report in JSON");
}

/// Adds up the reports in files, which `read` reads, as parts of one search; nothing when it has been said what is
/// wrong.
template <class Report, class Read, class Add>
std::optional<Report> sum_of(const std::vector<std::string>& files, Read read, Add add) {
  std::optional<Report> sum;
  bool wrong = false;
  for (const std::string& file : files) {
    std::vector<Problem> problems;
    const auto text = read_file(file);
    if (const Problem* unreadable = std::get_if<Problem>(&text)) {
      problems = {*unreadable};
    } else {
      auto result = read(std::get<std::string>(text));
      if (Report* report = std::get_if<Report>(&result)) {
        if (sum)
          problems = add(*sum, *report);
        else
          sum = std::move(*report);
      } else if (is_another_document(file, std::get<std::string>(text), DocumentKind::Report)) {
        wrong = true;
      } else {
        problems = std::get<std::vector<Problem>>(std::move(result));
      }
    }
    for (const Problem& problem : problems) complain(show(file, problem) + "\n");
    wrong = wrong || !problems.empty();
  }
  return wrong ? std::nullopt : std::move(sum);
}

Status MergeCommand::run() const {
  const auto print_sum = [&](const std::string& as_json, const std::string& shown,
                             const std::vector<std::uint64_t>& missing) {
    print(json_ ? as_json : shown);
    if (!missing.empty() && !json_) print(fmt::format("\nshards that are missing: {}\n", fmt::join(missing, ", ")));
  };
  const auto first = read_file(reports_.front());
  if (const auto* text = std::get_if<std::string>(&first); text && is_conformance_report(*text)) {
    using Tree = nlohmann::ordered_json;
    const auto sum = sum_of<Tree>(reports_, read_conformance_report, add_conformance);
    if (!sum) return Status::Wrong;
    const std::vector<std::uint64_t> missing = missing_shards(*sum);
    print_sum(laid_out(*sum), show_conformance(*sum), missing);
    if (!(*sum)["alarm"].is_null()) return Status::No;
    return missing.empty() && (*sum)["complete"] == true ? Status::Yes : Status::Undecided;
  }
  const auto sum =
      sum_of<FuzzReport>(reports_, read_report, [](FuzzReport& all, const FuzzReport& one) { return add(all, one); });
  if (!sum) return Status::Wrong;
  const std::vector<std::uint64_t> missing = missing_shards(*sum);
  print_sum(laid_out(json(*sum)), show(*sum, coloured()), missing);
  return missing.empty() || !sum->found.empty() ? status(*sum) : Status::Undecided;
}

}  // namespace

std::shared_ptr<Command> fuzz_command(CLI::App& app) { return std::make_shared<FuzzCommand>(app); }
std::shared_ptr<Command> merge_reports_command(CLI::App& app) { return std::make_shared<MergeCommand>(app); }

}  // namespace coreecs
