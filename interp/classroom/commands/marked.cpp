#include "interp/classroom/commands/marked.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "interp/base/json/escape.hpp"
#include "interp/language/notation/notation.hpp"

namespace coreecs {

std::vector<std::vector<const Marked*>> identical(const std::vector<Marked>& all) {
  std::map<std::string_view, std::size_t> group_of;
  std::vector<std::vector<const Marked*>> groups;
  for (const Marked& one : all) {
    if (one.answer.empty() || one.unchanged) continue;
    const auto [group, is_new] = group_of.emplace(one.answer, groups.size());
    if (is_new) groups.emplace_back();
    groups[group->second].push_back(&one);
  }
  std::erase_if(groups, [](const auto& group) { return group.size() < 2; });
  return groups;
}

namespace {

/// The points for the question with this number.
std::uint64_t points_for(const Assignment& task, const Marked& marked, std::size_t k) {
  return marked.points > 0 && marked.outcomes[k].met ? task.questions[k].points : 0;
}

/// Whether it meets something and gets nothing for it.
bool is_gratis(const Assignment& task, const Marked& marked) {
  for (std::size_t k = 0; k < marked.outcomes.size(); ++k)
    if (marked.outcomes[k].met && task.questions[k].points > 0) return marked.points == 0;
  return false;
}

/// The remarks on a hand-in that belong to no question, each a sentence.
std::vector<std::string> remarks(const Assignment& task, const Marked& marked) {
  std::vector<std::string> all;
  for (const std::string& problem : marked.problems) all.push_back(on_one_line(problem));
  if (marked.unchanged)
    all.emplace_back("This is the exercise as given.");
  else if (is_gratis(task, marked))
    all.emplace_back("It meets only what the exercise meets as given, or with an empty answer: no points.");
  if (!marked.ignored.empty())
    all.push_back(fmt::format("Ignored, since it may not change: {}.",
                              on_one_line(fmt::to_string(fmt::join(marked.ignored, ", ")))));
  return all;
}

/// What to tell who misses a question.
std::string advice(const Question& question) {
  std::string out = on_one_line(question.feedback);
  if (!question.read.empty()) out += fmt::format("{}Read {}.", out.empty() ? "" : " ", on_one_line(question.read));
  return out;
}

std::string names(const std::vector<const Marked*>& group) {
  std::string out;
  for (const Marked* one : group) out += (out.empty() ? "" : ", ") + on_one_line(one->file);
  return out;
}

std::string plural_points(std::uint64_t got, std::uint64_t of) {
  return fmt::format("{} of {}", got, plural(of, "point"));
}

}  // namespace

std::string text(const Assignment& task, const Marked& marked) {
  std::string out = fmt::format("{}: {}\n", on_one_line(marked.file), plural_points(marked.points, out_of(task)));
  for (const std::string& remark : remarks(task, marked)) out += "    " + remark + "\n";
  for (std::size_t k = 0; k < marked.outcomes.size(); ++k) {
    const Question& question = task.questions[k];
    const Response& outcome = marked.outcomes[k];
    if (outcome.met) continue;
    out += fmt::format("    {}: {}\n", question.name, plural_points(0, question.points));
    if (!question.hidden)
      for (const std::string& difference : outcome.found) out += "        " + on_one_line(difference) + "\n";
    if (const std::string what = advice(question); !what.empty()) out += "        " + what + "\n";
  }
  return out;
}

std::string summary(const Assignment& task, const std::vector<Marked>& all) {
  const std::uint64_t most = out_of(task);
  const auto count = [&](auto is_such) { return std::count_if(all.begin(), all.end(), is_such); };
  std::string out = fmt::format("{}: {} with all points, {} with some, {} with none\n", plural(all.size(), "hand-in"),
                                count([&](const Marked& one) { return one.points == most; }),
                                count([&](const Marked& one) { return 0 < one.points && one.points < most; }),
                                count([](const Marked& one) { return one.points == 0; }));
  const auto groups = identical(all);
  for (const auto& group : groups) out += "identical answers: " + names(group) + "\n";
  if (!groups.empty()) out += "Short exercises have few answers, so identical ones prove nothing.\n";
  return out;
}

namespace {

std::string field(std::string text) {
  if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos) text = "'" + text;
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) text.insert(at, "\"");
  return "\"" + text + "\"";
}

}  // namespace

std::string csv(const Assignment& task, const std::vector<Marked>& all) {
  std::string out = "file,points,out of";
  for (const Question& question : task.questions) out += "," + field(question.name);
  out += ",remarks,identical to\n";
  std::map<const Marked*, std::string> others;
  for (const auto& group : identical(all))
    for (const Marked* one : group) {
      std::vector<const Marked*> rest = group;
      std::erase(rest, one);
      others[one] = names(rest);
    }
  for (const Marked& one : all) {
    out += fmt::format("{},{},{}", field(on_one_line(one.file)), one.points, out_of(task));
    std::vector<std::string> said = remarks(task, one);
    for (std::size_t k = 0; k < task.questions.size(); ++k) {
      out += one.outcomes.empty() ? ",0" : fmt::format(",{}", points_for(task, one, k));
      if (one.outcomes.empty() || one.outcomes[k].met) continue;
      if (std::string what = advice(task.questions[k]);
          !what.empty() && std::count(said.begin(), said.end(), what) == 0)
        said.push_back(std::move(what));
    }
    out += fmt::format(",{},{}\n", field(fmt::to_string(fmt::join(said, " "))), field(others[&one]));
  }
  return out;
}

namespace {

void write_list(JsonWriter& out, std::string_view name, const std::vector<std::string>& texts) {
  out.key(name).list([&] {
    for (const std::string& text : texts) out.value(text);
  });
}

void write(JsonWriter& out, const Assignment& task, const Marked& marked, std::size_t k) {
  const Question& question = task.questions[k];
  const Response& outcome = marked.outcomes[k];
  out.object([&] {
    out.member("asked", question.name);
    out.member("hidden", question.hidden);
    out.member("met", outcome.met);
    out.member("points", points_for(task, marked, k));
    out.member("out_of", question.points);
    if (outcome.met) return;
    write_list(out, "found", outcome.found);
    out.member("feedback", question.feedback);
    out.member("read", question.read);
  });
}

}  // namespace

void write(JsonWriter& out, const std::string& exercise, const Assignment& task, const std::vector<Marked>& all) {
  out.object([&] {
    out.line(2).member("exercise", exercise);
    out.line(2).member("out_of", out_of(task));
    out.line(2).key("hand_ins").list([&] {
      for (const Marked& one : all)
        out.line(4).object([&] {
          out.member("file", one.file);
          out.member("points", one.points);
          out.member("unchanged", one.unchanged);
          write_list(out, "problems", one.problems);
          write_list(out, "ignored", one.ignored);
          out.key("expectations").list([&] {
            for (std::size_t k = 0; k < one.outcomes.size(); ++k) write(out, task, one, k);
          });
        });
    });
    out.line(2).key("identical").list([&] {
      for (const auto& group : identical(all))
        out.list([&] {
          for (const Marked* one : group) out.value(one->file);
        });
    });
  });
}

}  // namespace coreecs
