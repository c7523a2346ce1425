#include <fmt/format.h>

#include <array>
#include <limits>

#include "interp/apps/app/blocks.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/apps/app/tasks.hpp"
#include "interp/apps/commands/apps.hpp"
#include "interp/apps/commands/commands.hpp"
#include "interp/apps/schedulers/charts.hpp"
#include "interp/apps/schedulers/comparison.hpp"
#include "interp/cli/command.hpp"
#include "interp/language/notation/notation.hpp"

namespace coreecs {

namespace {

using schedulers::Tasks;
using Take = app::Timing::Take;

constexpr std::array<std::pair<const char*, Take>, 4> all_takes = {
    {{"middle", Take::Middle}, {"least", Take::Least}, {"most", Take::Most}, {"random", Take::Random}}};

/// "2", "0.5" or "1..10"; nothing if it is not a duration.
std::optional<app::Duration> read_duration(const std::string& text) {
  const auto number = [](const std::string& one) -> std::optional<double> {
    if (one.empty() || one.size() > 18 || one.find_first_not_of("0123456789.") != std::string::npos)
      return std::nullopt;
    if (one.front() == '.' || one.back() == '.' || one.find('.') != one.rfind('.')) return std::nullopt;
    return std::stod(one);
  };
  const std::size_t dots = text.find("..");
  const auto least = number(text.substr(0, dots)),
             most = dots == std::string::npos ? least : number(text.substr(dots + 2));
  if (!least || !most || *least > *most) return std::nullopt;
  return app::Duration{*least, *most};
}

struct SimulateOptions {
  std::string file, durations = "middle", undeclared = "1";
  std::optional<std::string> scheduler, gantt, trace;
  std::uint64_t workers = 4, seed = 1, limit = 100'000;
  std::optional<std::uint64_t> draws;
  bool split = false, pairs = false, json = false;
};

class AppSimulateCommand : public Command {
 public:
  explicit AppSimulateCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;

 private:
  /// Whether the given numbers can be simulated; prints why not.
  [[nodiscard]] bool can_simulate(const app::App& app, std::size_t threads) const;
  [[nodiscard]] app::Timing timing() const;
  [[nodiscard]] std::span<const schedulers::Scheduler> among() const;
  [[nodiscard]] std::string title(const app::App& app) const;
  /// The tasks with short names, if people read them.
  [[nodiscard]] Tasks named(const app::App& app, Tasks tasks) const;
  [[nodiscard]] Status draw(const app::App& app) const;
  /// Writes the requested files; false if one could not be written.
  [[nodiscard]] bool write(const app::App& app, const schedulers::Comparison::Row& row, const Tasks& tasks,
                           const schedulers::Clock& clock) const;

