#include <fmt/format.h>

#include "interp/base/interrupt.hpp"
#include "interp/base/progress.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/documents.hpp"
#include "interp/cli/junit.hpp"
#include "interp/cli/memory.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/oracle/commands/commands.hpp"
#include "interp/oracle/commands/engine_lines.hpp"
#include "interp/oracle/lines.hpp"
#include "interp/oracle/tell.hpp"

namespace coreecs {

namespace {

struct JudgedCase {
  std::string id;
  Program program;
  Judgement judgement;

  [[nodiscard]] Notation notation() const { return {program.schema, judgement.names}; }
};

std::string text(const JudgedCase& judged) {
  std::string out = fmt::format("{}: {}", on_one_line(judged.id), word(judged.judgement.kind));
  if (const std::string why = reason_of(judged.judgement, judged.program.schema); !why.empty()) out += ": " + why;
  const char* separator = ": ";
  for (const auto& [engines, ours] : judged.judgement.renaming) {
    out += fmt::format("{}{} is {}", separator, on_one_line(judged.judgement.names(engines)),
                       judged.judgement.names(ours));
    separator = ", ";
  }
  if (judged.judgement.token)
    out += fmt::format("{}replay: {}", *separator == ':' ? ": " : "; ", *judged.judgement.token);
  return out + "\n";
}

void write(JsonWriter& out, const JudgedCase& judged) {
  out.object([&] {
    out.member("id", judged.id);
    write_members(out, judged.judgement, judged.program.schema);
  });
}

TestResult test_result(const JudgedCase& judged) {
  using Kind = TestResult::Kind;
  if (judged.judgement.kind == Judgement::Kind::Yes) return {{}, judged.id};
  return {{},
          judged.id,
          judged.judgement.kind == Judgement::Kind::No ? Kind::Failure : Kind::Skipped,
          reason_of(judged.judgement, judged.program.schema)};
}

/// Judges the cases of a file in turn.
class Cases {
 public:
  Cases(const EngineLines& lines, const Tolerance& tolerance, std::size_t limit)
      : lines_(lines), tolerance_(tolerance), limit_(limit) {}

  /// Calls `tell` for each case, until interrupted.
  template <class Tell>
  void each(const Tell& tell) {
    progress::Task cases("case", lines_.cases.size());
    for (const EngineLine& line : lines_.cases) {
      if (interrupt::requested()) return;
      cases.next();
      const JudgedCase judged = judge(std::get<EngineCase>(read_case(line.text)));
      if (interrupt::requested()) return;
      ++counts_[static_cast<int>(judged.judgement.kind)];
      tell(judged);
    }
  }

  [[nodiscard]] std::size_t count(Judgement::Kind kind) const { return counts_[static_cast<int>(kind)]; }
  /// Whether some case exceeds the limit, or memory.
  [[nodiscard]] bool undecided() const { return undecided_; }

 private:
  JudgedCase judge(EngineCase one) {
    JudgedCase judged{one.id, {}, {.names = Names(one.program.entities), .entities = {}}};
    const auto found = lines_.results.find(one.id);
    if (found == lines_.results.end()) {
      judged.judgement.kind = Judgement::Kind::No;
      judged.judgement.why = one.id == lines_.cut_off ? "its result is cut off" : "there is no result";
    } else {
      const auto result = read_result(found->second.text, one);
      if (const auto* unsupported = std::get_if<Unsupported>(&result)) {
        judged.judgement.why = "unsupported: " + on_one_line(unsupported->why);
      } else {
        const EngineResult& states = std::get<EngineResult>(result);
        if (cut_short([&] { judged.judgement = coreecs::judge(one, states, tolerance_, limit_); }))
          judged.judgement.why = no_memory();
        undecided_ = undecided_ || judged.judgement.kind == Judgement::Kind::Outside;
      }
    }
    judged.program = std::move(one.program);
    return judged;
  }

