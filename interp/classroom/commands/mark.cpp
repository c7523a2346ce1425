#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <utility>

#include "interp/base/json/hash.hpp"
#include "interp/base/json/problem.hpp"
#include "interp/base/json/writer.hpp"
#include "interp/base/progress.hpp"
#include "interp/classroom/commands/apart.hpp"
#include "interp/classroom/commands/commands.hpp"
#include "interp/classroom/commands/marked.hpp"
#include "interp/classroom/commands/task.hpp"
#include "interp/classroom/mark/mark.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/interrupt.hpp"
#include "interp/cli/programs.hpp"
#include "interp/cli/searching.hpp"
#include "interp/language/format/load.hpp"

namespace coreecs {

namespace {

constexpr std::uint64_t most_memory = std::uint64_t{1} << 30;
constexpr std::size_t most_output = std::size_t{1} << 20;
constexpr std::size_t most_lines = 5;

/// The beginning and the end of a text. What is left out is whole characters.
std::string clipped(const std::string& text) {
  constexpr std::size_t kept = 200;
  if (text.size() <= 2 * kept) return text;
  const auto is_within = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80; };
  std::size_t end = kept, begin = text.size() - kept;
  while (end > 0 && is_within(end)) --end;
  while (begin < text.size() && is_within(begin)) ++begin;
  return text.substr(0, end) + " ... " + text.substr(begin);
}

/// The first lines, each clipped if it is long.
nlohmann::json few(const std::vector<std::string>& lines) {
  nlohmann::json out = nlohmann::json::array();
  for (std::size_t k = 0; k < lines.size() && k < most_lines; ++k) out.push_back(clipped(lines[k]));
  if (lines.size() > most_lines) out.push_back(fmt::format("and {} more", lines.size() - most_lines));
  return out;
}

std::string line(const nlohmann::json& outcome) {
  return outcome.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

/// A digest of an answer, in the words of the exercise as it is without a seed.
std::string digest(const std::string& answer, const OtherWords& words) {
  if (answer.empty()) return answer;
  OtherWords back;
  for (const auto& [word, other] : words) back.emplace(other, word);
  const nlohmann::json sorted = retold(nlohmann::ordered_json::parse(answer), back);
  return hash_of(sorted.dump()) + std::to_string(sorted.dump().size());
}

/// An exercise in the words of one seed.
struct Variant {
  OtherWords words;
  Assignment task;
};

/// Tells what a hand-in is, on one line, and then each outcome, on a line of its own. If this is stopped, the caller
/// keeps the lines that it has.
void tell_of(const std::string& file, const Variant& variant, std::size_t limit, const Tell& tell) {
  const auto text = read_file(file);
  if (const Problem* unreadable = std::get_if<Problem>(&text))
    return tell(line({{"problems", {show(file, *unreadable)}}}));
  const HandIn hand_in = read_hand_in(variant.task, std::get<std::string>(text));
  std::vector<std::string> problems;
  for (const Problem& problem : hand_in.problems) problems.push_back(show(file, problem));
  tell(line({{"problems", few(problems)},
             {"ignored", few(hand_in.ignored)},
             {"unchanged", hand_in.unchanged},
             {"answer", digest(hand_in.answer, variant.words)}}));
  if (!problems.empty()) return;
  for (const Question& question : variant.task.questions) {
    const Response outcome = ask(hand_in, question, limit);
    tell(line({{"met", outcome.met}, {"found", few(outcome.found)}}));
  }
}

class MarkCommand : public Command {
 public:
  explicit MarkCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;
  [[nodiscard]] Spelling ascii() const override { return json_ ? Spelling::Json : Spelling::Words; }

 private:
  [[nodiscard]] std::optional<Variant> variant_for(const Assignment& task, const std::string& file) const;
  [[nodiscard]] Marked mark(const std::string& file, const Variant& variant, const Gratis& free) const;
  [[nodiscard]] std::string why(Apart::End end) const;

  std::string exercise_;
  std::vector<std::string> files_;
  std::optional<std::string> key_, seed_;
  bool seed_by_name_ = false, csv_ = false, json_ = false;
  double seconds_ = 10;
  std::size_t limit_ = 100'000;
};

MarkCommand::MarkCommand(CommandLine& line)
    : Command(line, "Teach", "mark",
              "Mark answers to an exercise: points, and a sentence for each expectation missed") {
  reads(add_option("EXERCISE", exercise_, "the exercise: a program with \"may_change\" and \"expect\""))->required();
  reads(add_option("HAND_IN", files_, "answers: the exercise with other parts in place of those that may change"))
      ->type_name("")
      ->required();
  option_defaults()->group("Settings");
  CLI::Option* key =
      reads(add_option("--key", key_, "points, feedback and further expectations; default: a point for each fact"))
          ->type_name("FILE");
  CLI::Option* seed = add_option("--seed", seed_, "the hand-ins answer the variant of this seed")->type_name("SEED");
  CLI::Option* by_name = add_flag("--seed-by-name", seed_by_name_,
                                  "each hand-in answers the variant whose seed is its file name without extension")
                             ->excludes(seed);
  only_with(seed, {{key}});
  only_with(by_name, {{key}});
  add_option("--seconds", seconds_, "stop marking a hand-in after this time, and go on with the next")
      ->type_name("SECONDS")
      ->check(is_seconds())
      ->capture_default_str();
  limit_option(*this, limit_);
  option_defaults()->group("Output");
  CLI::Option* csv = add_flag("--csv", csv_, "print a table for spreadsheets");
  json_option(*this, json_)->excludes(csv);
}

/// The exercise in the words of the hand-in's seed.
std::optional<Variant> MarkCommand::variant_for(const Assignment& task, const std::string& file) const {
  if (!seed_ && !seed_by_name_) return Variant{{}, task};
  const OtherWords words = chosen(task.names, seed_ ? *seed_ : std::filesystem::path(file).stem().string());
  std::optional<Assignment> other = task_for(task, *key_, words);
  if (!other) return std::nullopt;
  return Variant{words, *std::move(other)};
}

std::string MarkCommand::why(Apart::End end) const {
  switch (end) {
    case Apart::End::Done:
      break;
    case Apart::End::Late:
      return fmt::format("stopped after {} seconds", seconds_);
    case Apart::End::NoMemory:
      return "stopped, since it needs more memory than a hand-in may use";
    case Apart::End::Failed:
      return "coreecs failed on this hand-in; please report it as a bug";
    case Apart::End::Interrupt:
      return "interrupted";
  }
  return {};
}

Marked MarkCommand::mark(const std::string& file, const Variant& variant, const Gratis& free) const {
  const auto within = std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(seconds_));
  const Apart apart =
      run_apart([&](const Tell& tell) { tell_of(file, variant, limit_, tell); }, within, most_memory, most_output);
  Marked marked{.file = file, .problems = {}, .ignored = {}, .answer = {}, .outcomes = {}};
  std::istringstream lines(apart.output);
  bool is_first = true;
  for (std::string text; std::getline(lines, text) && !lines.eof();) {  // the last line may not be complete
    const nlohmann::json one = nlohmann::json::parse(text);
    if (std::exchange(is_first, false)) {
      marked.problems = one.at("problems").get<std::vector<std::string>>();
      marked.ignored = one.value("ignored", std::vector<std::string>());
      marked.unchanged = one.value("unchanged", false);
      marked.answer = one.value("answer", "");
    } else {
      marked.outcomes.push_back({one.at("met"), one.at("found")});
    }
  }
  if (apart.end != Apart::End::Done) marked.problems.push_back(fmt::format("{}: {}", file, why(apart.end)));
  marked.points = points(variant.task, marked.outcomes, free);
  if (!marked.outcomes.empty()) marked.outcomes.resize(variant.task.questions.size(), {false, {"not decided in time"}});
  return marked;
}

Status MarkCommand::run() const {
  const std::optional<Assignment> task = read_task(*this, exercise_, key_);
  if (!task) return Status::Wrong;
  const Gratis free = gratis(*task, limit_);
  std::vector<Marked> all;
  progress::Task hand_ins("hand-in", files_.size());
  for (const std::string& file : files_) {
    hand_ins.next();
    const std::optional<Variant> variant = variant_for(*task, file);
    if (!variant) return Status::Wrong;
    Marked marked = mark(file, *variant, free);
    if (NotesInterrupt::noted()) break;
    if (!csv_ && !json_) print(text(variant->task, marked));
    all.push_back(std::move(marked));
  }
  if (csv_)
    print(csv(*task, all));
  else if (json_)
    print(laid_out([&](JsonWriter& out) { write(out, exercise_, *task, all); }));
  else
    print(summary(*task, all));
  if (NotesInterrupt::noted()) {
    complain(fmt::format("coreecs: interrupted after {} of {} hand-ins\n", all.size(), files_.size()));
    return Status::Undecided;
  }
  const bool all_right =
      std::all_of(all.begin(), all.end(), [&](const Marked& one) { return one.points == out_of(*task); });
  return all_right ? Status::Yes : Status::No;
}

}  // namespace

std::shared_ptr<Command> mark_command(CommandLine& line) { return std::make_shared<MarkCommand>(line); }

}  // namespace coreecs
