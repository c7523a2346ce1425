#include "interp/cli/orders.hpp"

#include <fmt/format.h>

#include "interp/cli/replay.hpp"
#include "interp/decide/confluence.hpp"
#include "interp/decide/count.hpp"
#include "interp/decide/ends.hpp"
#include "interp/fast/linearizations.hpp"
#include "interp/notation/notation.hpp"
#include "interp/report/report.hpp"
#include "interp/run/sample.hpp"

namespace coreecs {

namespace {

/// A, B, ..., Z, AA, AB, ...
std::string letters(std::size_t n) {
  std::string text;
  for (++n; n > 0; n = (n - 1) / 26) text.insert(text.begin(), static_cast<char>('A' + (n - 1) % 26));
  return text;
}

std::string plural(std::size_t n, const char* noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

/// Orders with what each ends in, as they come, and then the ends.
class Printer {
 public:
  Printer(const Notation& notation, bool json) : notation_(notation), json_(json) {}

  void order(const Ending& ending) {
    const std::size_t end = ends_.meet(std::get<State>(ending.end));
    ++orders_;
    std::string out;
    if (json_) {
      out += orders_ > 1 ? ",\n    { \"order\": " : "\n    { \"order\": ";
      notation_.json(out, ending.order);
      out += fmt::format(", \"end\": {}, \"replay\": {} }}", end, json_string(ending.replay));
    } else {
      out += fmt::format("{:>5}  {}  ", orders_, letters(end));
      notation_.invocations(out, ending.order);
      out += "\n         replay: " + shown_replay(ending.replay) + "\n";
    }
    print(out);
  }

  void ends() const {
    std::string out = json_ ? " ],\n  \"ends\": [" : "";
    for (std::size_t j = 0; j < ends_.all().size(); ++j) {
      const Ends::End& end = ends_.all()[j];
      if (json_) {
        out += fmt::format("{}\n    {{ \"orders\": {}, \"final\": ", j > 0 ? "," : "", end.orders);
        notation_.json(out, end.c);
        out += " }";
      } else {
        out += fmt::format("\n  {}  the end of {} of {}\n     ", letters(j), end.orders, plural(orders_, "order"));
        notation_.state(out, end.c, "     ");
      }
    }
    print(json_ ? out + " ]" : out);
  }

 private:
  const Notation& notation_;
  bool json_;
  Ends ends_;
  std::size_t orders_ = 0;
};

}  // namespace

OrdersCommand::OrdersCommand(CLI::App& app, const char* footer) {
  command_ = app.add_subcommand(
      "linearizations", "Count the linearizations of po_c(z); list them, or draw some, each with the state it ends in");
  command_->footer(footer);
  command_->add_option("FILE", options_.file, "a program in JSON, or - for standard input")->required();
  command_->add_option("--schedule", options_.schedule, "the schedule; without it the only one, or the one named main");
  command_->add_option("--frames", options_.frames, "how often the schedule is applied; without it as the program says")
      ->check(natural());
  command_->add_flag("--exact", options_.exact,
                     "print every digit of the number, also where there are more than 10,000");
  CLI::Option* list = command_->add_flag("--list", options_.list, "list them, in the order of the enumeration");
  command_->add_option("--limit", options_.limit, "how many are listed")
      ->check(natural())
      ->needs(list)
      ->capture_default_str();
  CLI::Option* sample =
      command_->add_option("--sample", options_.sample, "draw so many, each of all with the same probability")
          ->check(natural())
          ->excludes(list);
  command_->add_option("--seed", options_.seed, "the same seed draws the same")
      ->check(natural())
      ->needs(sample)
      ->capture_default_str();
  save_replays_option(command_, options_.folder);
  command_->add_flag("--json", options_.json, "print one JSON document");
}

std::optional<Status> OrdersCommand::run() const {
  if (!command_->parsed()) return std::nullopt;
  const std::optional<Input> source = read_program(options_.file);
  if (!source) return Status::Wrong;
  const Program& program = source->program;
  const auto* schedule = choose_schedule(program, options_.file, options_.schedule);
  if (!schedule) return Status::Wrong;
  const std::uint64_t frames = options_.frames.value_or(program.frames);
  Execution reference(program, *schedule);
  try {
    while (reference.frame() < frames) reference.advance();
  } catch (const RuntimeError& error) {
    complain(show(options_.file, error, reference.names()));
    return Status::Wrong;
  }
  const Replayer replayer(program, schedule->z, frames, true, reference.environment());
  const PartialOrder& po = replayer.order();
  const std::string count = options_.exact ? exact_count(po) : shown_count(po);
  if (options_.json)
    print(fmt::format("{{ \"schedule\": \"{}\", \"frames\": {},\n  \"invocations\": {}, \"linearizations\": \"{}\"",
                      schedule->name, frames, po.size(), count));
  else
    print(fmt::format("{}: schedule {}, {}\n  po_c(z): {}, {} linearization{}\n", program.name, schedule->name,
                      plural(frames, "frame"), plural(po.size(), "invocation"), count, count == "1" ? "" : "s"));

  Tokens tokens(options_.folder);
  const Notation notation{program.schema, reference.names()};
  Printer printer(notation, options_.json);
  const auto show_order = [&](const Linearization& order) {
    Ending ending = perform(program.start, po, order);
    ending.replay = tokens(replayer.record(ending.order));
    printer.order(ending);
  };
  const auto heading = [&](const std::string& json, const std::string& text) {
    print(options_.json ? ",\n  " + json + ",\n  \"orders\": [" : "\n  " + text + ":\n");
  };
  if (options_.list) {
    fast::Linearizations all(po);
    bool more = all.next();
    heading(fmt::format("\"limit\": {}", options_.limit),
            linearizations_rounded(po) > options_.limit ? fmt::format("The first {}", options_.limit) : "All of them");
    for (std::uint64_t listed = 0; more && listed < options_.limit; ++listed, more = all.next())
      show_order(all.current());
    printer.ends();
  } else if (options_.sample) {
    heading(fmt::format("\"seed\": {}", options_.seed),
            fmt::format("{} drawn with seed {}", *options_.sample, options_.seed));
    for (std::uint64_t drawn = 0; drawn < *options_.sample; ++drawn) {
      Random random(options_.seed, drawn);
      show_order(sample(po, random));
    }
    printer.ends();
  }
  if (options_.json) print(" }\n");
  return tokens.status(Status::Yes);
}

}  // namespace coreecs
