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
      with_languages("A line on standard error warns of a small program whose schedule is not confluent. No warning "
                     "does not mean that "
                     "it is.",
                     line, "run"));
  options_.programs.add_to(*this);

  const CLI::Validator positive(
      [](const std::string& text) {
        const std::string wrong = natural()(text);
        return wrong.empty() && text.find_first_not_of('0') == std::string::npos ? "expected at least 1" : wrong;
      },
      "N");
  frames_option(*this, options_.frames);
  language_options(*this);
  CLI::Option* replay =
      reads(add_option("--replay", options_.replay,
                       "perform the run that a token of check, linearizations or --record stands for; @FILE reads it "
                       "from a file"))
          ->type_name("TOKEN");
  add_flag("--anyway", options_.anyway,
           "perform the run of the token also where it was made for other systems, another schedule or another "
           "start state, as far as its steps can be performed")
      ->needs(replay);
  option_defaults()->group("Who runs it");
  CLI::Option* executor = add_option("--executor", options_.executor, "the denotation in one thread, or threads")
                              ->check(CLI::IsMember({"reference", "threads"}))
                              ->capture_default_str();
  CLI::Option* threads = add_option("--threads", options_.threads,
                                    "how many threads, at most 1024, and fewer where the system starts no more; "
                                    "without it one for each processor")
                             ->check(positive)
                             ->check(CLI::Range(1, 1024).description(""));
  CLI::Option* visibility =
      add_option("--visibility", options_.visibility,
                 "snapshot: what an invocation observes is what the calculus says. shared: threads apply each "
                 "mutation at once to one state, and observe that")
          ->check(CLI::IsMember({"snapshot", "shared"}))
          ->capture_default_str();
  CLI::Option* seed = add_option("--schedule-seed", options_.seed,
                                 "one thread, whose choices are made by this seed: the same seed, the same run")
                          ->check(natural())
                          ->excludes(executor);
  CLI::Option* strategy =
      add_option("--strategy", options_.strategy,
                 "of the seed: uniform, every linearization of po_c(z) with the same probability; or pct, which "
                 "hits an ordering of d invocations that matters with a probability of at least 1/(n k^(d-1)), of "
                 "k invocations in n threads: those of a conc, one each, and each seq")
          ->check(CLI::IsMember({"uniform", "pct"}))
          ->capture_default_str()
          ->needs(seed);
  CLI::Option* depth =
      add_option("--depth", options_.depth, "d of pct")->check(positive)->capture_default_str()->needs(seed);
  CLI::Option* repeat =
      add_option("--repeat", options_.repeat,
                 "run it so often, with a seed the j-th time with its j-th stream, and say how many different "
                 "states that ends in; the status is 1 where they differ")
          ->check(positive);
  option_defaults()->group("What is written");
  CLI::Option* by = add_option("--by", options_.by, "print a state by component, or by entity")
                        ->check(CLI::IsMember({"component", "entity"}))
                        ->capture_default_str();
  CLI::Option* steps = add_flag("--steps", options_.steps,
                                "of each frame what is invoked, in the order of the reference: the match, what it "
                                "observes, its mutation, and what that changes");
  CLI::Option* last = add_flag("--last", options_.last, "print the last state only");
  CLI::Option* every = add_option("--every", options_.every, "print the start, every N-th frame, and the last one")
                           ->check(positive)
                           ->excludes(last);
  CLI::Option* only =
      words_option(*this, "--only", options_.only, "print these components only, with commas between them")
          ->type_name("COMPONENTS");
  CLI::Option* diff = add_flag("--diff", options_.diff,
                               "print only what changed since the state printed before, and which invocation of the "
                               "reference wrote it");
  CLI::Option* as_json = json_option(*this, options_.json);
  CLI::Option* record =
      add_flag("--record", options_.record, "print the token of the run that was performed, for --replay");
  CLI::Option* saved = save_replays_option(*this, options_.folder);
  CLI::Option* trace = writes(add_option("--trace", options_.trace,
                                         "write what happened on which thread, and when, to this file, for Perfetto, "
                                         "chrome://tracing, and check-trace"))
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
