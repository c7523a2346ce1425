#include <fmt/format.h>

#include <unordered_map>

#include "interp/cli/commands.hpp"
#include "interp/cli/documents.hpp"
#include "interp/cli/memory.hpp"
#include "interp/fast/interrupt.hpp"
#include "interp/fast/progress.hpp"
#include "interp/notation/notation.hpp"
#include "interp/notation/xml.hpp"
#include "interp/oracle/lines.hpp"
#include "interp/oracle/tell.hpp"

namespace coreecs {

namespace {

/// A line of a file, as messages name it.
struct Line {
  std::string place;  ///< "results.jsonl:12"
  std::string_view text;
};

std::vector<Line> lines(const std::string& file, std::string_view text) {
  std::vector<Line> all;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.find_first_not_of(" \t\r") != line.npos) all.push_back({fmt::format("{}:{}", file, number), line});
  }
  return all;
}

/// What was read, or nothing when its problems have been printed.
template <class T, class Read>
const T* without_problems(const Line& line, const Read& read) {
  if (const auto* problems = std::get_if<std::vector<Problem>>(&read))
    for (const Problem& problem : *problems) complain(show(line.place, problem) + "\n");
  return std::get_if<T>(&read);
}

/// The lines of results by their ids; nothing when what is wrong has been printed.
std::optional<std::unordered_map<std::string, Line>> by_id(const std::vector<Line>& results) {
  std::unordered_map<std::string, Line> all;
  bool good = true;
  for (const Line& line : results) {
    const auto read = read_id(line.text);
    const std::string* id = without_problems<std::string>(line, read);
    if (id && !all.emplace(*id, line).second)
      complain(fmt::format("{}: found another result with the id {}\n", line.place, in_quotes(*id)));
    good = good && id && all.at(*id).place == line.place;
  }
  return good ? std::optional(std::move(all)) : std::nullopt;
}

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

/// A test as JUnit reports it.
std::string test_case(const JudgedCase& judged) {
  std::string out = fmt::format("  <testcase name=\"{}\"", in_xml(judged.id));
  if (judged.judgement.kind == Judgement::Kind::Yes) return out + "/>\n";
  return out + fmt::format("><{} message=\"{}\"/></testcase>\n",
                           judged.judgement.kind == Judgement::Kind::No ? "failure" : "skipped",
                           in_xml(reason_of(judged.judgement, judged.program.schema)));
}

/// The cases of a file, judged in turn.
class Cases {
 public:
  Cases(const std::string& file, std::string_view text, std::unordered_map<std::string, Line> results,
        const Tolerance& tolerance, std::size_t limit)
      : lines_(lines(file, text)), results_(std::move(results)), tolerance_(tolerance), limit_(limit) {}

  /// Calls `tell` for each case, until it is interrupted. False where something is ill-formed, which has been said.
  template <class Tell>
  bool each(const Tell& tell) {
    progress::Task cases("case", lines_.size());
    for (const Line& line : lines_) {
      cases.next();
      auto read = read_case(line.text);
      if (!without_problems<EngineCase>(line, read)) return false;
      std::optional<JudgedCase> judged = judge(std::get<EngineCase>(read));
      if (interrupt::requested()) return true;
      if (!judged) return false;
      ++counts_[static_cast<int>(judged->judgement.kind)];
      tell(*judged);
    }
    for (const auto& [id, line] : results_)
      complain(fmt::format("{}: found a result with the id {}, which no case has\n", line.place, in_quotes(id)));
    return results_.empty();
  }

  [[nodiscard]] std::size_t count(Judgement::Kind kind) const { return counts_[static_cast<int>(kind)]; }
  /// Whether some case is outside of the limit, or of the memory.
  [[nodiscard]] bool undecided() const { return undecided_; }

