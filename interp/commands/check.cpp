#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/json/tree.hpp"
#include "interp/check/decide/check.hpp"
#include "interp/check/decide/count.hpp"
#include "interp/check/decide/further.hpp"
#include "interp/check/decide/match_order.hpp"
#include "interp/check/decide/shared.hpp"
#include "interp/check/decide/static_report.hpp"
#include "interp/check/decide/suggest.hpp"
#include "interp/check/prove/prove.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/interrupt.hpp"
#include "interp/cli/memory.hpp"
#include "interp/cli/programs.hpp"
#include "interp/commands/checked.hpp"
#include "interp/commands/commands.hpp"
#include "interp/commands/replay.hpp"
#include "interp/language/notation/mentioned.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/run/execution.hpp"
#include "interp/views/report/reasons.hpp"
#include "interp/views/report/report.hpp"

namespace coreecs {

namespace {

struct CheckOptions {
  Programs programs;
  std::optional<std::uint64_t> frames;
  std::size_t limit = 100'000;
  bool on_every_state = false, any_match_order = false, lost_updates = false, suggest = false, exact = false;
  bool json = false, all = false;
  std::string required = "confluent", format = "text";
  std::string visibility = "snapshot";
  std::optional<std::string> certificate;  ///< the output file
  std::optional<std::string> folder;       ///< for tokens
};

Aspect required(const CheckOptions& options) {
  return *std::find_if(std::begin(aspects), std::end(aspects),
                       [&](Aspect aspect) { return wording(aspect).key == options.required; });
}

Status check_on_every_state(const Program& program, const NamedSchedule& schedule, bool as_json, Printed& printed) {
  const StaticReport report = static_report(program, schedule.z);
  printed.add(as_json ? json(report, program, schedule) : show(report, program, schedule, coloured()));
  return report.safe() ? Status::Yes : Status::No;
}

/// The goal of `--suggest`: the verdict of `--require` after each frame, and those of other options.
Goal goal(const CheckOptions& options, const Program& program) {
  const Aspect aspect = required(options);
  const bool shared = options.visibility == "shared";
  std::vector<Aspect> asked;
  if (shared) asked.push_back(Aspect::SharedState);
  if (options.lost_updates && aspect != Aspect::LostUpdates) asked.push_back(Aspect::LostUpdates);
  if (options.any_match_order && aspect != Aspect::MatchOrder) asked.push_back(Aspect::MatchOrder);
  Goal made{.words = wording(shared ? Aspect::SharedState : aspect).question,
            .is = [&, aspect, shared, asked](const NamedSchedule& schedule, const Verdict& verdict) {
              const std::size_t limit = std::min<std::size_t>(options.limit, 1000);
              Answer all = shared               ? Answer::Yes
                           : is_further(aspect) ? further(aspect, program, schedule, verdict.frames, limit)
                                                : verdict.in_every_frame(aspect);
              for (const Aspect also : asked)
                if (all == Answer::Yes) all = further(also, program, schedule, verdict.frames, limit);
              return all;
            }};
  made.notes_lost_updates = !shared;
  for (const Aspect also : asked)
    if (also != Aspect::SharedState) made.words += std::string(", ") + wording(also).question;
  return made;
}

/// Nothing after an interrupt or a lack of memory, which it prints.
std::optional<Suggestions> suggestions(const Program& program, const std::string& file, const NamedSchedule& schedule,
                                       const Verdict& verdict, const CheckOptions& options) {
  std::optional<Suggestions> found;
  if (!options.suggest || NotesInterrupt::noted()) return found;
  const Goal as = goal(options, program);
  if (cut_short([&] { found = suggest(program, schedule, verdict, options.limit, as); }) == Cut::Memory)
    complain(file, fmt::format("no suggestions: {}", no_memory()));
  interrupt::take_back();
  return found;
}

/// Writes "suggestions" and "edits".
void json_suggestions(JsonWriter& out, const std::optional<Suggestions>& found, const NamedSchedule& schedule,
                      const nlohmann::ordered_json& document) {
  json(out.line(2).key("suggestions"), found.value_or(Suggestions()), schedule, document);
  if (found) json_tried(out.line(2).key("edits"), *found);
}

Status check_shared(const Input& source, const std::string& file, const NamedSchedule& schedule, Execution& reference,
                    const CheckOptions& options, Printed& printed) {
  const Program& program = source.program;
  const OfFrames<SharedVerdict> of = shared_of_frames(program, schedule, options.limit, reference);
  interrupt::take_back();
  for (const SharedVerdict* verdict : {&of.at_the_end, of.lost ? &*of.lost : nullptr})
    if (verdict && verdict->witness)
      name_others({&verdict->witness->first.run, &verdict->witness->second.run}, reference.names());
  const Notation notation{program.schema, reference.names()};
  std::optional<Suggestions> suggested;
  if (options.suggest)
    suggested = suggestions(program, file, schedule, check(program, schedule, reference.frame(), 0), options);
  const nlohmann::ordered_json document = suggested ? source.document() : nlohmann::ordered_json();
  const auto more = [&](JsonWriter& out) {
    if (options.suggest) json_suggestions(out, suggested, schedule, document);
  };
  std::string out = options.json ? json(of, notation, more) : show(of, on_one_line(program.name), notation, coloured());
  if (suggested && !options.json) out += "\n" + show(*suggested, schedule, document, notation, false);
  printed.add(out);
  return status_of(of.in_every_frame);
}

Status check_snapshot(const Input& source, const std::string& file, const NamedSchedule& schedule, std::uint64_t frames,
                      const CheckOptions& options, Printed& printed) {
  const Program& program = source.program;
  Verdict verdict = check(program, schedule, frames, options.limit);
  const bool interrupted = interrupt::take_back();
  if (options.exact) verdict.linearizations = exact_count(verdict.of->po);
  Names all = names(program, verdict);
  const Notation notation{program.schema, all};
  Tokens tokens(options.folder);
  const Verdict* lost = verdict.first_lost.get();
  const auto tokens_of = [&](const Verdict& shown) { return replays(shown, program, schedule.z, tokens); };
  std::optional<OfFrames<MatchOrderVerdict>> orders;
  if (options.any_match_order) {
    orders = interrupted ? OfFrames<MatchOrderVerdict>{frames, {.cut = Cut::Interrupt, .witness = {}}}
                         : match_order_of_frames(*verdict.of, program, schedule.z, frames, options.limit);
    interrupt::take_back();
    for (const MatchOrderVerdict* at : {&orders->at_the_end, orders->lost ? &*orders->lost : nullptr})
      if (at && at->witness) name_others(*at->witness, all);
  }
  std::optional<Further> more;
  if (!interrupted)
    if (cut_short([&] {
          more = further(program, schedule, verdict, options.limit, options.lost_updates);
          if (verdict.safe() && !more->on_every_state.safe()) more->by_solver = prove_briefly(program, schedule.z);
        }))
      interrupt::take_back();
  if (more && more->match_order && more->match_order->witness) name_others(*more->match_order->witness, all);
  const std::optional<Suggestions> suggested = suggestions(program, file, schedule, verdict, options);
  const nlohmann::ordered_json document = suggested ? source.document() : nlohmann::ordered_json();
  const Aspect aspect = required(options);
  Answer holds = is_further(aspect) ? Answer::Unknown : verdict.in_every_frame(aspect);
  if (is_further(aspect) && !interrupted)
    if (cut_short([&] { holds = further(aspect, program, schedule, frames, options.limit); })) interrupt::take_back();
  std::string out;
  if (options.json) {
    JsonWriter writer(out);
    writer.wide_object([&] {
      json(writer, verdict, notation, tokens_of(verdict));
      if (lost)
        writer.line(2).key("first_lost").wide_object([&] {
          json(writer, *lost, {program.schema, names(program, *lost)}, tokens_of(*lost));
        });
      if (more) json(writer, *more, verdict, notation);
      if (orders) json(writer.line(2).key("match_order"), *orders, notation);
      if (options.suggest) json_suggestions(writer, suggested, schedule, document);
    });
    out += "\n";
  } else {
    out = show(verdict, program, notation, coloured() && !printed.collects(), tokens_of(lost ? *lost : verdict),
               options.exact);
    if (more) out += show(*more, verdict, notation, !orders);
    if (orders) out += "\n" + show(*orders, notation, coloured());
    if (suggested) out += "\n" + show(*suggested, schedule, document, notation, options.exact);
    if (!options.suggest && !printed.collects() && holds == Answer::No)
      out += fmt::format("\n  --suggest looks for edits of the schedule that make it {}\n", wording(aspect).question);
  }
  if (printed.collects())
    printed.add(Checked{file, schedule.name, position_of(schedule.name, source.text), holds, out});
  else if (options.certificate != "-")
    printed.add(out);
  if (options.certificate && !write_certificate(*options.certificate, program, file, schedule, verdict, all))
    return Status::Wrong;
  if (NotesInterrupt::noted()) complain(file, "interrupted");
  const Status independent = orders ? status_of(orders->in_every_frame) : Status::Yes;
  return tokens.status(worse(status_of(holds), independent));
}

Status check(const Input& source, const std::string& file, const NamedSchedule& schedule, const CheckOptions& options,
             Printed& printed) {
  const Program& program = source.program;
  if (options.on_every_state) return check_on_every_state(program, schedule, options.json, printed);
  const std::uint64_t frames = options.frames.value_or(program.frames);
  if (!can_look_at(file, schedule, frames)) {
    if (printed.collects())
      printed.add(Checked{file, schedule.name, position_of(schedule.name, source.text), Answer::Unknown});
    return Status::Undecided;
  }
  Execution reference(program, schedule);
  try {
    reference.advance_to(frames);
  } catch (const RuntimeError& error) {
    complain(show(file, error, reference.names()));
    if (printed.collects())
      printed.add(Checked{file, schedule.name, position_of(schedule.name, source.text), Answer::No, "",
                          std::string("the reference run fails: ") + error.what()});
    return Status::Wrong;
  }
  return options.visibility == "shared" ? check_shared(source, file, schedule, reference, options, printed)
                                        : check_snapshot(source, file, schedule, frames, options, printed);
}

Status check(const Input& source, const std::string& file, const CheckOptions& options, Printed& printed) {
  if (!options.all) {
    const auto* schedule = choose_schedule(source.program, file, options.programs.schedule);
    return schedule ? check(source, file, *schedule, options, printed) : Status::Wrong;
  }
  Status status = Status::Yes;
  for (const NamedSchedule& schedule : source.program.schedules)
    if (!NotesInterrupt::noted()) status = worse(status, check(source, file, schedule, options, printed));
  return status;
}

class CheckCommand : public Command {
 public:
  explicit CheckCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;
  [[nodiscard]] Spelling ascii() const override {
    if (options_.format == "junit") return Spelling::Xml;
    return options_.certificate == "-" || options_.format != "text" ? Spelling::Json : Command::ascii();
  }

