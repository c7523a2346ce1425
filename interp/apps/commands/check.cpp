#include <fmt/format.h>

#include <algorithm>

#include "interp/apps/app/order.hpp"
#include "interp/apps/commands/apps.hpp"
#include "interp/apps/commands/commands.hpp"
#include "interp/apps/triage/show.hpp"
#include "interp/base/json/position.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/programs.hpp"
#include "interp/cli/sarif.hpp"
#include "interp/language/notation/notation.hpp"

namespace coreecs {

namespace {

struct AppCheckOptions {
  std::string file, format = "text", model = "bevy", required = "confluent";
  std::optional<std::uint64_t> frames;
  std::size_t limit = 100'000;
  std::uint64_t workers = triage::Setting::some_workers;
  bool json = false, all = false, stale = false;
  std::optional<std::string> replay;
};

/// The severity of a pair with this label.
Severity severity_of(triage::Label label) {
  switch (label) {
    case triage::Label::Real:
      return Severity::Error;
    case triage::Label::Undecided:
      return Severity::Warning;
    case triage::Label::Masked:
    case triage::Label::Harmless:
      return Severity::Note;
  }
  return Severity::Note;
}

/// SARIF: each pair, at the first of the two systems, and each invariant that fails, at its place; a revived entity at
/// the system that revives it. Each real pair lists the constraints that remove all real ones.
std::string sarif(const triage::Judgement& judgement, const triage::Setting& setting, const std::string& file,
                  const std::string& text) {
  std::vector<const triage::Pair*> pairs;
  for (const triage::Pair& pair : judgement.pairs) pairs.push_back(&pair);
  std::stable_sort(pairs.begin(), pairs.end(), [](const auto* a, const auto* b) { return a->first < b->first; });
  const Place root, systems = root.member("systems", 0), observers = root.member("observers", 0),
                    invariants = root.member("invariants", 0);
  std::vector<Sought> places;
  for (const triage::Pair* pair : pairs) {
    const Place place = systems.member(setting.app.systems[pair->first].name, pair->first);
    places.push_back({place.order(), place.pointer()});
  }
  const std::vector<triage::Broken>& broken = judgement.kept.broken;
  for (const triage::Broken& one : broken) {
    const auto* revival = std::get_if<triage::Revival>(&one.how.what);
    const bool system = revival && revival->by < setting.app.systems.size();
    const Place place = system    ? systems.member(setting.name(revival->by), revival->by)
                        : revival ? observers.member(setting.name(revival->by), 0)
                                  : invariants.member(one.how.invariant(), 0);
    places.push_back({place.order(), place.pointer()});
  }
  for (const triage::ObserverPair& pair : judgement.observers) {
    const Place place = observers.member(setting.app.observers[pair.first].system.name, 0);
    places.push_back({place.order(), place.pointer()});
  }
  locate(text, places);
  const auto ordered = [&](std::size_t system, std::size_t by) -> const std::string& {
    const auto in = setting.blocks.of(system);
    return in && !setting.blocks.are_in_one(system, by) ? setting.app.sets[setting.blocks.all()[*in].set].name
                                                        : setting.app.systems[system].name;
  };
  std::string fixes;
  if (judgement.fix && judgement.fix->with.kept.broken.empty() &&
      !(judgement.fix->with.end && std::holds_alternative<RuntimeError>(*judgement.fix->with.end)))
    for (const Edge& edge : judgement.fix->edges())
      fixes += fmt::format("{}{} before {}", fixes.empty() ? "; fixed by " : ", ", ordered(edge.before, edge.after),
                           ordered(edge.after, edge.before));
  std::vector<CodeResult> results;
  for (std::size_t j = 0; j < pairs.size(); ++j) {
    const triage::Pair& pair = *pairs[j];
    results.push_back({std::string(name(pair.label)), severity_of(pair.label),
                       on_one_line(pair, judgement, setting) + (pair.label == triage::Label::Real ? fixes : ""), file,
                       places[j].at});
  }
  for (std::size_t j = 0; j < broken.size(); ++j)
    results.push_back(
        {"broken", Severity::Error, on_one_line(broken[j], judgement, setting), file, places[pairs.size() + j].at});
  for (std::size_t j = 0; j < judgement.observers.size(); ++j)
    results.push_back({"observers",
                       judgement.observers[j].matters == Answer::Yes  ? Severity::Error
                       : judgement.observers[j].matters == Answer::No ? Severity::Note
                                                                      : Severity::Warning,
                       on_one_line(judgement.observers[j], judgement, setting), file,
                       places[pairs.size() + broken.size() + j].at});
  return sarif(results, {{"real", "Two systems whose order changes the state after a frame"},
                         {"undecided", "Two systems about whose order too little is known"},
                         {"masked", "Two systems whose order matters for a while, but not after the frame"},
                         {"harmless", "Two systems whose order does not matter"},
                         {"observers", "Two observers of one change, in an order that engines leave open"},
                         {"broken", "An invariant, or a despawned entity, that not all executions keep"}});
}

Answer asked_for(const triage::Judgement& judgement, const std::string& what) {
  if (what == "confluent") return judgement.confluent;
  if (what == "on-every-state") return judgement.on_every_state;
  if (what == "invariants") return judgement.kept.all;
  Answer all = Answer::Yes;  // whether no pair is real that the app does not allow
  for (const triage::Pair& pair : judgement.pairs) {
    if (pair.allowed) continue;
    if (pair.label == triage::Label::Real) return Answer::No;
    if (pair.label == triage::Label::Undecided) all = Answer::Unknown;
  }
  for (const triage::ObserverPair& pair : judgement.observers) {
    if (pair.matters == Answer::Yes) return Answer::No;
    if (pair.matters == Answer::Unknown) all = Answer::Unknown;
  }
  return all;
}

/// An error of a body, with the names of the app: in the program of the bodies, its system has another one.
std::string shown(const std::string& file, RuntimeError error, const triage::Setting& setting) {
  const Place root, systems = root.member("systems", 0);
  const auto rename = [&](const app::System& system, const char* section) {
    if (!system.body) return false;
    const std::string& name = setting.app.program->systems[*system.body]->name;
    const std::string prefix = systems.member(name, 0).pointer() + "/";
    if (name != error.system || error.pointer.compare(0, prefix.size(), prefix) != 0) return false;
    error.pointer = root.member(section, 0).member(system.name, 0).member("body", 0).pointer() +
                    error.pointer.substr(prefix.size() - 1);
    error.system = system.name;
    return true;
  };
  bool found = false;
  for (const app::System& system : setting.app.systems) found = found || rename(system, "systems");
  for (const app::Observer& one : setting.app.observers) found = found || rename(one.system, "observers");
  Names names = triage::names_of(setting);
  for (const Entity e : error.entities)
    if (const auto number = triage::event_number(e)) names.add(e, fmt::format("event {}", *number + 1));
  return show(file, error, names);
}

/// Performs the steps of a token, and prints the final state.
Status replayed(const std::string& file, const triage::Setting& setting, const triage::Plan& plan,
                const std::string& token) {
  std::string_view steps = token;
  const auto order = triage::observers_of(steps, setting);
  const std::size_t before = steps.size() < token.size() ? 1 : 0;  // steps
  const bool is_order = order.index() == 0;
  const triage::Observers observers = is_order ? setting.observers.in_order(std::get<0>(order)) : setting.observers;
  const triage::Executions all = setting.executions(plan, observers);
  const auto read = is_order ? triage::nodes_of(steps, all) : order;
  if (const auto* wrong = std::get_if<triage::WrongStep>(&read)) {
    const std::string found = wrong->found.empty()
                                  ? "found the end before step " + std::to_string(wrong->number + before)
                                  : fmt::format("step {} is {}", wrong->number + before, shortened(wrong->found));
    const std::vector<std::string_view> possible(wrong->possible.begin(), wrong->possible.end());
    complain("coreecs app check",
             fmt::format("--replay: {}; expected {}; write the steps of an execution as app check prints them for this "
                         "app, model and number of frames",
                         found, possible.empty() ? "no step: the execution has ended" : one_of(possible)));
    return Status::Wrong;
  }
  const auto& nodes = std::get<std::vector<std::size_t>>(read);
  const End end = triage::replayed(all, nodes);
  if (const auto* error = std::get_if<RuntimeError>(&end)) {
    complain(shown(file, *error, setting));
    return Status::Wrong;
  }
  const State& c = std::get<State>(end);
  State of_entities(c.labels() - setting.events.labels().size());  // events are the last labels, and no part of c
  for (coreecs::Label i = 0; i < of_entities.labels(); ++i) of_entities[i] = c[i];
  std::string out;
  Notation{setting.app.program->schema, triage::names_of(setting)}.state(out, of_entities, "");
  print(out + "\n");
  return Status::Yes;
}

class AppCheckCommand : public Command {
 public:
  explicit AppCheckCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;
  [[nodiscard]] Spelling ascii() const override {
    return options_.format == "text" && !options_.json ? Command::ascii() : Spelling::Json;
  }

