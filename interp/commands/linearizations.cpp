#include <fmt/format.h>

#include "interp/base/progress.hpp"
#include "interp/check/decide/confluence.hpp"
#include "interp/check/decide/count.hpp"
#include "interp/check/decide/ends.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/interrupt.hpp"
#include "interp/commands/commands.hpp"
#include "interp/commands/replay.hpp"
#include "interp/fast/count.hpp"
#include "interp/fast/linearizations.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/run/controlled.hpp"
#include "interp/views/report/answer.hpp"
#include "interp/views/report/report.hpp"

namespace coreecs {

namespace {

struct OrdersOptions {
  std::string file;
  std::optional<std::string> schedule, folder;
  std::optional<std::uint64_t> frames, sample;
  std::uint64_t limit = 100, seed = 1;
  bool exact = false, list = false, json = false;
};

/// A, B, ..., Z, AA, AB, ...
std::string letters(std::size_t n) {
  std::string text;
  for (++n; n > 0; n = (n - 1) / 26) text.insert(text.begin(), static_cast<char>('A' + (n - 1) % 26));
  return text;
}

/// The request about one schedule.
struct Question {
  const Program& program;
  const std::string& schedule;
  std::uint64_t frames;
  const OrdersOptions& options;
  const Replayer& replayer;
  const Notation& notation;

  [[nodiscard]] const PartialOrder& po() const { return replayer.order(); }
  [[nodiscard]] std::string count() const { return options.exact ? exact_count(po()) : shown_count(po()); }
  [[nodiscard]] bool shows_orders() const { return options.list || options.sample; }
};

/// Calls `show` for each requested order, with the number of its end, until an interrupt.
template <class Show>
void each_order(const Question& question, Ends& ends, Tokens& tokens, const Show& show) {
  progress::Task orders = question.options.list ? progress::Task("order", progress::AtMost{question.options.limit})
                                                : progress::Task("order", *question.options.sample);
  const auto perform = [&](const Linearization& order) {
    orders.next();
    try {
      Ending ending = coreecs::perform(question.program.start, question.po(), order);
      ending.replay = tokens(question.replayer.record(ending.order));
      show(ending, ends.meet(std::get<State>(ending.end)));
    } catch (const Interrupted&) {  // this order is not shown; the loop ends
    }
  };
  if (question.options.list) {
    fast::Linearizations all(question.po());
    bool more = all.next();
    for (std::uint64_t listed = 0; more && listed < question.options.limit && !interrupt::take_back();
         ++listed, more = all.next())
      perform(all.current());
  } else {
    for (std::uint64_t drawn = 0; drawn < *question.options.sample && !interrupt::take_back(); ++drawn) {
      Random random(question.options.seed, drawn);
      perform(sample(question.po(), random));
    }
  }
}

void print_text(const Question& question, Tokens& tokens) {
  print(fmt::format("{}: schedule {}, {}\n  po_c(z): {}, {}\n", on_one_line(question.program.name), question.schedule,
                    plural(question.frames, "frame"), plural(question.po().size(), "invocation"),
                    show_count(question.count(), question.options.exact)));
  if (!question.shows_orders()) return;
  const bool with_leaves = some_differ_by_leaf(question.po());
  if (with_leaves)
    print(fmt::format("  {} ≜ {}\n", question.schedule,
                      numbered(find_schedule(question.program, question.schedule)->z, question.frames)));
  const std::uint64_t limit = question.options.limit;
  print(!question.options.list
            ? fmt::format("\n  {} drawn with seed {}:\n", *question.options.sample, question.options.seed)
        : fast::linearizations_rounded(question.po()) > limit ? fmt::format("\n  The first {}:\n", limit)
                                                              : "\n  All of them:\n");
  Ends ends;
  std::size_t orders = 0;
  each_order(question, ends, tokens, [&](const Ending& ending, std::size_t end) {
    std::string out = fmt::format("{:>5}  {}  ", ++orders, letters(end));
    question.notation.invocations(out, ending.order, with_leaves);
    print(out + "\n         replay: " + shown_replay(ending.replay) + "\n");
  });
  for (std::size_t j = 0; j < ends.all().size(); ++j) {
    const Ends::End& end = ends.all()[j];
    std::string out =
        fmt::format("\n  {}  the end of {} of {}\n     ", letters(j), end.orders, plural(orders, "order"));
    question.notation.state(out, end.c, "     ");
    print(out);
  }
}

void print_json(const Question& question, Tokens& tokens) {
  std::string out;
  JsonWriter json(out);
  json.wide_object([&] {
    json.member("schedule", question.schedule);
    json.member("frames", question.frames);
    json.line(2).member("invocations", question.po().size());
    json.member("linearizations", question.count());
    if (!question.shows_orders()) return;
    json.line(2);
    question.options.list ? json.member("limit", question.options.limit) : json.member("seed", question.options.seed);
    Ends ends;
    json.line(2).key("orders").wide_list([&] {
      each_order(question, ends, tokens, [&](const Ending& ending, std::size_t end) {
        json.line(4).wide_object([&] {
          question.notation.json(json.key("order"), ending.order);
          json.member("end", end);
          json.member("replay", ending.replay);
        });
        print(std::exchange(out, {}));
      });
    });
    json.line(2).key("ends").wide_list([&] {
      for (const Ends::End& end : ends.all()) {
        json.line(4).wide_object([&] {
          json.member("orders", end.orders);
          question.notation.json(json.key("final"), end.c);
        });
      }
    });
  });
  print(out + "\n");
}

class OrdersCommand : public Command {
 public:
  explicit OrdersCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;

