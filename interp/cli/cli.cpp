#include "interp/cli/cli.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "interp/cli/certificate.hpp"
#include "interp/cli/description.hpp"
#include "interp/cli/fuzz.hpp"
#include "interp/cli/interrupt.hpp"
#include "interp/cli/memory.hpp"
#include "interp/cli/orders.hpp"
#include "interp/cli/replay.hpp"
#include "interp/cli/run.hpp"
#include "interp/cli/shrink.hpp"
#include "interp/cli/trace.hpp"
#include "interp/decide/count.hpp"
#include "interp/decide/match_order.hpp"
#include "interp/decide/shared.hpp"
#include "interp/decide/static_report.hpp"
#include "interp/decide/suggest.hpp"
#include "interp/json/tree.hpp"
#include "interp/notation/mentioned.hpp"
#include "interp/notation/notation.hpp"
#include "interp/report/match_order.hpp"
#include "interp/report/program.hpp"
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
  bool exact = false;
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
  interrupt::take_back();
  if (verdict.witness) name_others({&verdict.witness->first.run, &verdict.witness->second.run}, reference.names());
  const Notation notation{program.schema, reference.names()};
  print(options.json ? json(verdict, notation) : show(verdict, on_one_line(program.name), notation, coloured()));
  return status_of(verdict.confluent);
}

Status check_snapshot(const Input& source, const std::string& file, const NamedSchedule& schedule, std::uint64_t frames,
                      const Options& options) {
  const Program& program = source.program;
  Verdict verdict = check(program, schedule, frames, options.limit);
  const bool interrupted = interrupt::take_back();
  if (options.exact) verdict.linearizations = exact_count(verdict.of->po);
  Names all = names(program, verdict);
  const Notation notation{program.schema, all};
  Tokens tokens(options.folder);
  const Replays tokens_of_witness = replays(verdict, program, schedule.z, tokens);
  std::optional<MatchOrderVerdict> orders;
  if (options.any_match_order) {
    orders = interrupted ? MatchOrderVerdict{.cut = Cut::Interrupt, .witness = {}}
                         : match_order(program, schedule.z, frames, options.limit, verdict.of->env);
    interrupt::take_back();
    if (orders->witness) name_others(*orders->witness, all);
  }
  std::optional<Suggestions> suggestions;
  nlohmann::ordered_json document;  // in which they have their places
  if (options.suggest && verdict.confluent() != Answer::Yes && !NotesInterrupt::noted()) {
    if (cut_short([&] { suggestions = suggest(program, schedule, verdict, options.limit); }) == Cut::Memory)
      complain(fmt::format("{}: no suggestions: {}\n", file, no_memory()));
    interrupt::take_back();
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
      if (suggestions) json_tried(writer.line(2).key("edits"), *suggestions);
    });
    out += "\n";
  } else {
    out = show(verdict, program, notation, coloured(), tokens_of_witness, options.exact);
    if (orders) out += "\n" + show(*orders, notation, coloured());
    if (suggestions) out += "\n" + show(*suggestions, schedule, document, options.exact);
  }
  if (options.certificate != "-") print(out);
  if (options.certificate && !write_certificate(*options.certificate, program, file, schedule, verdict, all))
    return Status::Wrong;
  if (NotesInterrupt::noted()) complain(file + ": interrupted\n");
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
    interrupt::poll();
    ++(found.empty() ? tally.passed : tally.failed);
    if (found.empty()) continue;
    status = Status::No;
    print(fmt::format("{}: schedule {} is not as expected:\n", file, expected.schedule));
    for (const std::string& difference : found) print("    " + difference + "\n");
  }
  return status;
}

/// "500M": so many bytes.
const CLI::Validator in_bytes(
    [](std::string& size) -> std::string {
      const std::string units = "KMGT";
      const std::size_t unit = size.empty() ? std::string::npos : units.find(size.back());
      const bool has_unit = unit != std::string::npos;
      const std::string digits = size.substr(0, size.size() - (has_unit ? 1 : 0));
      const std::size_t shift = has_unit ? 10 * (unit + 1) : 0;
      const bool fits =
          natural()(digits).empty() && std::stoull(digits) <= std::numeric_limits<std::uint64_t>::max() >> shift;
      if (!fits) return "expected a number of bytes, or of K, M, G or T, as 500M, found " + size;
      size = std::to_string(std::stoull(digits) << shift);
      return {};
    },
    "SIZE");

/// What a command comes to, or what it comes to without its end: interrupted, or where memory does not suffice.
template <class Command>
Status ended(const std::string& of, Status without_memory, const Command& command) {
  const auto said = [&](const char* why, Status status) {
    std::fflush(stdout);
    complain(of + ": " + why + "\n");
    return status;
  };
  try {
    return command();
  } catch (const Interrupted& interrupted) {
    return said(interrupted.what(), Status::Undecided);
  } catch (const std::bad_alloc&) {
    return said(no_memory(), without_memory);
  }
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
2 the input or the usage is wrong, or the program failed while running, or needs more memory than it may take;
3 undecided within the limit or the memory, or interrupted; 4 a bug of coreecs.)";

