#include "interp/cli/cli.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "interp/cli/certificate.hpp"
#include "interp/cli/fuzz.hpp"
#include "interp/cli/orders.hpp"
#include "interp/cli/replay.hpp"
#include "interp/cli/run.hpp"
#include "interp/cli/shrink.hpp"
#include "interp/cli/trace.hpp"
#include "interp/decide/match_order.hpp"
#include "interp/decide/shared.hpp"
#include "interp/decide/static_report.hpp"
#include "interp/decide/suggest.hpp"
#include "interp/json/tree.hpp"
#include "interp/notation/mentioned.hpp"
#include "interp/notation/notation.hpp"
#include "interp/notation/show.hpp"
#include "interp/report/match_order.hpp"
#include "interp/report/report.hpp"
#include "interp/report/shared.hpp"
#include "interp/report/static_report.hpp"
#include "interp/report/suggest.hpp"
#include "interp/run/execution.hpp"
#include "interp/search/expect.hpp"

namespace coreecs {

namespace {

struct Options {
  std::vector<std::string> files;
  std::optional<std::string> schedule;
  std::optional<std::uint64_t> frames;
  std::optional<std::string> folder;
  RunOptions run;
  std::size_t limit = 100'000;
  std::optional<std::string> certificate;
  bool json = false;
  bool on_every_state = false;
  bool suggest = false;
  bool any_match_order = false;
  std::string visibility = "snapshot";
};

Status status_of(Answer answer) {
  return answer == Answer::Unknown ? Status::Undecided : answer == Answer::Yes ? Status::Yes : Status::No;
}

Status check_on_every_state(const Program& program, const NamedSchedule& schedule, bool as_json) {
  const StaticReport report = static_report(program, schedule.z);
  print(as_json ? json(report, program, schedule) : show(report, program, schedule, coloured()));
  return report.safe() ? Status::Yes : Status::No;
}

Status check_shared(const Program& program, const NamedSchedule& schedule, Execution& reference,
                    const Options& options) {
  const SharedVerdict verdict = check_shared(program, schedule, options.limit, reference);
  if (verdict.witness) name_others({&verdict.witness->first.run, &verdict.witness->second.run}, reference.names());
  const Notation notation{program.schema, reference.names()};
  print(options.json ? json(verdict, notation) : show(verdict, on_one_line(program.name), notation, coloured()));
  return status_of(verdict.confluent);
}

Status check_snapshot(const Input& source, const std::string& file, const NamedSchedule& schedule, std::uint64_t frames,
                      const Options& options) {
  const Program& program = source.program;
  const Verdict verdict = check(program, schedule, frames, options.limit);
  Names all = names(program, verdict);
  const Notation notation{program.schema, all};
  Tokens tokens(options.folder);
  const Replays tokens_of_witness = replays(verdict, program, schedule.z, tokens);
  std::optional<MatchOrderVerdict> orders;
  if (options.any_match_order) {
    orders = match_order(program, schedule.z, frames, options.limit, verdict.of->env);
    if (orders->witness) name_others(*orders->witness, all);
  }
  std::optional<Suggestions> suggestions;
  nlohmann::ordered_json document;  // in which they have their places
  if (options.suggest && verdict.confluent() != Answer::Yes) {
    suggestions = suggest(program, schedule, verdict, options.limit);
    document = read_tree(source.text);
  }
  std::string out;
  if (options.json) {
    JsonWriter writer(out);
    writer.wide_object([&] {
      json(writer, verdict, notation, tokens_of_witness);
      if (orders) json(writer.line(2).key("match_order"), *orders, notation);
      if (options.suggest)
        json(writer.line(2).key("suggestions"), suggestions.value_or(Suggestions()), schedule, document);
    });
    out += "\n";
  } else {
    out = show(verdict, program, notation, coloured(), tokens_of_witness);
    if (orders) out += "\n" + show(*orders, notation, coloured());
    if (suggestions) out += "\n" + show(*suggestions, schedule, document);
  }
  if (options.certificate != "-") print(out);
  if (options.certificate && !write_certificate(*options.certificate, program, file, schedule, verdict, all))
    return Status::Wrong;
  const Status independent = orders ? status_of(orders->independent) : Status::Yes;
  return tokens.status(worse(status_of(verdict.confluent()), independent));
}

Status check(const Input& source, const std::string& file, const Options& options) {
  const Program& program = source.program;
  const auto* schedule = choose_schedule(program, file, options.schedule);
  if (!schedule) return Status::Wrong;
  if (options.on_every_state) return check_on_every_state(program, *schedule, options.json);
  const std::uint64_t frames = options.frames.value_or(program.frames);
  constexpr std::uint64_t most = 10'000'000;  // leaves, of some 200 bytes
  if (frames > most / schedule->z.leaves()) {
    complain(fmt::format("{}: undecided: {} of {} are too many to look at\n", file, plural(frames, "frame"),
                         plural(schedule->z.leaves(), "system")));
    return Status::Undecided;
  }
  Execution reference(program, *schedule);
  try {
    while (reference.frame() < frames) reference.advance();
  } catch (const RuntimeError& error) {
    complain(show(file, error, reference.names()));
    return Status::Wrong;
  }
  return options.visibility == "shared" ? check_shared(program, *schedule, reference, options)
                                        : check_snapshot(source, file, *schedule, frames, options);
}

Status show(const Program& program, const std::string& file, const Options& options) {
  if (options.schedule && !choose_schedule(program, file, options.schedule)) return Status::Wrong;
  print(show(program, options.schedule));
  return Status::Yes;
}

struct Tally {
  std::size_t passed = 0, failed = 0;
};

Status test(const Program& program, const std::string& file, const Options& options, Tally& tally) {
  if (options.schedule && !choose_schedule(program, file, options.schedule)) return Status::Wrong;
  Status status = Status::Yes;
  for (const Expectation& expected : program.expectations) {
    if (options.schedule && expected.schedule != *options.schedule) continue;
    const std::vector<std::string> found = differences(program, expected, options.limit);
    ++(found.empty() ? tally.passed : tally.failed);
    if (found.empty()) continue;
    status = Status::No;
    print(fmt::format("{}: schedule {} is not as expected:\n", file, expected.schedule));
    for (const std::string& difference : found) print("    " + difference + "\n");
  }
  return status;
}

constexpr const char* about =
    R"(An executable reference for Core ECS, a calculus of Entity-Component-System programs.

