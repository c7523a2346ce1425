#include "interp/views/explain/explain.hpp"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>

#include "interp/base/interrupt.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/programs.hpp"
#include "interp/commands/commands.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/run/execution.hpp"
#include "interp/views/explain/glossary.hpp"
#include "interp/views/report/report.hpp"

namespace coreecs {

namespace {

struct ExplainOptions {
  std::string what;
  std::optional<std::string> schedule;
  std::uint64_t frame = 1, most = 20;
  std::size_t limit = 100'000;
  bool brief = false, json = false;
};

Status explain_word(const GlossaryEntry& entry, bool as_json) {
  print(as_json ? json(entry) : show(entry));
  return Status::Yes;
}

/// Prints that neither such a file nor such a word exists.
Status complain_of(const std::string& what) {
  std::vector<std::string_view> words;
  const auto add = [&](const std::string& word) {
    if (std::isalpha(static_cast<unsigned char>(word.front())) != 0) words.push_back(word);
  };
  for (const GlossaryEntry& entry : glossary()) {
    add(entry.title);
    for (const std::string& name : entry.also) add(name);
  }
  const std::string_view meant = nearest(what, words);
  complain("coreecs explain",
           fmt::format("unknown file or word {}; {}write the path of a program, or a word of specs/reference/words.md",
                       in_quotes(what), meant.empty() ? "" : "did you mean " + in_quotes(meant) + "? or "));
  return Status::Wrong;
}

Status explain_program(const Program& program, const std::string& file, const ExplainOptions& options) {
  const NamedSchedule* schedule = choose_schedule(program, file, options.schedule);
  if (!schedule) return Status::Wrong;
  std::optional<Derivation> derived;
  std::uint64_t frame = 0;
  Execution execution(program, *schedule, {}, [&](const State& c, const Schedule& z, At at) {
    if (++frame < options.frame) return fast::advance(c, z, at);
    derived = derive(c, z, at);
    return derived->end;
  });
  try {
    execution.advance_to(options.frame);
  } catch (const RuntimeError& error) {
    complain(show(file, error, execution.names()));
    return Status::Wrong;
  }
  const Verdict verdict = check(program, *schedule, options.frame, options.limit);
  const bool interrupted = interrupt::take_back();
  const Names all = names(program, verdict);
  const Notation of_verdict{program.schema, all};
  const Explained explained{.of = *derived,
                            .z = schedule->z,
                            .env = execution.environment(),
                            .notation = {program.schema, execution.names()},
                            .detail = {.most = options.most, .brief = options.brief},
                            .program = &program};
  if (options.json) {
    print(json(explained, schedule->name, options.frame, verdict, of_verdict));
  } else {
    print(fmt::format("{}: schedule {}, frame {}\n", on_one_line(program.name), schedule->name, options.frame));
    Lines lines;
    try {
      explain_leaves(explained, lines);
      if (!options.brief) explain_schedule(explained, lines);
      explain_order(explained, lines);
      explain_construction(explained, lines);
      explain_verdict(verdict, of_verdict, lines);
    } catch (const Interrupted&) {
      print(lines.take());
      throw;
    }
    print(lines.take());
  }
  if (interrupted) throw Interrupted();
  return Status::Yes;
}

class ExplainCommand : public Command {
 public:
  explicit ExplainCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;

 private:
  ExplainOptions options_;
};

ExplainCommand::ExplainCommand(CommandLine& line)
    : Command(line, "Look", "explain",
              "Explain how a frame comes about and why its verdicts are what they are; or explain a word, a rule, a "
              "theorem or a symbol: explain roll, explain 4.7, explain system/conc, explain ⇓, explain D5") {
  const std::optional<std::string> native = native_file();
  if (native) options_.what = *native;
  reads(add_option("FILE", options_.what, "the program in JSON, or - for standard input; or a word"))
      ->required(!native);
  set_option(*this);
  schedule_option(*this, options_.schedule);
  add_option("--frame", options_.frame, "the frame to explain; verdicts are about all frames up to it")
      ->check(positive())
      ->capture_default_str();
  limit_option(*this, options_.limit);
  option_defaults()->group("Output");
  CLI::Option* brief = add_flag("--brief", options_.brief, "print results without their derivation");
  add_option("--most", options_.most, "show at most N matches, invocations or pairs")
      ->check(positive())
      ->capture_default_str();
  brief->excludes(json_option(*this, options_.json));
}

Status ExplainCommand::run() const {
  const bool is_file = options_.what == "-" || options_.what == native_file() ||
                       std::filesystem::exists(options_.what) || options_.what.ends_with(".json");
  if (!is_file) {
    const GlossaryEntry* entry = find_entry(options_.what);
    if (!entry) return complain_of(options_.what);
    if (line().settings().empty()) return explain_word(*entry, options_.json);
    complain("coreecs explain", "--set: " + in_quotes(options_.what) + " is a word; expected a program");
    return Status::Wrong;
  }
  return ended(options_.what, [&] {
    const std::optional<Input> source = read_program(line(), options_.what);
    return source ? explain_program(source->program, options_.what, options_) : Status::Wrong;
  });
}

}  // namespace

std::shared_ptr<Command> explain_command(CommandLine& line) { return std::make_shared<ExplainCommand>(line); }

}  // namespace coreecs
