#include "interp/cli/command.hpp"
#include "interp/cli/programs.hpp"
#include "interp/commands/commands.hpp"
#include "interp/commands/perform.hpp"
#include "interp/commands/replay.hpp"

namespace coreecs {

namespace {

class RunCommand : public Command {
 public:
  explicit RunCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;

 private:
  RunOptions options_;
};

RunCommand::RunCommand(CommandLine& line)
    : Command(line, "Run and check", "run",
              "Run a program frame by frame and print every frame's state; say which "
              "invariants fail") {
  footer(
      with_languages("For a small program, run warns on standard error if the schedule is not confluent. Without a "
                     "warning, it may still not be.",
                     line, "run"));
  options_.programs.add_to(*this);

  frames_option(*this, options_.frames);
  language_options(*this);
  CLI::Option* replay = reads(add_option("--replay", options_.replay,
                                         "perform the run of this token, which check, linearizations or --record "
                                         "printed; @FILE reads it from a file"))
                            ->type_name("TOKEN");
  add_flag("--anyway", options_.anyway,
           "perform the run of the token even if the systems, the schedule or the start state have changed since, as "
           "far as its steps can be performed")
      ->needs(replay);
  option_defaults()->group("Execution");
  CLI::Option* executor = add_option("--executor", options_.executor,
                                     "reference: one thread, exactly as the paper defines it; threads: several threads")
                              ->check(CLI::IsMember({"reference", "threads"}))
                              ->capture_default_str();
  CLI::Option* threads = add_option("--threads", options_.threads,
                                    "number of threads, at most 1024; default: one for each processor. If the "
                                    "operating system starts fewer, coreecs uses these")
                             ->check(positive())
                             ->check(CLI::Range(1, 1024).description(""));
  CLI::Option* visibility =
      add_option("--visibility", options_.visibility,
                 "snapshot: each invocation observes the state that the calculus defines. shared: threads apply each "
                 "mutation immediately to one shared state, and observe that state")
          ->check(CLI::IsMember({"snapshot", "shared"}))
          ->capture_default_str();
  CLI::Option* seed =
      add_option("--schedule-seed", options_.seed,
                 "run on one thread, in an order that this seed chooses; the same seed gives the same run")
          ->check(natural())
          ->excludes(executor);
  CLI::Option* strategy =
      add_option("--strategy", options_.strategy,
                 "how the seed chooses. uniform: every linearization of po_c(z) is equally likely. pct: a bug that "
                 "depends on the order of d invocations shows in a run with a probability of at least 1/(n k^(d-1)), "
                 "for k invocations in n threads; each invocation of a conc counts as a thread, and so does each seq")
          ->check(CLI::IsMember({"uniform", "pct"}))
          ->capture_default_str()
          ->needs(seed);
  CLI::Option* depth =
      add_option("--depth", options_.depth, "the d of pct")->check(positive())->capture_default_str()->needs(seed);
  CLI::Option* repeat = add_option("--repeat", options_.repeat,
                                   "run it N times, and count the different final states; the exit status is 1 if "
                                   "there is more than one. With a seed, the j-th run uses the seed's j-th stream")
                            ->check(positive());
  option_defaults()->group("Output");
  CLI::Option* by = add_option("--by", options_.by, "print a state by component, or by entity")
                        ->check(CLI::IsMember({"component", "entity"}))
                        ->capture_default_str();
  CLI::Option* steps = add_flag("--steps", options_.steps,
                                "list the invocations of each frame in the order of the reference run: the match, what "
                                "it observes, its mutation, and what that changes");
  CLI::Option* last = add_flag("--last", options_.last, "print only the last state");
  CLI::Option* every = add_option("--every", options_.every, "print the start, every N-th frame, and the last one")
                           ->check(positive())
                           ->excludes(last);
  CLI::Option* only =
      words_option(*this, "--only", options_.only, "print only these components; separate several with commas")
          ->type_name("COMPONENTS");
  CLI::Option* diff = add_flag("--diff", options_.diff,
                               "print only what changed since the last printed state, and which invocation wrote it");
  CLI::Option* as_json = json_option(*this, options_.json);
  CLI::Option* record =
      add_flag("--record", options_.record, "print the token of the run that was performed, for --replay");
  CLI::Option* saved = save_replays_option(*this, options_.folder);
  CLI::Option* trace = writes(add_option("--trace", options_.trace,
                                         "write a trace of the threads, with times, to this file; Perfetto, "
                                         "chrome://tracing and check-trace read it"))
                           ->excludes(repeat);
  const Command::Use on_threads{executor, "threads"};
  for (CLI::Option* option : {threads, visibility, trace}) only_with(option, {on_threads});
  for (CLI::Option* option : {repeat, record, saved}) only_with(option, {on_threads, {seed}});
  only_with(depth, {{strategy, "pct"}});
  for (CLI::Option* option : {executor, seed, repeat, record, saved}) replay->excludes(option);
  by->excludes(as_json);
  for (CLI::Option* option : {executor, seed, replay}) {
    steps->excludes(option);
    diff->excludes(option);
  }
  for (CLI::Option* option : {seed, replay, repeat})
    for (CLI::Option* part : {last, every, only}) part->excludes(option);
  steps->excludes(only)->excludes(diff);
  record->excludes(saved);
  never_with({visibility, "shared"}, {record, saved});  // its runs need not be runs of the model
  for (CLI::Option* option : {as_json, saved, trace}) for_one_file(option);
}

Status RunCommand::run() const {
  return options_.programs.each(
      *this, [&](const Input& source, const std::string& file) { return perform(line(), source, file, options_); });
}

}  // namespace

std::shared_ptr<Command> run_command(CommandLine& line) { return std::make_shared<RunCommand>(line); }

}  // namespace coreecs