  coreecs run examples/toy_physics.json             every frame's state
  coreecs run world.json --frames 10 --by entity    ten frames, entity by entity
  coreecs check examples/toy_physics.json           is the schedule deterministic? why, or why not?
  coreecs check world.json --schedule fast --json   the same for programs to read
  coreecs check world.json --certificate c.json     and a proof of the verdicts
  coreecs verify-certificate world.json c.json      is it one?
  coreecs run world.json --replay r1.CeX7uR...      one of the runs that check shows, performed again
  coreecs run world.json --executor threads         the same on all processors
  coreecs run world.json --executor threads --repeat 1000   do they always end alike?
  coreecs run world.json --executor threads --trace t.json   which thread did what, and when
  coreecs check-trace world.json t.json             is that order a linearization, with these observations?
  coreecs linearizations world.json --sample 5      how many orders are there? five at random, and where they end
  coreecs check world.json --static                 what of it is safe on every state?
  coreecs check world.json --visibility shared      and where engines share their state?
  coreecs check world.json --suggest                what change of the schedule mends it?
  coreecs show examples/toy_physics.json            the program in the paper's notation
  coreecs test examples/*.json                      do programs do what they say they expect?
  coreecs fuzz examples/toy_physics.json            is there a start at which it goes wrong? the smallest one?
  coreecs shrink world.json                         the smallest program that fails like this one
)";

constexpr const char* exit_status =
    R"(FILE may be - for standard input. Colours only on a terminal, and not where NO_COLOR is set.
Exit status: 0 yes, or done; 1 no: the verdict, an invariant or an expectation failed;
2 the input or the usage is wrong, or the program failed while running; 3 undecided within the limit, or interrupted;
4 a bug of coreecs.)";

/// `help` is --help, and `help COMMAND` is COMMAND --help.
std::vector<std::string> help_of(const std::vector<std::string>& words) {
  return words.size() == 1 ? std::vector<std::string>{"--help"} : std::vector<std::string>{words[1], "--help"};
}

/// Where it is neither, it is said which commands there are, and which is the nearest.
bool is_command_or_option(const std::string& word, const CLI::App& app) {
  if (word.rfind('-', 0) == 0) return true;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), word) != names.end()) return true;
  Problems problems;
  problems.report_unknown({}, "command", word, {names.begin(), names.end()});
  for (const Problem& problem : std::move(problems).in_order())
    complain("coreecs: " + problem.message + "\ncoreecs --help says what each command does\n");
  return false;
}

}  // namespace

int command_line(int argc, const char* const* argv) {
  Options options;
  CLI::App app(about, "coreecs");
  app.footer(exit_status);
  app.set_version_flag("--version", "coreecs " COREECS_VERSION);
  app.require_subcommand(1);
  const auto command = [&](const char* name, const char* description) {
    CLI::App* sub = app.add_subcommand(name, description);
    sub->add_option("FILE", options.files, "programs in JSON, or - for standard input")->required();
    sub->add_option("--schedule", options.schedule, "the schedule; without it the only one, or the one named main");
    sub->footer(exit_status);
    return sub;
  };
  const auto frames = [&](CLI::App* sub) {
    sub->add_option("--frames", options.frames, "how often the schedule is applied; without it as the program says")
        ->check(natural());
    sub->add_flag("--json", options.json, "print one JSON document, for one FILE");
  };
  const auto limit = [&](CLI::App* sub) {
    sub->add_option("--limit", options.limit,
                    "how many configurations of a run are looked at where no shorter argument decides; "
                    "fewer where the program is large")
        ->check(natural())
        ->capture_default_str();
  };
  CLI::App* run_command =
      command("run", "Run a program frame by frame and print every frame's state; say which invariants fail");
  frames(run_command);
  add_run_options(run_command, options.run);
  CLI::App* check_command = command(
      "check", "Say whether a schedule is safe, deterministic, confluent, and why; the status is that of confluent");
  frames(check_command);
  limit(check_command);
  std::vector<CLI::Option*> of_the_calculus{
      check_command->add_option("--certificate", options.certificate,
                                "write a certificate for the verdicts to this file, for verify-certificate; - prints "
                                "it instead of the verdicts"),
      save_replays_option(check_command, options.folder),
      check_command->add_flag("--static", options.on_every_state,
                              "ask instead what is safe on every state, for each conc and each ∥, and why"),
      check_command->add_flag("--any-match-order", options.any_match_order,
                              "ask also whether the result depends on the order in which each seq visits its matches; "
                              "the status is that of both answers"),
      check_command->add_flag("--suggest", options.suggest,
                              "where it is not confluent: which edit of the schedule, or which two, make it so")};
  CLI::Option* visibility =
      check_command
          ->add_option("--visibility", options.visibility,
                       "shared: ask instead whether all executions end alike that share one state and observe it as it "
                       "is, as those of run --executor threads --visibility shared")
          ->check(CLI::IsMember({"snapshot", "shared"}))
          ->capture_default_str();
  for (CLI::Option* option : of_the_calculus) visibility->excludes(option);
  for (const char* option :
       {"--certificate", "--save-replays", "--any-match-order", "--suggest", "--frames", "--limit"})
    check_command->get_option("--static")->excludes(check_command->get_option(option));
  CLI::App* show_command = command("show", "Print a program in the paper's notation, with the effects of its systems");
  CLI::App* test_command = command("test", "Compare what programs do with what they expect");
  limit(test_command);
  FuzzCommands fuzz_commands(app);
  const VerifyCommand verify_command(app, exit_status);
  const OrdersCommand orders_command(app, exit_status);
  const ShrinkCommand shrink_command(app, exit_status);
  const TraceCommand trace_command(app, exit_status);

  try {
    std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    if (!words.empty() && words.front() == "help") words = help_of(words);
    if (!words.empty() && !is_command_or_option(words.front(), app)) return static_cast<int>(Status::Wrong);
    std::reverse(words.begin(), words.end());  // as CLI11 takes them
    app.parse(std::move(words));
  } catch (const CLI::Success& help) {
    const int status = app.exit(help);
    flush();
    return status;
  } catch (const CLI::ParseError& error) {
    app.exit(error);
    return static_cast<int>(Status::Wrong);
  }
  options.run.schedule = options.schedule;
  options.run.frames = options.frames;
  options.run.json = options.json;
  if ((options.json || options.folder || options.run.folder || options.run.trace) && options.files.size() > 1) {
    complain(options.json        ? "coreecs: --json prints one document, so it takes one FILE\n"
             : options.run.trace ? "coreecs: --trace writes one trace, so it takes one FILE\n"
                                 : "coreecs: --save-replays writes the tokens of one program, so it takes one FILE\n");
    return static_cast<int>(Status::Wrong);
  }

  if (options.certificate && options.files.size() > 1) {
    complain("coreecs: --certificate writes one document, so it takes one FILE\n");
    return static_cast<int>(Status::Wrong);
  }
  if (options.certificate == "-" && (options.json || options.suggest || options.any_match_order)) {
    complain("coreecs: --certificate - prints the certificate and nothing else; write it to a file to use it with " +
             std::string(options.json      ? "--json"
                         : options.suggest ? "--suggest"
                                           : "--any-match-order") +
             "\n");
    return static_cast<int>(Status::Wrong);
  }

  Status status = Status::Yes;
  for (const auto& done :
       {fuzz_commands.run(), verify_command.run(), orders_command.run(), shrink_command.run(), trace_command.run()})
    status = done.value_or(status);
  Tally tally;
  for (const std::string& file : options.files) {
    const std::optional<Input> source = read_program(file);
    const Program* program = source ? &source->program : nullptr;
    if (!program)
      status = worse(status, Status::Wrong);
    else if (run_command->parsed())
      status = worse(status, run(*program, file, options.run));
    else if (check_command->parsed())
      status = worse(status, check(*source, file, options));
    else if (show_command->parsed())
      status = worse(status, show(*program, file, options));
    else
      status = worse(status, test(*program, file, options, tally));
  }
  if (test_command->parsed())
    print(fmt::format("{} passed, {} failed, in {}\n", plural(tally.passed, "expectation"), tally.failed,
                      plural(options.files.size(), "file")));
  flush();
  return static_cast<int>(status);
}

}  // namespace coreecs