 private:
  AppCheckOptions options_;
};

AppCheckCommand::AppCheckCommand(CommandLine& line)
    : Command(line, "Apps", "check",
              "Say which ambiguities of an app matter and why, and whether all its executions end each frame in the "
              "same state") {
  app_argument(*this, options_.file);
  std::vector<std::string> names;
  for (const triage::Model& model : triage::models()) names.emplace_back(model.name);
  add_option("--model", options_.model, "the scheduler that runs the app")
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  CLI::Option* required =
      add_option("--require", options_.required,
                 "what has to hold for exit status 0. confluent: all executions from the app's "
                 "start state end each frame in the same state; on-every-state: this is shown for "
                 "every state; invariants: in every execution, they hold after each frame, and "
                 "nothing is written to a despawned entity; allowed: every pair is masked, harmless, "
                 "or allowed by the app")
          ->check(CLI::IsMember({"confluent", "on-every-state", "invariants", "allowed"}))
          ->capture_default_str();
  CLI::Option* workers = add_option("--workers", options_.workers,
                                    "number of threads that run systems, at least as many as systems ask for. It "
                                    "decides what a scheduler prefers, and what constraints cost")
                             ->check(natural())
                             ->capture_default_str();
  frames_option(*this, options_.frames);
  CLI::Option* limit = limit_option(*this, options_.limit);
  CLI::Option* replay =
      add_option("--replay", options_.replay, "perform an execution that app check showed, and print its final state")
          ->type_name("STEPS");
  option_defaults()->group("Output");
  CLI::Option* as_json = json_option(*this, options_.json);
  CLI::Option* format =
      add_option("--format", options_.format, "text; json: the same as --json; sarif: a code-scanning report")
          ->check(CLI::IsMember({"text", "json", "sarif"}))
          ->capture_default_str()
          ->excludes(as_json);
  CLI::Option* all = add_flag("--all", options_.all, "list all pairs of a group, not only the first ones");
  CLI::Option* stale =
      add_flag("--stale", options_.stale,
               "list the systems that read what is written later in the same frame, and what fixes it");
  replay->excludes(as_json, format, all, stale, required, workers, limit);
  all->excludes(as_json, format);
  stale->excludes(as_json, format);
  std::string about = "Models:\n";
  for (const triage::Model& model : triage::models()) about += fmt::format("  {}: {}\n", model.name, model.about);
  footer(about + "Exit status: 0 yes; 1 no; 2 the app or the usage is wrong; 3 undecided; 4 a bug in coreecs.");
}

Status AppCheckCommand::run() const {
  const std::optional<AppInput> input = read_app(line(), options_.file);
  if (!input) return Status::Wrong;
  const std::uint64_t frames = options_.frames.value_or(input->app.program ? input->app.program->frames : 1);
  const triage::Setting setting(input->app, app::order(input->app), *triage::model(options_.model), frames,
                                std::clamp<std::size_t>(options_.workers, 1, 1024));
  if (!setting.blocks.empty() && setting.has_coordinator() &&
      has_block(input->app, options_.file,
                fmt::format("--model {} has no such systems; expected another model, such as bevy", options_.model)))
    return Status::Wrong;
  if (options_.replay && !input->app.program) {
    complain(options_.file, "no system has a body; expected some that can be performed");
    return Status::Wrong;
  }
  if (options_.replay) return replayed(options_.file, setting, *setting.plan(), *options_.replay);
  const bool is_json = options_.json || options_.format == "json";
  const std::size_t for_one_line = options_.limit / 10;  // it says only what was found
  const triage::Judgement judgement =
      triage::judge(setting, options_.limit, options_.stale || is_json ? options_.limit : for_one_line);
  interrupt::take_back();
  const RuntimeError* error = judgement.end ? std::get_if<RuntimeError>(&*judgement.end) : nullptr;
  if (error && judgement.confluent == Answer::Yes) {  // then all executions fail like this one
    complain(shown(options_.file, *error, setting));
    return Status::Wrong;
  }
  if (is_json)
    print(json(judgement, setting));
  else if (options_.format == "sarif")
    print(sarif(judgement, setting, options_.file, input->text) + "\n");
  else
    print(show(judgement, setting, {coloured(), options_.all, options_.stale}));
  return status_of(asked_for(judgement, options_.required));
}

}  // namespace

std::shared_ptr<Command> app_check_command(CommandLine& line) { return std::make_shared<AppCheckCommand>(line); }

}  // namespace coreecs