  SimulateOptions options_;
};

AppSimulateCommand::AppSimulateCommand(CommandLine& line)
    : Command(line, "Apps", "simulate",
              "Run an app on models of schedulers: how long each takes, which systems run in parallel, and when "
              "commands are applied") {
  app_argument(*this, options_.file);
  option_defaults()->group("Execution");
  std::vector<std::string> names;
  for (const schedulers::Scheduler& each : schedulers::all_schedulers()) names.emplace_back(each.name);
  CLI::Option* scheduler =
      add_option("--scheduler", options_.scheduler,
                 "run only this model, and list what happens when; default: all models, side by side")
          ->check(CLI::IsMember(names));
  add_option("--workers", options_.workers, "number of threads that run systems; the first one is the main thread")
      ->check(natural())
      ->capture_default_str();
  add_flag("--split", options_.split,
           "divide systems that need no particular thread among the workers, as Flecs divides multi_threaded systems");
  option_defaults()->group("Durations");
  CLI::Option* durations =
      add_option("--durations", options_.durations, "which duration between the declared least and most")
          ->check(CLI::IsMember({"middle", "least", "most", "random"}))
          ->capture_default_str();
  CLI::Option* seed =
      add_option("--seed", options_.seed, "the seed of random durations")->check(natural())->capture_default_str();
  add_option("--undeclared", options_.undeclared,
             "the duration of systems that declare none: a number, or a range such as 1..10")
      ->type_name("TIME")
      ->capture_default_str();
  CLI::Option* draws = add_option("--draws", options_.draws,
                                  "draw durations N times, with the seeds from --seed on, and print the least, mean "
                                  "and most time of each scheduler")
                           ->check(natural());
  option_defaults()->group("Output");
  CLI::Option* pairs = add_flag("--pairs", options_.pairs,
                                "count the pairs that may run at once or in either order, and the orders of all "
                                "systems; with --scheduler, list the pairs");
  CLI::Option* limit =
      add_option("--limit", options_.limit,
                 "search for the fastest schedule for at most N nodes, and count orders up to N order ideals")
          ->check(natural())
          ->capture_default_str();
  CLI::Option* gantt = writes(add_option("--gantt", options_.gantt, "write the timeline to this file, as SVG"));
  CLI::Option* trace = writes(
      add_option("--trace", options_.trace, "write the timeline to this file for Perfetto and chrome://tracing"));
  json_option(*this, options_.json);
  only_with(seed, {{durations, "random"}});
  only_with(draws, {{durations, "random"}});
  for (const CLI::Option* one : {gantt, trace}) only_with(one, {{scheduler}});
  never_with({draws}, {pairs, limit, gantt, trace});
  std::string about = "Models:\n";
  for (const schedulers::Scheduler& each : schedulers::all_schedulers())
    about += fmt::format("  {}: {}\n", each.name, each.about);
  footer(about +
         "Exit status: 0 done; 2 the app or the usage is wrong; 3 a signal or lack of memory ended the search for the "
         "fastest schedule; the rest is printed if it was known; 4 a bug in coreecs.");
}

bool AppSimulateCommand::can_simulate(const app::App& app, std::size_t threads) const {
  const auto refuse = [&](const std::string& why) {
    complain("coreecs app simulate", why);
    return false;
  };
  const auto undeclared = read_duration(options_.undeclared);
  if (!undeclared)
    return refuse(fmt::format("--undeclared: found {}; expected a number, as 0.5, or the least and the most, as 1..10",
                              options_.undeclared));
  if (options_.draws == 0) return refuse("--draws: found 0; expected one draw at least");
  if (options_.workers < threads)
    return refuse(fmt::format("--workers: found {}; expected {} at least, for the threads that systems of {} ask for",
                              options_.workers, threads, options_.file));
  constexpr std::uint64_t most_workers = 1024;
  if (options_.workers > most_workers)
    return refuse(fmt::format("--workers: found {}; expected {} at most", options_.workers, most_workers));
  const double longest = app::longest_time(app, *undeclared);
  if (longest > app::most_time)
    return refuse(fmt::format("{}: found durations that add up to {:g}; expected {:g} at most", options_.file, longest,
                              app::most_time));
  return true;
}

app::Timing AppSimulateCommand::timing() const {
  const auto take = std::find_if(all_takes.begin(), all_takes.end(),
                                 [&](const auto& one) { return one.first == options_.durations; });
  return {take->second, options_.seed, *read_duration(options_.undeclared), options_.split};
}

std::span<const schedulers::Scheduler> AppSimulateCommand::among() const {
  if (!options_.scheduler) return schedulers::all_schedulers();
  return {schedulers::scheduler(*options_.scheduler), 1};
}

std::string AppSimulateCommand::title(const app::App& app) const {
  const bool random = options_.durations == "random";
  return fmt::format("{}: {}{} on {}, durations: {}{}", app.name, plural(app.systems.size(), "system"),
                     options_.scheduler ? " by " + *options_.scheduler : "", plural(options_.workers, "worker"),
                     options_.durations, random ? fmt::format(", seed {}", options_.seed) : "");
}

Tasks AppSimulateCommand::named(const app::App& app, Tasks tasks) const {
  if (options_.json) return tasks;
  const std::vector<std::string> names = app::last_names(app);
  for (std::size_t k = 0; k < names.size(); ++k) tasks.tasks[k].name = names[k];
  return tasks;
}

Status AppSimulateCommand::draw(const app::App& app) const {
  std::uint64_t ticks_per_unit = 1;
  const auto all = schedulers::spreads(
      [&](std::size_t k) {
        app::Timing timing = this->timing();
        timing.seed += k;
        app::TimedTasks timed = timed_tasks(app, timing);
        ticks_per_unit = timed.ticks_per_unit;
        return std::move(timed.tasks);
      },
      *options_.draws, options_.workers, among());
  const schedulers::Clock clock{ticks_per_unit};
  const bool interrupted = interrupt::take_back();
  const std::size_t draws = all.front().draws;
  if (options_.json)
    print(json(all, draws, title(app), options_.workers, clock));
  else
    print(on_one_line(title(app)) + "\n" + show(all, draws, clock));
  if (interrupted) complain(options_.file, fmt::format("interrupted after {}", plural(draws, "draw")));
  return interrupted ? Status::Undecided : Status::Yes;
}

bool AppSimulateCommand::write(const app::App& app, const schedulers::Comparison::Row& row, const Tasks& tasks,
                               const schedulers::Clock& clock) const {
  const schedulers::Machine machine(tasks, row.plan, options_.workers);
  if (options_.gantt && !write_file(*options_.gantt, svg(gantt(machine, row.timeline, title(app), clock))))
    return false;
  return !options_.trace || write_file(*options_.trace, timeline_json(machine, row.timeline, title(app), clock));
}

Status AppSimulateCommand::run() const {
  std::optional<AppInput> input = read_app(line(), options_.file);
  if (!input) return Status::Wrong;
  note_observers(input->app, options_.file, "observers take no time here");
  if (const app::Blocks blocks(input->app); !blocks.empty())
    input->app = app::collapsed(input->app, blocks, app::order(input->app), *read_duration(options_.undeclared)).app;
  if (!can_simulate(input->app, app::threads(app::tasks(input->app)))) return Status::Wrong;
  if (options_.draws) return draw(input->app);
  const app::TimedTasks timed = timed_tasks(input->app, timing());
  const Tasks tasks = named(input->app, timed.tasks);
  const schedulers::Clock clock{timed.ticks_per_unit};
  const schedulers::Comparison all =
      compared(tasks, options_.workers, among(), {options_.limit, options_.pairs ? options_.limit : 0});
  interrupt::take_back();
  print(options_.json ? json(all, tasks, title(input->app), clock)
                      : show(all, tasks, on_one_line(title(input->app)), clock));
  if (options_.scheduler && !write(input->app, all.rows.front(), tasks, clock)) return Status::Wrong;
  return all.cut() ? Status::Undecided : Status::Yes;
}

}  // namespace

std::shared_ptr<Command> app_simulate_command(CommandLine& line) { return std::make_shared<AppSimulateCommand>(line); }

}  // namespace coreecs
