#include "interp/commands/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "interp/cli/command.hpp"
#include "interp/cli/files.hpp"
#include "interp/commands/commands.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/notation/mentioned.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/run/execution.hpp"
#include "interp/views/report/report.hpp"

namespace coreecs {

namespace {

/// The value of the option; nothing after its problem has been printed.
std::optional<Replay> read_replay(const CommandLine& line, const std::string& option) {
  std::string text = option;
  std::string source = "--replay";
  const bool is_file = !option.empty() && option.front() == '@';
  if (is_file) {
    source = option.substr(1);
    auto content = read_file(source);
    if (const Problem* problem = std::get_if<Problem>(&content)) {
      complain(show(source, *problem) + "\n");
      return std::nullopt;
    }
    text = std::get<std::string>(std::move(content));
    text.erase(text.find_last_not_of(" \t\r\n") + 1);
  }
  auto result = read_token(text);
  if (Replay* replay = std::get_if<Replay>(&result)) return std::move(*replay);
  if (is_file && is_another_document(line, source, text, token_document)) return std::nullopt;
  complain(show(source, std::get<Problem>(result)) + "\n");
  return std::nullopt;
}

/// The requested schedule, or the one that fits the token; null after a message.
const NamedSchedule* choose_schedule(const Program& program, const std::string& file, const ReplayOptions& options,
                                     const Replay& replay) {
  if (options.schedule) return choose_schedule(program, file, options.schedule);
  const auto fits = [&](const NamedSchedule& each) {
    return schedule_fingerprint(each.z) == replay.fingerprint.schedule;
  };
  const auto* usual = find_schedule(program, std::nullopt);
  if (usual && fits(*usual)) return usual;
  const auto found = std::find_if(program.schedules.begin(), program.schedules.end(), fits);
  if (found != program.schedules.end()) return &*found;
  complain(file,
           "the replay token does not fit: the program has no such schedule (any more); choose one with --schedule to "
           "see how far it gets");
  return nullptr;
}

/// How far a run gets if its token may not fit this program.
std::string show(const std::variant<Ending, Misfit>& result, const Schedule& z, const Notation& notation) {
  const SeriesParallel table(z);
  if (const Ending* ending = std::get_if<Ending>(&result))
    return fmt::format("all its {} steps can be performed: --anyway performs them", ending->order.size());
  const Misfit& misfit = std::get<Misfit>(result);
  constexpr std::size_t shown = 8;
  const std::span<const Performed> possible(misfit.possible.data(), std::min(misfit.possible.size(), shown));
  std::string can;
  notation.invocations(can, possible);
  if (misfit.possible.size() > shown) can += fmt::format(" ({} more)", misfit.possible.size() - shown);
  if (misfit.complete) return fmt::format("it ends before step {}, but more can be performed: {}", misfit.step, can);
  if (!misfit.turn) return fmt::format("it goes on to step {}, but the run has ended", misfit.step);
  const std::size_t leaf = table.leaves[misfit.turn->leaf % table.leaves.size()];  // every frame has the same leaves
  return fmt::format("at step {} it performs match {} of {} (leaf {}, both counted from 0); what can be performed: {}",
                     misfit.step, misfit.turn->invocation, table.nodes[leaf].s->name, misfit.turn->leaf,
                     can.empty() ? "nothing" : can);
}

/// What has changed since the token was made; empty if nothing has.
std::string changes(const Fingerprint& now, const Fingerprint& then) {
  std::vector<std::string_view> parts;
  if (now.systems != then.systems) parts.push_back("other components or systems");
  if (now.schedule != then.schedule) parts.push_back("another schedule");
  if (now.start != then.start) parts.push_back("another start state");
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

Status replay(const CommandLine& line, const Program& program, const std::string& file, const ReplayOptions& options) {
  const std::optional<Replay> replay = read_replay(line, options.replay);
  if (!replay) return Status::Wrong;
  const auto* schedule = choose_schedule(program, file, options, *replay);
  if (!schedule) return Status::Wrong;
  if (options.frames && *options.frames != replay->frames) {
    complain(file, fmt::format("the replay token is of a run of {}, found --frames {}", plural(replay->frames, "frame"),
                               *options.frames));
    return Status::Wrong;
  }
  const std::string changed = changes(fingerprint(program, schedule->z), replay->fingerprint);
  if (!changed.empty()) complain(file, "the replay token does not fit: it was made for " + changed);
  const std::uint64_t frames = frames_at_work(replay->frames, replay->steps);
  Execution reference(program, *schedule);
  const Notation notation{program.schema, reference.names()};
  try {
    reference.advance_to(frames);
  } catch (const RuntimeError& error) {
    complain(show(file, error, reference.names()));
    return Status::Wrong;
  }
  const Replayer replayer(program, schedule->z, frames, replay->linearization, reference.environment());
  auto result = replayer.perform(*replay);
  const auto print_of = [&](Ending run, const std::string& what, bool complete) {
    const std::string heading = fmt::format("{}: schedule {}, {}, {}\n", on_one_line(program.name), schedule->name,
                                            plural(replay->frames, "frame"), what);
    return print_run(file, std::move(run), heading, schedule->name, replay->frames, std::nullopt, notation,
                     options.json, options.by_entity, complete);
  };
  const char* kind = replay->linearization ? "a linearization of po_c(z)" : "a run";
  Ending* ending = std::get_if<Ending>(&result);
  if (ending && (changed.empty() || options.anyway)) {
    name_others({ending}, reference.names());
    const std::string what = fmt::format("{} of {}", kind, plural(ending->order.size(), "invocation"));
    return print_of(std::move(*ending), what, true);
  }
  Ending possible;
  Misfit* misfit = std::get_if<Misfit>(&result);
  if (misfit) possible.order = misfit->possible;
  if (misfit && options.anyway)
    name_others({&misfit->done, &possible}, reference.names());
  else
    name_others({&possible}, reference.names());
  complain((changed.empty() ? on_one_line(file) + ": the replay token does not fit: " : "  here, ") +
           show(result, schedule->z, notation) + "\n");
  if (misfit && options.anyway && !misfit->done.order.empty()) {
    const std::size_t n = misfit->done.order.size();
    const std::string first = n == 1 ? "the first invocation" : fmt::format("the first {} invocations", n);
    (void)print_of(std::move(misfit->done), first + " of " + kind, false);
  }
  return Status::Wrong;
}

Status print_run(const std::string& file, Ending run, const std::string& heading, const std::string& schedule,
                 std::uint64_t frames, std::optional<std::uint64_t> seed, const Notation& notation, bool as_json,
                 bool by_entity, bool complete) {
  std::string out;
  if (as_json) {
    JsonWriter json(out);
    json.wide_object([&] {
      json.member("schedule", schedule);
      json.member("frames", frames);
      if (seed) json.member("seed", *seed);
      if (!complete) json.member("complete", false);
      notation.json(json.line(2), run);
      if (!run.replay.empty()) json.member("replay", run.replay);
    });
    out += "\n";
  } else {
    out = heading + "  ";
    notation.invocations(out, run.order);
    const State* c = std::get_if<State>(&run.end);
    out += !c ? "\n  ends in a run-time error\n" : complete ? "\n  ends in\n    " : "\n  leaves\n    ";
    if (c && by_entity) notation.state_by_entity(out, *c, "    ");
    if (c && !by_entity) notation.state(out, *c, "    ");
    if (!run.replay.empty()) out += "  replay: " + shown_replay(run.replay) + "\n";
  }
  print(out);
  RuntimeError* error = std::get_if<RuntimeError>(&run.end);
  if (!error) return Status::Yes;
  error->schedule = schedule;
  complain(show(file, *error, notation.names));
  return Status::Wrong;
}

std::string Tokens::operator()(const Replay& replay) {
  ++count_;
  std::string text = token(replay);
  if (!folder_) return text;
  const std::string path = (std::filesystem::path(*folder_) / fmt::format("run-{}.replay", count_)).string();
  if (write_new_file(path, text + "\n")) return "@" + path;
  failed_ = true;
  return text;
}

CLI::Option* save_replays_option(CLI::App& command, std::optional<std::string>& folder) {
  return command
      .add_option("--save-replays", folder,
                  "write to this folder the token of each run that is shown, as run-1.replay and so on; run --replay "
                  "@FILE performs the run again")
      ->check(CLI::ExistingDirectory);
}

Replays replays(const Verdict& verdict, const Program& program, const Schedule& z, Tokens& tokens) {
  const Witness* witness = verdict.witness();
  if (!witness) return {};
  const Replayer replayer(program, z, verdict.frames, verdict.confluent() != Answer::No, verdict.of);
  std::string a = tokens(replayer.record(witness->a.order));
  return {std::move(a), tokens(replayer.record(witness->b.order))};
}

}  // namespace coreecs