  const EngineLines& lines_;
  const Tolerance& tolerance_;
  std::size_t limit_;
  std::size_t counts_[3] = {};
  bool undecided_ = false;
};

class JudgeCommand : public Command {
 public:
  explicit JudgeCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;

 private:
  struct Options {
    std::string cases, results;
    Tolerance tolerance;
    std::size_t limit = 10'000;
    bool all = false, json = false;
    std::optional<std::string> junit;  ///< the output file
  };
  Options options_;
};

JudgeCommand::JudgeCommand(CommandLine& line)
    : Command(line, "Engines", "judge", "Say for each case whether some run of the schedule does what the engine did") {
  reads(add_option("CASES", options_.cases, "cases, one per line: { \"id\", \"program\" }; - for standard input"))
      ->required();
  reads(add_option("RESULTS", options_.results,
                   "results, one per line: { \"id\", \"frames\": [state, ...] } or { \"id\", \"final\": state }; - for "
                   "standard input"))
      ->required();
  option_defaults()->group("Settings");
  CLI::Option* relative =
      add_option("--tolerance", options_.tolerance.relative,
                 "treat reals as equal if they differ by at most this fraction of the larger one, such as 1e-9")
          ->check(real_between(0, 1))
          ->type_name("REL");
  add_option("--ulps", options_.tolerance.ulps, "treat reals as equal if they are at most N representable values apart")
      ->check(natural())
      ->excludes(relative);
  add_option("--limit", options_.limit, "give up after N configurations of the runs of a frame, if the schedule races")
      ->check(natural())
      ->capture_default_str();
  option_defaults()->group("Output");
  CLI::Option* all = add_flag("--all", options_.all,
                              "list also the cases that are judged yes, with the run and how entities correspond");
  json_option(*this, options_.json)->excludes(all);
  writes(add_option("--junit", options_.junit, "write a JUnit test report to this file"));
}

Status JudgeCommand::run() const {
  const std::optional<std::string> cases_text = read_text(line(), options_.cases);
  const std::optional<std::string> results_text = read_text(line(), options_.results);
  if (!cases_text || !results_text) return Status::Wrong;
  if (is_another_document(line(), options_.cases, *cases_text, cases_document)) return Status::Wrong;
  const auto lines = read_lines(options_.cases, *cases_text, options_.results, *results_text);
  if (!lines) return Status::Wrong;
  Cases cases(*lines, options_.tolerance, options_.limit);
  std::string out;
  std::vector<TestResult> tests;
  JsonWriter writer(out);
  const auto each = [&](const auto& tell) {
    cases.each([&](const JudgedCase& judged) {
      tell(judged);
      if (options_.junit) tests.push_back(test_result(judged));
    });
  };
  constexpr Judgement::Kind kinds[] = {Judgement::Kind::Yes, Judgement::Kind::No, Judgement::Kind::Outside};
  if (options_.json) {
    writer.wide_object([&] {
      writer.key("cases").wide_list([&] { each([&](const JudgedCase& judged) { write(writer.line(4), judged); }); });
      for (const Judgement::Kind kind : kinds) writer.line(2).member(word(kind), cases.count(kind));
    });
    out += "\n";
  } else {
    each([&](const JudgedCase& judged) {
      if (options_.all || judged.judgement.kind != Judgement::Kind::Yes) print(text(judged));
    });
    out =
        fmt::format("{} yes, {} no, {} outside\n", cases.count(kinds[0]), cases.count(kinds[1]), cases.count(kinds[2]));
  }
  const bool interrupted = interrupt::take_back();
  print(out);
  if (options_.junit && !write_file(*options_.junit, junit("coreecs judge", tests))) return Status::Wrong;
  if (interrupted) complain("coreecs: interrupted\n");
  return cases.count(Judgement::Kind::No) > 0 ? Status::No
         : interrupted || cases.undecided()   ? Status::Undecided
                                              : Status::Yes;
}

}  // namespace

std::shared_ptr<Command> judge_command(CommandLine& line) { return std::make_shared<JudgeCommand>(line); }

}  // namespace coreecs
