#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "interp/base/json/escape.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/oracle/conform.hpp"
#include "interp/oracle/dimensions.hpp"
#include "interp/oracle/tell.hpp"

namespace coreecs {

namespace {

/// "unit, real; components: 65, 129; frames: 3"
std::string in_order(const std::set<std::string>& some) {
  std::vector<std::string> all, of_one;
  const auto end_group = [&](const std::string& title) {
    if (!of_one.empty()) all.push_back(fmt::format("{}{}", title, fmt::join(of_one, ", ")));
    of_one.clear();
  };
  for (const std::string_view construct : constructs)
    if (some.contains(std::string(construct))) of_one.emplace_back(construct);
  end_group("");
  for (const Dimension& dimension : dimensions) {
    for (const std::uint64_t mark : dimension.marks)
      if (some.contains(shown_mark(dimension, mark))) of_one.push_back(std::to_string(mark));
    end_group(fmt::format("{}: ", dimension.name));
  }
  return fmt::format("{}", fmt::join(all, "; "));
}

/// A text with at most `most` lines, each with a margin.
std::string lines(const std::string& text, std::size_t most, const std::string& margin) {
  std::string out;
  std::size_t count = 0;
  for (std::string_view rest = text; !rest.empty(); ++count) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (count < most) out += fmt::format("{}{}\n", margin, line);
  }
  if (count > most) out += fmt::format("{}and {}\n", margin, plural(count - most, "more line"));
  return out;
}

void show(std::string& out, const Alarm& alarm) {
  const Notation notation{alarm.loaded.schema, alarm.driven.judgement.names};
  out += fmt::format("{}, {}: no: {}\n", alarm.name, name(alarm.level),
                     reason_of(alarm.driven.judgement, alarm.loaded.schema));
  if (const std::span<const Performed> order = alarm.driven.order; !order.empty()) {
    constexpr std::size_t most = 20;
    const std::size_t hidden = order.size() - std::min(order.size(), most);
    out += hidden > 0 ? fmt::format("visits, after {} others: ", hidden) : "visits: ";
    notation.invocations(out, order.subspan(hidden), true);
    out += "\n";
  }
  for (const auto& [what, state] : {std::pair("before the step", &alarm.driven.before),
                                    {"after it, expected", &alarm.driven.expected},
                                    {"after it, found", &alarm.driven.found}})
    if (*state) {
      std::string text;
      notation.state_by_entity(text, **state, "");
      out += fmt::format("{}:\n{}", what, lines(text, 12, "  "));
    }
  if (!alarm.again)
    out += "A new engine does not fail in this case, nor after the cases before it. The program is as found:\n";
  else if (!alarm.before.empty())
    out += fmt::format("A new engine fails in the program only after {}, shrunk as well:\n",
                       alarm.before.size() == 1 ? "another one" : fmt::format("{} others", alarm.before.size()));
  else
    out += "program:\n";
  for (const std::string& one : alarm.before) out += lines(one, 60, "  ");
  if (!alarm.before.empty()) out += "then:\n";
  out += lines(alarm.program, 60, "  ");
  out += fmt::format("shape: {}\n", alarm.shape);
  if (!alarm.driven.said.empty()) out += "the engine's standard error:\n" + lines(alarm.driven.said, 20, "  ");
}

}  // namespace

std::string show(const ConformanceReport& report) {
  std::string out;
  for (const Alarm& alarm : report.alarms)
    if (!alarm.known) show(out, alarm);
  const bool one = report.replays && report.schedule;
  const std::string cases =
      report.replays ? fmt::format("{} of {}", report.tried, plural(report.cases, "program"))
                     : fmt::format("{} of {} of seed {}", report.tried, plural(report.cases, "case"), report.seed);
  out += fmt::format("{}: {}{}\n", on_one_line(report.engine.name),
                     report.schedule ? "schedule " + *report.schedule + (one ? "" : ", ") : "", one ? "" : cases);
  for (const auto& [level, tally] : report.levels)
    out += fmt::format("  {}: {} yes, {} no, {} outside\n", name(level), tally.yes, tally.no, tally.outside);
  for (const auto& [why, count] : report.outside) out += fmt::format("  outside, {}: {}\n", count, on_one_line(why));
  for (const Alarm& alarm : report.alarms)
    if (alarm.known)
      out += fmt::format("  known, {}: {} ({})\n", alarm.cases, alarm.shape, on_one_line(*alarm.known));
    else if (report.alarms.size() > 1)
      out += fmt::format("  new, {}: {}\n", alarm.cases, alarm.shape);
  if (!report.missing.empty() && !report.alarm()) out += fmt::format("  no case had: {}\n", in_order(report.missing));
  if (!report.complete) out += "  not all cases were tried\n";
  return out;
}

}  // namespace coreecs