/// `help` is --help, `help COMMAND` is COMMAND --help, and `version` is --version.
std::vector<std::string> as_options(std::vector<std::string> words) {
  if (words.front() == "version") words.front() = "--version";
  if (words.front() != "help") return words;
  return words.size() == 1 ? std::vector<std::string>{"--help"} : std::vector<std::string>{words[1], "--help"};
}

/// Says that there is no such command or option, and which is the nearest.
void complain_of_unknown(const std::string& whose, const char* kind, const std::string& name,
                         const std::vector<std::string>& known) {
  Problems problems;
  problems.report_unknown({}, kind, name, {known.begin(), known.end()});
  for (const Problem& problem : std::move(problems).in_order()) complain(whose + ": " + problem.message + "\n");
}

bool is_command_or_option(const std::string& word, const CLI::App& app) {
  const std::vector<const CLI::App*> all = app.get_subcommands({});
  if (word.rfind('-', 0) == 0 ||
      std::any_of(all.begin(), all.end(), [&](const CLI::App* command) { return command->get_name() == word; }))
    return true;
  std::vector<std::string> names{"help", "version"};
  for (const CommandDescription& command : describe(app).commands) names.push_back(command.name);
  complain_of_unknown("coreecs", "command", word, names);
  complain("coreecs help says what each command does\n");
  return false;
}

void complain_of_extras(const CLI::App& app) {
  if (app.get_subcommands().empty()) {
    complain("coreecs: found " + app.remaining().front() + "; expected a command\n");
    return;
  }
  const Command& command = dynamic_cast<const Command&>(*app.get_subcommands().front());
  std::vector<std::string> names{"--help"};
  for (const OptionDescription& option : describe(command).options) names.push_back(option.name);
  for (const std::string& word : command.remaining())
    if (word.rfind('-', 0) == 0)
      complain_of_unknown("coreecs " + command.get_name(), "option", word, names);
    else
      complain(fmt::format("coreecs {}: found {}; it takes no further argument\n", command.get_name(), word));
}

/// The command that writes what the command line says of itself. It is for those who install coreecs, and hidden.
struct DescribeCommand {
  explicit DescribeCommand(CLI::App& app)
      : command(Command::add(app, "", "describe", "Write the manual page, or completions for a shell")) {
    command.add_option("FORMAT", format)->required()->check(CLI::IsMember({"man", "bash", "zsh", "fish", "json"}));
    command.add_option("FILE", file);
  }
  [[nodiscard]] std::optional<Status> run(const CLI::App& app) const {
    if (!command.parsed()) return std::nullopt;
    const Description all = describe(app);
    const std::string text = format == "man"    ? manual_page(all)
                             : format == "bash" ? bash_completion(all)
                             : format == "zsh"  ? zsh_completion(all)
                             : format == "fish" ? fish_completion(all)
                                                : json(all);
    if (file) return write_file(*file, text, {}) ? Status::Yes : Status::Wrong;
    print(text);
    return Status::Yes;
  }

  std::string format;
  std::optional<std::string> file;
  Command& command;
};

}  // namespace

