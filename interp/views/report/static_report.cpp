#include "interp/views/report/report.hpp"

#include <fmt/format.h>

#include "interp/base/json/writer.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/views/report/answer.hpp"

namespace coreecs {

namespace {

std::string words(const StaticPlace& at, Label i, Argument argument, const Schema& K) {
  switch (argument) {
    case Argument::Same:
      return fmt::format("every write to {} leaves the same", K[i].name);
    case Argument::Created:
      return fmt::format("{}{} is written only of entities that the invocation creates", at.s ? "" : "on one side, ",
                         K[i].name);
    case Argument::Single:
      return fmt::format("{} is written by one invocation only: every query is looked up", K[i].name);
    case Argument::Matched:
      return fmt::format("{} is written only of the entity matched, and of those created", K[i].name);
    case Argument::Disjoint:
      break;
  }
  return fmt::format("{} is written of different entities, since their queries exclude each other", K[i].name);
}

/// Who observes what somebody concurrent writes.
std::string words(const StaticPlace& at, const Interference& interference, const Schema& K) {
  if (!interference.i) return "what is observed while it is written is not known";
  const std::string& label = K[*interference.i].name;
  if (at.s) return fmt::format("an invocation may write {}, which another one observes", label);
  return fmt::format("the {} side may write {}, which the {} side observes",
                     interference.left_observes ? "right" : "left", label,
                     interference.left_observes ? "left" : "right");
}

std::string coloured_if(bool coloured, bool good, const std::string& text) {
  return coloured ? in_colour(good ? Colour::Green : Colour::Red, text) : text;
}

}  // namespace

std::string numbered(const Schedule& z, const StaticReport& report, bool coloured) {
  auto at = report.places.begin();
  return show(z, [&](std::size_t place, const std::string& text) {
    std::string with_number = place % 2 == 0 ? text + superscript(place / 2) : text;
    if (at == report.places.end() || at->place != place) return with_number;
    return coloured_if(coloured, !(at++)->obstacle, with_number);
  });
}

std::string shown_place(const StaticPlace& at) {
  return at.s ? fmt::format("conc({}), leaf {}", at.s->name, at.place / 2)
              : fmt::format("∥ before leaf {}", (at.place + 1) / 2);
}

std::string why(const StaticPlace& at, const Schema& K) {
  if (at.obstacle && !at.obstacle->i)
    return at.s ? "its effects are not known" : "the effects of one side are not known";
  if (at.obstacle && at.s)
    return fmt::format("two invocations may write {} of one entity: {}", K[*at.obstacle->i].name,
                       show(at.obstacle->reason, K));
  if (at.obstacle) return show(at.obstacle->reason, K);
  if (at.by_corollary) return at.s ? "by Corollary 4.9" : "by Corollary 4.8";
  if (at.arguments.empty()) return "it writes nothing";
  std::vector<std::string> arguments;
  for (const auto& [i, argument] : at.arguments) arguments.push_back(words(at, i, argument, K));
  return fmt::format("{}", fmt::join(arguments, "; "));
}

std::string show(const StaticReport& report, const Program& program, const NamedSchedule& schedule, bool coloured) {
  std::string out = fmt::format("{}: schedule {}, on every state\n  {}\n",
                                program.name.empty() ? "program" : on_one_line(program.name), schedule.name,
                                numbered(schedule.z, report, coloured));
  for (const StaticPlace& at : report.places) {
    out += fmt::format("  {}  {}  {}\n", shown_place(at),
                       coloured_if(coloured, !at.obstacle, at.obstacle ? "not shown safe:" : "shown safe:"),
                       why(at, program.schema));
    if (at.interference)
      out += fmt::format("      {} {}\n", coloured_if(coloured, false, "read-write conflict:"),
                         words(at, *at.interference, program.schema));
  }
  const auto line = [&](const char* question, bool yes) {
    out += fmt::format("  {:<35}", question) + coloured_if(coloured, yes, yes ? "yes" : "not shown");
  };
  line("safe on every state", report.safe());
  if (report.places.empty()) out += "  nothing is concurrent (Theorem 4.7(1, 2))";
  out += "\n";
  line("on engines that share their state", report.safe_on_engines());
  return out + "\n";
}

std::string json(const StaticReport& report, const Program& program, const NamedSchedule& schedule) {
  return laid_out([&](JsonWriter& out) {
    const auto place = [&](const StaticPlace& at) {
      out.member("form", at.s ? "conc" : "par");
      if (at.s) {
        out.member("system", at.s->name);
        out.member("leaf", at.place / 2);
      } else {
        out.member("before_leaf", (at.place + 1) / 2);
      }
      out.member("safe", !at.obstacle);
      out.member("reason", why(at, program.schema));
      if (at.obstacle && at.obstacle->i) out.member("component", program.schema[*at.obstacle->i].name);
      out.member("free_of_read_write_conflicts", !at.interference);
      if (at.interference) out.member("read_write_conflict", words(at, *at.interference, program.schema));
    };
    out.object([&] {
      out.member("schedule", schedule.name);
      out.member("safe_on_every_state", report.safe());
      out.member("safe_on_engines_that_share_their_state", report.safe_on_engines());
      out.key("places").list([&] {
        for (const StaticPlace& at : report.places) out.object([&] { place(at); });
      });
    });
  });
}

}  // namespace coreecs