 private:
  CheckOptions options_;
};

CheckCommand::CheckCommand(CommandLine& line)
    : Command(line, "Run and check", "check",
              "Say whether a schedule is safe, deterministic and confluent after each frame, and why; the exit status "
              "is 0 if it is confluent") {
  footer(with_languages("", line, "check"));
  options_.programs.add_to(*this);
  CLI::Option* all = add_flag("--all-schedules", options_.all, "check every schedule of the program")
                         ->excludes(get_option("--schedule"));
  CLI::Option* require = add_option("--require", options_.required,
                                    "the answer that decides the exit status: 0 if it is yes after every frame")
                             ->check(CLI::IsMember({"safe_by_rule", "safe", "deterministic", "confluent",
                                                    "no_lost_updates", "any_match_order", "shared_visibility"}))
                             ->capture_default_str();

  CLI::Option* frames_of_check = frames_option(*this, options_.frames);
  language_options(*this);
  CLI::Option* limit_of_check = limit_option(*this, options_.limit);
  CLI::Option* on_every_state = add_flag("--static", options_.on_every_state,
                                         "say instead which conc and which ∥ are safe on every state, and why");
  CLI::Option* any_match_order = add_flag("--any-match-order", options_.any_match_order,
                                          "ask also whether the result depends on the order in which each seq visits "
                                          "its matches; the exit status follows both answers");
  CLI::Option* lost_updates = add_flag("--lost-updates", options_.lost_updates,
                                       "list lost updates: writes that a concurrent invocation overwrites without "
                                       "having seen them; one for each pair of systems and component");
  CLI::Option* suggested =
      add_flag("--suggest", options_.suggest,
               "if the answer is no, look for the fewest edits of the schedule that make it yes. The answer is "
               "confluent, unless --require, --visibility, --lost-updates or --any-match-order asks for another");
  CLI::Option* exact = add_flag("--exact", options_.exact, "print every digit of the number of linearizations");
  CLI::Option* visibility =
      add_option("--visibility", options_.visibility,
                 "shared: ask instead whether all executions on one shared state end in the same state; run "
                 "--executor threads --visibility shared performs such executions")
          ->check(CLI::IsMember({"snapshot", "shared"}))
          ->capture_default_str();
  option_defaults()->group("Output");
  CLI::Option* as_json = json_option(*this, options_.json);
  CLI::Option* format =
      add_option("--format", options_.format,
                 "text; json: the same as --json; junit: a test report, with a test for each schedule; sarif: a "
                 "code-scanning report, with each schedule for which the required answer is not yes")
          ->check(CLI::IsMember({"text", "json", "junit", "sarif"}))
          ->capture_default_str()
          ->excludes(as_json);
  CLI::Option* certificate = writes(add_option("--certificate", options_.certificate,
                                               "write a certificate for the verdicts to this file, for "
                                               "verify-certificate; - prints it instead of the verdicts"));
  CLI::Option* saved = save_replays_option(*this, options_.folder);
  for (CLI::Option* other : {certificate, saved, any_match_order, lost_updates, exact}) {
    visibility->excludes(other);
    on_every_state->excludes(other);
  }
  on_every_state->excludes(suggested);
  on_every_state->excludes(visibility, frames_of_check, limit_of_check, require);
  visibility->excludes(require);
  all->excludes(certificate, saved);
  never_with({certificate, "-"}, {as_json, suggested, any_match_order, lost_updates, format});
  for (const char* report : {"junit", "sarif"})
    never_with({format, report},
               {on_every_state, visibility, suggested, any_match_order, lost_updates, exact, certificate, saved});
  for (const CLI::Option* option : {as_json, certificate, saved}) for_one_file(option);
}

Status CheckCommand::run() const {
  CheckOptions options = options_;
  options.json = options.json || options.format == "json";
  const bool is_list = options.json && (options.all || options.programs.files.size() > 1);
  Printed printed(options.format, options.required, options.json, is_list);
  const Status status = options.programs.each(
      *this, [&](const Input& source, const std::string& file) { return check(source, file, options, printed); });
  if (printed.collects() && !NotesInterrupt::noted()) printed.add_missing(options.programs.files);
  printed.end();
  return status;
}

}  // namespace

std::shared_ptr<Command> check_command(CommandLine& line) { return std::make_shared<CheckCommand>(line); }

}  // namespace coreecs