int command_line(int argc, const char* const* argv) {
  Options options;
  CLI::App app(about, "coreecs");
  app.footer(exit_status);
  app.set_version_flag("--version", "coreecs " COREECS_VERSION);
  app.require_subcommand(1);
  app.formatter_fn([](const CLI::App* one, const std::string&, CLI::AppFormatMode) {
    const Command* command = dynamic_cast<const Command*>(one);
    return command ? help(describe(*command)) : help(describe(*one));
  });
  const auto command = [&](const char* group, const char* name, const char* description) -> Command& {
    Command& sub = Command::add(app, group, name, description);
    sub.add_option("FILE", options.files, "programs in JSON, or - for standard input")->required();
    sub.option_defaults()->group("What is asked");
    schedule_option(sub, options.schedule);
    return sub;
  };
  const auto limit = [&](CLI::App& sub) {
    return sub
        .add_option("--limit", options.limit,
                    "how many configurations of a run are looked at where no shorter argument decides; "
                    "fewer where the program is large")
        ->check(natural())
        ->capture_default_str();
  };
  const char* run_and_check = "Run and check";
  Command& run_command = command(run_and_check, "run",
                                 "Run a program frame by frame and print every frame's state; say which invariants "
                                 "fail");
  add_run_options(run_command, options.run);
  Command& check_command =
      command(run_and_check, "check",
              "Say whether a schedule is safe, deterministic, confluent, and why; the status is that of confluent");
  CLI::Option* frames_of_check = frames_option(check_command, options.frames);
  CLI::Option* limit_of_check = limit(check_command);
  CLI::Option* on_every_state = check_command.add_flag(
      "--static", options.on_every_state, "ask instead what is safe on every state, for each conc and each ∥, and why");
  CLI::Option* any_match_order = check_command.add_flag(
      "--any-match-order", options.any_match_order,
      "ask also whether the result depends on the order in which each seq visits its matches; the status is that of "
      "both answers");
  CLI::Option* suggested =
      check_command.add_flag("--suggest", options.suggest,
                             "where it is not confluent: which edits of the schedule, as few as can be, make it so");
  CLI::Option* exact =
      check_command.add_flag("--exact", options.exact, "print every digit of the number of linearizations");
  CLI::Option* visibility =
      check_command
          .add_option("--visibility", options.visibility,
                      "shared: ask instead whether all executions end alike that share one state and observe it as it "
                      "is, as those of run --executor threads --visibility shared")
          ->check(CLI::IsMember({"snapshot", "shared"}))
          ->capture_default_str();
  check_command.option_defaults()->group("What is written");
  CLI::Option* as_json = json_option(check_command, options.json);
  CLI::Option* certificate = check_command
                                 .add_option("--certificate", options.certificate,
                                             "write a certificate for the verdicts to this file, for "
                                             "verify-certificate; - prints it instead of the verdicts")
                                 ->type_name("FILE");
  CLI::Option* saved = save_replays_option(check_command, options.folder);
  for (CLI::Option* other : {certificate, saved, any_match_order, suggested, exact}) {
    visibility->excludes(other);
    on_every_state->excludes(other);
  }
  on_every_state->excludes(visibility, frames_of_check, limit_of_check);
  check_command.never_with({certificate, "-"}, {as_json, suggested, any_match_order});
  for (const CLI::Option* option : {as_json, certificate, saved}) check_command.for_one_file(option);
  Command& test_command = command(run_and_check, "test", "Compare what programs do with what they expect");
  limit(test_command);
  Command& show_command =
      command("Look", "show", "Print a program in the paper's notation, with the effects of its systems");
  const OrdersCommand orders_command(app);
  FuzzCommands fuzz_commands(app);
  const ShrinkCommand shrink_command(app);
  const VerifyCommand verify_command(app);
  const TraceCommand trace_command(app);
  const DescribeCommand describe_command(app);
  std::optional<std::uint64_t> max_memory;
  for (CLI::App* sub : app.get_subcommands({}))
    sub->add_option("--max-memory", max_memory,
                    "how much memory it may take, as 500M or 2G; without it three quarters of what is available")
        ->transform(in_bytes)
        ->type_name("SIZE")
        ->group("Options");

  try {
    std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    if (words.empty()) {
      complain(app.help());
      return static_cast<int>(Status::Wrong);
    }
    words = as_options(std::move(words));
    if (!is_command_or_option(words.front(), app)) return static_cast<int>(Status::Wrong);
    std::reverse(words.begin(), words.end());  // as CLI11 takes them
    app.parse(std::move(words));
  } catch (const CLI::Success& help) {
    const int status = app.exit(help);
    flush();
    return status;
  } catch (const CLI::ExtrasError&) {
    complain_of_extras(app);
    return static_cast<int>(Status::Wrong);
  } catch (const CLI::ParseError& error) {
    app.exit(error);
    return static_cast<int>(Status::Wrong);
  }
  limit_memory(max_memory);
  options.run.schedule = options.schedule;

  Status status = ended("coreecs", Status::Undecided, [&] {
    Status status = Status::Yes;
    for (const auto& done : {fuzz_commands.run(), verify_command.run(), orders_command.run(), shrink_command.run(),
                             trace_command.run(), describe_command.run(app)})
      status = done.value_or(status);
    return status;
  });
  Tally tally;
  const auto about_one = [&](const std::string& file) {
    const std::optional<Input> source = read_program(file);
    if (!source) return Status::Wrong;
    if (show_command.parsed()) return show(source->program, file, options);
    const NotesInterrupt noting;
    return run_command.parsed()     ? run(source->program, file, options.run)
           : check_command.parsed() ? check(*source, file, options)
                                    : test(source->program, file, options, tally);
  };
  const bool asks = check_command.parsed() || test_command.parsed();
  for (const std::string& file : options.files) {
    if (NotesInterrupt::noted()) break;
    status = worse(status, ended(file, asks ? Status::Undecided : Status::Wrong, [&] { return about_one(file); }));
  }
  if (test_command.parsed())
    print(fmt::format("{} passed, {} failed, in {}\n", plural(tally.passed, "expectation"), tally.failed,
                      plural(options.files.size(), "file")));
  flush();
  return static_cast<int>(status);
}

}  // namespace coreecs