 private:
  OrdersOptions options_;
};

OrdersCommand::OrdersCommand(CommandLine& line)
    : Command(line, "Look", "linearizations",
              "Count the linearizations of po_c(z); list them, or draw some, each with the state it ends in") {
  program_argument(*this, "FILE", options_.file);
  option_defaults()->group("Settings");
  schedule_option(*this, options_.schedule);
  frames_option(*this, options_.frames);
  CLI::Option* list = add_flag("--list", options_.list, "list them, in a fixed order");
  add_option("--limit", options_.limit, "how many to list")->check(natural())->needs(list)->capture_default_str();
  CLI::Option* sample =
      add_option("--sample", options_.sample, "draw N of them at random, each with the same probability")
          ->check(natural())
          ->excludes(list);
  add_option("--seed", options_.seed, "the seed; the same seed draws the same orders")
      ->check(natural())
      ->needs(sample)
      ->capture_default_str();
  option_defaults()->group("Output");
  add_flag("--exact", options_.exact,
           "print every digit of the number; without it, numbers of more than 15 digits (with --json, 10,000) are "
           "rounded to three");
  only_with(save_replays_option(*this, options_.folder), {{list}, {sample}});
  json_option(*this, options_.json);
}

Status OrdersCommand::run() const {
  const std::optional<Input> source = read_program(line(), options_.file);
  if (!source) return Status::Wrong;
  const Program& program = source->program;
  const auto* schedule = choose_schedule(program, options_.file, options_.schedule);
  if (!schedule) return Status::Wrong;
  const std::uint64_t frames = options_.frames.value_or(program.frames);
  Execution reference(program, *schedule);
  try {
    reference.advance_to(frames);
  } catch (const RuntimeError& error) {
    complain(show(options_.file, error, reference.names()));
    return Status::Wrong;
  }
  const Replayer replayer(program, schedule->z, frames, true, reference.environment());
  const Notation notation{program.schema, reference.names()};
  Tokens tokens(options_.folder);
  const Question question{program, schedule->name, frames, options_, replayer, notation};
  options_.json ? print_json(question, tokens) : print_text(question, tokens);
  if (!NotesInterrupt::noted()) return tokens.status(Status::Yes);
  complain(options_.file, "interrupted");
  return Status::Undecided;
}

}  // namespace

std::shared_ptr<Command> linearizations_command(CommandLine& line) { return std::make_shared<OrdersCommand>(line); }

}  // namespace coreecs
