#include "interp/classroom/playground/answer.hpp"

#include <chrono>
#include <new>
#include <nlohmann/json.hpp>
#include <variant>

#include "interp/base/interrupt.hpp"
#include "interp/classroom/playground/questions.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/run/execution.hpp"
#include "interp/views/report/report.hpp"

namespace coreecs {

namespace {

using nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

#ifdef __EMSCRIPTEN__
Clock::time_point deadline;  // of the question that is being answered

void end_after(std::uint64_t ms) {
  deadline = Clock::now() + std::chrono::milliseconds(ms);
  interrupt::is_time_to_end = ms > 0 ? +[] { return Clock::now() > deadline; } : nullptr;
}
#else
void end_after(std::uint64_t) {}
#endif

std::string why_not(std::string_view why) { return ordered_json({{"error", why}}).dump(); }

std::string problems(const std::vector<Problem>& all) {
  ordered_json list = ordered_json::array();
  for (const Problem& problem : all) {
    list.push_back({{"pointer", problem.place}, {"message", problem.message}});
    if (problem.at) list.back().update({{"line", problem.at->line}, {"column", problem.at->column}});
  }
  return ordered_json({{"problems", list}}).dump();
}

std::string answer_about(const Program& program, std::string_view command, const std::string& text,
                         const ordered_json& options) {
  const auto find = [&](const char* name) { return options.contains(name) && !options[name].is_null(); };
  const std::optional<std::string> wanted = find("schedule") ? std::optional(options["schedule"]) : std::nullopt;
  if (command == "show") return ordered_json(show(program, wanted)).dump();
  const NamedSchedule* schedule = find_schedule(program, wanted);
  if (!schedule && !program.schedules.empty()) schedule = &program.schedules.front();
  if (!schedule) throw Unanswered("the program has no schedule");
  Asked question{.text = text, .program = program, .schedule = *schedule};
  const auto take = [&](const char* name, auto& to) {
    if (find(name)) options[name].get_to(to);
  };
  question.frames = program.frames;
  take("frames", question.frames);
  take("limit", question.limit);
  take("frame", question.frame);
  take("seed", question.seed);
  take("runs", question.runs);
  take("cases", question.cases);
  take("order", question.order);
  take("verdict", question.verdict);
  constexpr std::uint64_t most = 100'000;  // leaves
  if (question.frames > most / schedule->z.leaves())
    throw Unanswered("that many frames are too many for a page; choose fewer");
  if (command == "look") return look(question);
  if (command == "report") return report(question);
  if (command == "check") return check_document(question, false);
  if (command == "suggest") return check_document(question, true);
  if (command == "test") return tests(question);
  if (command == "order") return reordered(question);
  if (command == "sample") return samples(question);
  if (command == "shrink") return smaller(question);
  if (command == "fuzz") return other_starts(question);
  throw Unanswered("unknown command " + in_quotes(command));
}

}  // namespace

std::string answer(std::string_view command, const std::string& text, const std::string& options) {
  try {
    const ordered_json given = options.empty() ? ordered_json::object() : ordered_json::parse(options);
    end_after(given.value("ms", std::uint64_t{0}));
    interrupt::take_back();
    auto loaded = load(text);
    if (const auto* wrong = std::get_if<std::vector<Problem>>(&loaded)) return problems(*wrong);
    auto& program = std::get<Program>(loaded);
    if (program.name.empty()) program.name = "program";
    return answer_about(program, command, text, given);
  } catch (const Interrupted&) {
    return why_not("stopped: it took longer than it may");
  } catch (const std::bad_alloc&) {
    return why_not("there is not enough memory for it");
  } catch (const RuntimeError& error) {
    return why_not(std::string("the run fails: ") + error.what());
  } catch (const std::exception& error) {
    return why_not(error.what());
  }
}

}  // namespace coreecs
