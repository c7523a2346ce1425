#include "interp/classroom/mark/mark.hpp"

#include <algorithm>

#include "interp/base/json/document.hpp"
#include "interp/base/json/place.hpp"
#include "interp/base/json/tree.hpp"
#include "interp/classroom/mark/parts.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/language/program/program.hpp"
#include "interp/search/expect.hpp"

namespace coreecs {

using nlohmann::ordered_json;

namespace {

/// Equal for documents that say the same in another order.
nlohmann::json sorted(const ordered_json& document) { return document; }

/// Whether a way leads to a member or an element that a document has.
bool leads_to_something(const ordered_json& document, const Way& way) {
  const ordered_json* here = &document;
  for (const std::string& step : way) {
    const bool is_position = here->is_array() && step.find_first_not_of("0123456789") == std::string::npos;
    if (is_position && step.size() < 10 && std::stoul(step) < here->size())
      here = &(*here)[std::stoul(step)];
    else if (here->is_object() && here->contains(step))
      here = &(*here)[step];
    else
      return false;
  }
  return true;
}

/// The top-level parts in which a hand-in differs from the exercise, apart from what it may change. A part that it
/// leaves out does not count, nor do texts for people.
std::vector<std::string> changed_parts(const Assignment& task, ordered_json handed_in) {
  ordered_json given = task.exercise;
  for (const std::string& pointer : task.may_change) {
    put(given, pointer, nullptr);
    put(handed_in, pointer, nullptr);
  }
  std::vector<std::string> changed;
  for (const auto& [key, value] : handed_in.items()) {
    if (key == "$schema" || key == "name" || key == "about" || value.empty()) continue;
    const auto original = given.find(key);
    if (original == given.end() || sorted(*original) != sorted(value)) changed.push_back("/" + key);
  }
  return changed;
}

std::string answer_of(const Assignment& task, const ordered_json& document) {
  nlohmann::json answer = nlohmann::json::object();
  for (const std::string& pointer : task.may_change)
    if (const ordered_json* found = part(document, pointer)) answer[pointer] = sorted(*found);
  return answer.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The exercise with the parts that may be changed as they are in this document.
ordered_json answered(const Assignment& task, const ordered_json& document) {
  ordered_json out = task.exercise;
  for (const std::string& pointer : task.may_change) put(out, pointer, part(document, pointer));
  out.erase("expect");
  return out;
}

/// The outcome of each question for an answer of our own.
std::vector<bool> met_by(const Assignment& task, const ordered_json& document, std::size_t limit) {
  std::vector<bool> met(task.questions.size());
  const HandIn hand_in = read_hand_in(task, compact(document));
  for (std::size_t k = 0; hand_in.problems.empty() && k < met.size(); ++k)
    met[k] = ask(hand_in, task.questions[k], limit).met;
  return met;
}

}  // namespace

HandIn read_hand_in(const Assignment& task, std::string_view text) {
  HandIn hand_in;
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.substr(0, byte_order_mark.size()) == byte_order_mark) text.remove_prefix(byte_order_mark.size());
  Problems problems;
  const Document read(text, problems);
  const bool is_object = read.root() && read.root()->as<Json::Object>();
  if (!problems.empty() || !is_object) {
    if (problems.empty()) problems.report({}, "found " + describe(*read.root()) + "; expected a program");
    hand_in.problems = std::move(problems).in_order(text);
    return hand_in;
  }
  const ordered_json handed_in = tree(*read.root());
  hand_in.document = answered(task, handed_in);
  hand_in.answer = answer_of(task, handed_in);
  hand_in.unchanged = hand_in.answer == answer_of(task, task.exercise);
  hand_in.ignored = changed_parts(task, handed_in);
  const auto loaded = load_tree(hand_in.document);
  if (const auto* found = std::get_if<std::vector<Problem>>(&loaded)) {
    Problems placed;
    for (const Problem& problem : *found)
      if (const Way where = way(problem.place); leads_to_something(handed_in, where))
        report_at(placed, *read.root(), where, problem.message);
      else
        placed.report_last(problem);
    hand_in.problems = std::move(placed).in_order(text);
  }
  return hand_in;
}

Response ask(const HandIn& hand_in, const Question& question, std::size_t limit) {
  const ordered_json asked = asked_of(hand_in.document, question);
  const auto loaded = load_tree(asked);
  Response outcome;
  if (const auto* problems = std::get_if<std::vector<Problem>>(&loaded)) {
    for (const Problem& problem : *problems) outcome.found.push_back(problem.place + ": " + problem.message);
    return outcome;
  }
  const Program& program = std::get<Program>(loaded);
  for (const Expectation& expected : program.expectations)
    for (std::string& difference : differences(program, expected, limit))
      outcome.found.push_back(std::move(difference));
  outcome.met = outcome.found.empty();
  return outcome;
}

Gratis gratis(const Assignment& task, std::size_t limit) {
  ordered_json empty = task.exercise;
  const ordered_json nothing = ordered_json::object();
  for (const std::string& pointer : task.may_change) put(empty, pointer, &nothing);
  return {met_by(task, task.exercise, limit), met_by(task, empty, limit)};
}

std::uint64_t points(const Assignment& task, const std::vector<Response>& outcomes, const Gratis& gratis) {
  std::uint64_t sum = 0;
  for (std::size_t k = 0; k < outcomes.size(); ++k) sum += outcomes[k].met ? task.questions[k].points : 0;
  const auto all_in = [&](const std::vector<bool>& free) {
    for (std::size_t k = 0; k < outcomes.size(); ++k)
      if (outcomes[k].met && !free[k]) return false;
    return true;
  };
  return std::any_of(gratis.begin(), gratis.end(), all_in) ? 0 : sum;
}

}  // namespace coreecs
