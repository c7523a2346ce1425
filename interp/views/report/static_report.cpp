#include "interp/views/report/report.hpp"

#include <fmt/format.h>

#include "interp/base/json/writer.hpp"
#include "interp/language/notation/lines.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/views/report/answer.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

namespace {

std::string words(const StaticPlace& at, Label i, Argument argument, const Schema& K) {
  switch (argument) {
    case Argument::Same:
      return fmt::format("every write to {} leaves the same value", K[i].name);
    case Argument::Created:
      return fmt::format("{}{} is written only for entities that the invocation creates", at.s ? "" : "on one side, ",
                         K[i].name);
    case Argument::Single:
      return fmt::format("{} is written by one invocation only, since every query names its entity", K[i].name);
    case Argument::Matched:
      return fmt::format("{} is written only for the matched entity, and for created ones", K[i].name);
    case Argument::Disjoint:
      break;
  }
  return fmt::format("{} is written for different entities, since their queries or conditions exclude each other",
                     K[i].name);
}

std::string names(const std::vector<const System*>& systems) {
  std::vector<std::string> all;
  all.reserve(systems.size());
  for (const System* s : systems) all.push_back(s->name);
  return fmt::format("{}", fmt::join(all, ", "));
}

/// What an invocation observes while a concurrent one writes it.
std::string words(const StaticPlace& at, const Interference& one, const Schema& K) {
  if (!one.i) return "it is not known what is observed while it is written";
  const std::string& label = K[*one.i].name;
  if (at.s) return fmt::format("an invocation may write {}, which another one observes", label);
  return fmt::format("the {} side may write {} ({}), which the {} side observes ({})",
                     one.left_observes ? "right" : "left", label, names(one.writers),
                     one.left_observes ? "left" : "right", names(one.observers));
}

std::string words(const StaticPlace& at, const Obstacle& one, const Schema& K) {
  if (!one.i) return at.s ? "its effects are not known" : "the effects of one side are not known";
  if (at.s)
    return fmt::format("two invocations of {} may write the same {}: {}", at.s->name, K[*one.i].name,
                       show(one.reason, K));
  return fmt::format("{}: {} on the left, {} on the right", show(one.reason, K), names(one.left), names(one.right));
}

/// What to write so that the place can be shown safe.
std::string remedy(const StaticPlace& at) {
  const StaticReason& reason = at.obstacles.front().reason;
  if (std::holds_alternative<UnknownEffects>(reason)) return "declare the effects of the system";
  if (!at.s)
    return "write ⨟ instead of this ∥, or make the two sides write to different entities: by their queries or "
           "conditions, such as an excl of a component that the other side includes";
  const std::string in_turn = fmt::format("write seq({})", at.s->name);
  return std::holds_alternative<NotSingleton>(reason)
             ? in_turn + ", or look up the entities of all queries but one: {\"entity\": {\"is\": t}}"
             : in_turn + ", or write to the entity that is matched";
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
    return coloured_if(coloured, (at++)->is_safe(), with_number);
  });
}

std::string shown_place(const StaticPlace& at) {
  return at.s ? fmt::format("conc({}), leaf {}", at.s->name, at.place / 2)
              : fmt::format("∥ before leaf {}", (at.place + 1) / 2);
}

std::string why(const StaticPlace& at, const Schema& K) {
  if (!at.is_safe()) {
    std::vector<std::string> all;
    for (const Obstacle& one : at.obstacles) all.push_back(words(at, one, K));
    return fmt::format("{}", fmt::join(all, "; "));
  }
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
  const std::string margin = "      ";
  for (const StaticPlace& at : report.places) {
    const std::string found = coloured_if(coloured, at.is_safe(), at.is_safe() ? "shown safe:" : "not shown safe:");
    out += fmt::format("  {}  {}", shown_place(at), found);
    out += at.is_safe() ? "  " + why(at, program.schema) + "\n" : "\n";
    for (const Obstacle& one : at.obstacles) out += margin + words(at, one, program.schema) + "\n";
    if (!at.is_safe()) out += paragraph(margin, margin + "  ", remedy(at));
    for (const Interference& one : at.interferences)
      out += paragraph(margin + coloured_if(coloured, false, "read-write conflict:") + " ", margin + "  ",
                       words(at, one, program.schema));
  }
  const auto line = [&](const char* question, bool yes) {
    out += fmt::format("  {:<35}", question) + coloured_if(coloured, yes, yes ? "yes" : "not shown");
  };
  line("safe on every state", report.safe());
  if (report.places.empty()) out += "  nothing is concurrent (Theorem 4.7(1, 2))";
  out += "\n";
  line("in engines that share one state", report.safe_on_engines());
  return out + "\n";
}

void json_place(JsonWriter& out, const StaticPlace& at) {
  out.member("form", at.s ? "conc" : "par");
  if (at.s) {
    out.member("system", at.s->name);
    out.member("leaf", at.place / 2);
  } else {
    out.member("before_leaf", (at.place + 1) / 2);
  }
}

std::string json(const StaticReport& report, const Program& program, const NamedSchedule& schedule) {
  return laid_out([&](JsonWriter& out) {
    const auto systems = [&](const char* key, const std::vector<const System*>& all) {
      out.key(key).list([&] {
        for (const System* s : all) out.value(s->name);
      });
    };
    const auto place = [&](const StaticPlace& at) {
      json_place(out, at);
      out.member("safe", at.is_safe());
      out.member("reason", why(at, program.schema));
      if (!at.is_safe() && at.obstacles.front().i)
        out.member("component", program.schema[*at.obstacles.front().i].name);
      if (!at.is_safe()) {
        out.key("obstacles").list([&] {
          for (const Obstacle& one : at.obstacles)
            out.object([&] {
              if (one.i) out.member("component", program.schema[*one.i].name);
              if (!at.s) systems("left", one.left);
              if (!at.s) systems("right", one.right);
              out.member("reason", words(at, one, program.schema));
            });
        });
        out.member("write", remedy(at));
      }
      out.member("free_of_read_write_conflicts", at.interferences.empty());
      if (at.interferences.empty()) return;
      out.member("read_write_conflict", words(at, at.interferences.front(), program.schema));
      out.key("read_write_conflicts").list([&] {
        for (const Interference& one : at.interferences)
          out.object([&] {
            if (one.i) out.member("component", program.schema[*one.i].name);
            systems("writers", one.writers);
            systems("observers", one.observers);
          });
      });
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
