#include "interp/classroom/mark/key.hpp"

#include <algorithm>

#include "interp/base/json/document.hpp"
#include "interp/base/json/reading.hpp"
#include "interp/base/json/tree.hpp"
#include "interp/classroom/mark/parts.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

using nlohmann::ordered_json;

std::variant<Assignment, std::vector<Problem>> task_of(const ordered_json& exercise) {
  Assignment task{.exercise = exercise, .may_change = {}, .questions = {}, .names = {}};
  if (!exercise.contains("may_change"))
    return std::vector{Problem{
        "",
        R"(has no "may_change", which lists what a hand-in may change; write "may_change": ["/systems"] or the like)"}};
  for (const ordered_json& pointer : exercise.at("may_change")) task.may_change.push_back(pointer);
  if (exercise.contains("expect"))
    for (const auto& [schedule, facts] : exercise.at("expect").items())
      for (const auto& [fact, value] : facts.items())
        task.questions.push_back({.name = schedule + ", " + fact,
                                  .expect = {{schedule, {{fact, value}}}},
                                  .with = nullptr,
                                  .feedback = {},
                                  .read = {}});
  return task;
}

namespace {

/// Reads a key into the task of its exercise.
class KeyReader : DocumentReader {
 public:
  KeyReader(Assignment& task, Problems& problems) : DocumentReader(problems), task_(task) {}

  void operator()(const Json& json) {
    const Place root;
    const Json::Object* key = object(problems_, root, json);
    if (!key) return;
    check_keys(problems_, root, *key, {}, {"$schema", "about", "read", "expect", "hidden", "names"});
    const auto with = [&](std::string_view name, auto read) { DocumentReader::with(root, *key, name, read); };
    for (const char* prose : {"$schema", "about"})
      with(prose, [&](const Place& here, const Json& j) { (void)text(here, j); });
    with("read", [&](const Place& here, const Json& j) { read_ = text(here, j); });
    for (Question& question : task_.questions) question.read = read_;
    with("expect", [&](const Place& here, const Json& j) { expectations(here, j); });
    with("hidden", [&](const Place& here, const Json& j) { hidden(here, j); });
    with("names", [&](const Place& here, const Json& j) { task_.names = read_wordings(problems_, here, j); });
    if (problems_.empty() && out_of(task_) == 0) problems_.report(root, "asks nothing that gives points");
  }

 private:
  /// Points, feedback and what to read.
  void feedback(const Place& place, const Json::Object& members, Question& question) {
    for (std::size_t k = 0; k < members.size(); ++k) {
      const auto& [name, value] = members[k];
      const Place here = place.member(name, k);
      if (name == "points") {
        constexpr std::uint64_t most = 1'000'000;
        question.points = natural_number(problems_, here, value);
        if (question.points > most) expected(problems_, here, value, "at most 1000000 points");
      }
      if (name == "feedback") question.feedback = text(here, value);
      if (name == "read") question.read = text(here, value);
    }
  }

  /// What the key says about the expectations that the exercise shows.
  void expectations(const Place& place, const Json& json) {
    const Json::Object* schedules = object(problems_, place, json);
    for (std::size_t s = 0; schedules && s < schedules->size(); ++s) {
      const auto& [schedule, facts_json] = (*schedules)[s];
      const Place of_schedule = place.member(schedule, s);
      const Json::Object* facts = object(problems_, of_schedule, facts_json);
      for (std::size_t f = 0; facts && f < facts->size(); ++f) {
        const auto& [fact, about] = (*facts)[f];
        const Place here = of_schedule.member(fact, f);
        const std::string name = std::string(schedule) + ", " + std::string(fact);
        const auto asked = std::find_if(task_.questions.begin(), task_.questions.end(),
                                        [&](const Question& question) { return question.name == name; });
        if (asked == task_.questions.end()) {
          problems_.report(here, "found a fact that the exercise does not expect");
          continue;
        }
        if (const Json::Object* members = object(problems_, here, about)) {
          check_keys(problems_, here, *members, {}, {"points", "feedback", "read"});
          feedback(here, *members, *asked);
        }
      }
    }
  }

  void hidden(const Place& place, const Json& json) {
    const Json::List* all = coreecs::list(problems_, place, json, "further expectations", 0);
    for (std::size_t k = 0; all && k < all->size(); ++k) {
      const Place here = place.element(k);
      const Json::Object* members = object(problems_, here, (*all)[k]);
      if (!members) continue;
      check_keys(problems_, here, *members, {"expect"}, {"with", "points", "feedback", "read"});
      Question question{.name = "hidden " + std::to_string(k + 1),
                        .expect = nullptr,
                        .with = nullptr,
                        .hidden = true,
                        .feedback = {},
                        .read = read_};
      if (const Json::Member* expect = find(*members, "expect")) question.expect = tree(expect->value);
      with(here, *members, "with", [&](const Place& at, const Json& j) { question.with = changes(at, j); });
      feedback(here, *members, question);
      fits(here, question);
      task_.questions.push_back(std::move(question));
    }
  }

  /// JSON Pointers with what is put there.
  ordered_json changes(const Place& place, const Json& json) {
    const Json::Object* all = object(problems_, place, json);
    for (std::size_t k = 0; all && k < all->size(); ++k)
      if ((*all)[k].key.substr(0, 1) != "/")
        problems_.report(place.member((*all)[k].key, k), "is no JSON Pointer, such as \"/entities\"");
    return all && problems_.empty() ? tree(json) : ordered_json();
  }

  /// Reports what is wrong with the exercise as given if it has these changes and expectations.
  void fits(const Place& place, const Question& question) {
    const auto loaded = load_tree(asked_of(task_.exercise, question));
    if (const auto* problems = std::get_if<std::vector<Problem>>(&loaded))
      for (const Problem& problem : *problems)
        problems_.report(place, "does not fit the exercise: " + problem.place + ": " + problem.message);
  }

  Assignment& task_;
  std::string read_;
};

}  // namespace

ordered_json asked_of(ordered_json program, const Question& question) {
  if (question.with.is_object())
    for (const auto& [pointer, value] : question.with.items()) put(program, pointer, &value);
  program["expect"] = question.expect;
  return program;
}

std::variant<Assignment, std::vector<Problem>> with_key(Assignment task, std::string_view key) {
  Problems problems;
  const Document document(key, problems);
  if (document.root()) KeyReader(task, problems)(*document.root());
  if (!problems.empty()) return std::move(problems).in_order(key);
  return task;
}

std::variant<Assignment, std::vector<std::string>> variant_of(Assignment task, const OtherWords& words) {
  for (const Question& question : task.questions) {
    if (!question.hidden) continue;
    auto asked = variant_of(asked_of(task.exercise, question), words);
    if (auto* why = std::get_if<std::vector<std::string>>(&asked)) return std::move(*why);
  }
  auto exercise = variant_of(task.exercise, words);
  if (auto* why = std::get_if<std::vector<std::string>>(&exercise)) return std::move(*why);
  task.exercise = std::get<ordered_json>(std::move(exercise));
  for (std::string& pointer : task.may_change) pointer = retold_text(pointer, words);
  for (Question& question : task.questions) {
    question.name = question.hidden ? question.name : retold_text(question.name, words);
    question.expect = retold(question.expect, words);
    question.with = retold(question.with, words);
    question.feedback = retold_text(question.feedback, words);
  }
  return task;
}

std::uint64_t out_of(const Assignment& task) {
  std::uint64_t sum = 0;
  for (const Question& question : task.questions) sum += question.points;
  return sum;
}

}  // namespace coreecs