 private:
  std::optional<JudgedCase> judge(EngineCase one) {
    JudgedCase judged{one.id, {}, {.names = Names(one.program.entities), .entities = {}}};
    const auto found = results_.extract(one.id);
    if (found.empty()) {
      judged.judgement.kind = Judgement::Kind::No;
      judged.judgement.why = "there is no result";
    } else {
      const auto result = read_result(found.mapped().text, one);
      if (const auto* unsupported = std::get_if<Unsupported>(&result)) {
        judged.judgement.why = "unsupported: " + on_one_line(unsupported->why);
      } else {
        const EngineResult* states = without_problems<EngineResult>(found.mapped(), result);
        if (!states) return std::nullopt;
        if (cut_short([&] { judged.judgement = coreecs::judge(one, *states, tolerance_, limit_); }))
          judged.judgement.why = no_memory();
        undecided_ = undecided_ || judged.judgement.kind == Judgement::Kind::Outside;
      }
    }
    judged.program = std::move(one.program);
    return judged;
  }

  std::vector<Line> lines_;
  std::unordered_map<std::string, Line> results_;
  const Tolerance& tolerance_;
  std::size_t limit_;
  std::size_t counts_[3] = {};
  bool undecided_ = false;
};

class JudgeCommand : public Command {
 public:
  explicit JudgeCommand(CLI::App& app);
  [[nodiscard]] Status run() const override;

 private:
  struct Options {
    std::string cases, results;
    Tolerance tolerance;
    std::size_t limit = 10'000;
    bool all = false, json = false;
    std::optional<std::string> junit;  ///< the file to write it to
  };
  Options options_;
};

JudgeCommand::JudgeCommand(CLI::App& app)
    : Command(app, "Engines", "judge",
              "Say of each case whether what an engine did is what some run of the schedule does") {
  reads(add_option("CASES", options_.cases, "a case a line, as { \"id\", \"program\" }; - for standard input"))
      ->required();
  reads(add_option("RESULTS", options_.results,
                   "a result a line, as { \"id\", \"frames\": [state, ...] } or { \"id\", \"final\": state }; - for "
                   "standard input"))
      ->required();
  option_defaults()->group("What is asked");
  CLI::Option* relative = add_option("--tolerance", options_.tolerance.relative,
                                     "reals are equal that differ by at most this part of the larger one, as 1e-9")
                              ->check(CLI::Range(0.0, 1.0).description(""))
                              ->type_name("REL");
  add_option("--ulps", options_.tolerance.ulps,
             "reals are equal that are at most so many steps from one to the next apart")
      ->check(natural())
      ->excludes(relative);
  add_option("--limit", options_.limit,
             "how many configurations of the runs of a frame are looked at where a schedule races")
      ->check(natural())
      ->capture_default_str();
  option_defaults()->group("What is written");
  CLI::Option* all = add_flag("--all", options_.all,
                              "tell also of the cases that are judged yes: which entities are which, and the run");
  json_option(*this, options_.json)->excludes(all);
  writes(add_option("--junit", options_.junit, "write a report on tests to this file, as JUnit does"));
}

Status JudgeCommand::run() const {
  const std::optional<std::string> cases_text = read_text(options_.cases), results_text = read_text(options_.results);
  if (!cases_text || !results_text) return Status::Wrong;
  if (is_another_document(options_.cases, *cases_text, DocumentKind::Cases)) return Status::Wrong;
  auto results = by_id(lines(options_.results, *results_text));
  if (!results) return Status::Wrong;
  Cases cases(options_.cases, *cases_text, std::move(*results), options_.tolerance, options_.limit);
  bool good = true;
  std::string out, tests;
  JsonWriter writer(out);
  const auto each = [&](const auto& tell) {
    good = cases.each([&](const JudgedCase& judged) {
      tell(judged);
      if (options_.junit) tests += test_case(judged);
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
  if (!good && !interrupted) return Status::Wrong;
  print(out);
  const std::string report = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"coreecs judge\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">\n{}</testsuite>\n",
      cases.count(kinds[0]) + cases.count(kinds[1]) + cases.count(kinds[2]), cases.count(kinds[1]),
      cases.count(kinds[2]), tests);
  if (options_.junit && !write_file(*options_.junit, report)) return Status::Wrong;
  if (interrupted) complain("coreecs: interrupted\n");
  return cases.count(Judgement::Kind::No) > 0 ? Status::No
         : interrupted || cases.undecided()   ? Status::Undecided
                                              : Status::Yes;
}

}  // namespace

std::shared_ptr<Command> judge_command(CLI::App& app) { return std::make_shared<JudgeCommand>(app); }

}  // namespace coreecs
