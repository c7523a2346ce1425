#include <fmt/format.h>
#include <fmt/ranges.h>

#include "interp/apps/app/order.hpp"
#include "interp/apps/app/print.hpp"
#include "interp/apps/commands/apps.hpp"
#include "interp/apps/commands/commands.hpp"
#include "interp/apps/triage/core.hpp"
#include "interp/apps/triage/derive.hpp"
#include "interp/apps/triage/engines.hpp"
#include "interp/apps/triage/setting.hpp"
#include "interp/cli/command.hpp"
#include "interp/language/format/print.hpp"

namespace coreecs {

namespace {

class AppCoreCommand : public Command {
 public:
  explicit AppCoreCommand(CommandLine& line)
      : Command(line, "Apps", "core",
                "Print an app as a Core ECS program, with a schedule of ∥ and ⨟ that is safe on every state") {
    app_argument(*this, file_);
    add_option("--visibility", visibility_,
               "shared: make it free of races even if concurrent systems see each other's changes")
        ->check(CLI::IsMember({"snapshot", "shared"}))
        ->capture_default_str();
    footer(
        "The schedule keeps the order that the app asks for, and is safe on every state. If that needs more order, or "
        "if ∥ and ⨟ cannot express the app's order exactly, the added pairs are listed on standard error. The program "
        "has no run conditions: all systems run.\n"
        "Exit status: 0 done; 2 the app or the usage is wrong, there is no system, or one has no body; "
        "3 interrupted, or not enough memory; 4 a bug in coreecs.");
  }
  [[nodiscard]] Spelling ascii() const override { return Spelling::Json; }

  [[nodiscard]] Status run() const override {
    const std::optional<AppInput> input = read_app(line(), file_);
    if (!input) return Status::Wrong;
    const app::App& app = input->app;
    if (app.systems.empty()) {
      complain(file_ + ": the app has no system; expected one at least, since a schedule of Core ECS has one\n");
      return Status::Wrong;
    }
    for (const app::System& system : app.systems) {
      if (system.body && system.asks.empty()) continue;
      complain(file_, fmt::format("the system {} {}", system.name,
                                  system.body ? "asks what changed since it last ran; expected no such system, since "
                                                "one of Core ECS sees only the state"
                                              : "has no body; expected one for every system"));
      return Status::Wrong;
    }
    if (!app.observers.empty()) {
      complain(file_, fmt::format("the app has the observer {}; expected none, since a schedule of Core ECS runs only "
                                  "its systems",
                                  app.observers.front().system.name));
      return Status::Wrong;
    }
    for (const app::Component& one : app.components)
      if (one.kind == app::Component::Kind::Event) {
        complain(file_, fmt::format("the app has the event {}; expected none, since a system of Core ECS sees and "
                                    "changes only the state",
                                    one.name));
        return Status::Wrong;
      }
    if (has_block(app, file_, "a program has no repetition")) return Status::Wrong;
    const triage::Setting setting(app, app::order(app), *triage::model("shared"), app.program->frames);
    const triage::Core core =
        triage::core(setting, visibility_ == "shared" ? triage::Visibility::Shared : triage::Visibility::Snapshot);
    for (std::size_t s = 0; s < app.systems.size(); ++s) {
      std::vector<std::string> conditions;
      for (const triage::Question& one : setting.questions)
        if (one.controls.test(s)) conditions.push_back(on_one_line(one.name));
      if (!conditions.empty())
        complain(fmt::format(
            "{} always runs: a program has no run conditions, so states in which {} does not hold are not covered\n",
            on_one_line(app.systems[s].name), fmt::join(conditions, " or ")));
    }
    report(app, core.for_safety, "to be safe on every state");
    report(app, core.for_form,
           core.fewest ? "since the order is not series-parallel (no fewer pairs can be ordered)"
                       : "since the order is not series-parallel");
    print(coreecs::print(core.program));
    return Status::Yes;
  }

 private:
  static void report(const app::App& app, const std::vector<Edge>& edges, const char* why) {
    for (const Edge& edge : edges)
      complain(fmt::format("{} before {}, {}\n", on_one_line(app.systems[edge.before].name),
                           on_one_line(app.systems[edge.after].name), why));
  }

  std::string file_, visibility_ = "snapshot";
};

class AppFromCommand : public Command {
 public:
  explicit AppFromCommand(CommandLine& line)
      : Command(
            line, "Apps", "from",
            "Print a program as an app, with the access that its terms need; or as constraints to write in an engine") {
    program_argument(*this, "FILE", file_);
    schedule_option(*this, schedule_);
    engine_option(*this, engine_);
    footer("Each leaf of the schedule becomes a system, ordered after the leaves that ⨟ puts right before it.\n" +
           about_engines() +
           "Exit status: 0 done; 2 the program or the usage is wrong; 3 interrupted, or not enough memory; 4 a bug in "
           "coreecs.");
  }
  [[nodiscard]] Spelling ascii() const override { return engine_ ? Command::ascii() : Spelling::Json; }

  [[nodiscard]] Status run() const override {
    const std::optional<Input> input = read_program(line(), file_);
    if (!input) return Status::Wrong;
    const NamedSchedule* schedule = choose_schedule(input->program, file_, schedule_);
    if (!schedule) return Status::Wrong;
    const app::App app = triage::app_of(input->program, *schedule);
    print(engine_ ? triage::engine(*engine_)->constraints(app, app::order(app)) : app::print(app));
    return Status::Yes;
  }

 private:
  std::string file_;
  std::optional<std::string> schedule_, engine_;
};

}  // namespace

std::shared_ptr<Command> app_core_command(CommandLine& line) { return std::make_shared<AppCoreCommand>(line); }
std::shared_ptr<Command> app_from_command(CommandLine& line) { return std::make_shared<AppFromCommand>(line); }

}  // namespace coreecs
