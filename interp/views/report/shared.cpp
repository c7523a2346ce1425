#include "interp/views/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/views/report/answer.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

namespace {

using Kind = SharedRun::Kind;

struct Shown {
  std::vector<std::string> steps = {};
  std::size_t idle = 0;
};

/// The steps after which others could have come. Leaves out those that the same leaf follows at once, and counts
/// mutations that change nothing.
Shown shown(const SharedExecution& execution, const Notation& notation, bool with_leaves) {
  Shown all;
  const std::vector<Performed>& steps = execution.run.order;
  for (std::size_t j = 0; j < steps.size(); ++j) {
    const bool goes_on = j + 1 < steps.size() && steps[j + 1].leaf == steps[j].leaf;
    if (execution.kinds[j] != Kind::Perform && goes_on) continue;
    if (execution.idle[j]) {
      ++all.idle;
      continue;
    }
    std::string& step = all.steps.emplace_back();
    if (execution.kinds[j] == Kind::Start) {
      step = steps[j].system + (with_leaves ? fmt::format(" (leaf {})", steps[j].leaf) : "") + " starts";
      continue;
    }
    notation.invocation(step, steps[j], with_leaves);
    if (execution.kinds[j] == Kind::Observe) step += " observes";
  }
  return all;
}

std::string why(const SharedVerdict& verdict) {
  if (verdict.on_every_state)
    return "on every state: it is safe, and no side of a ∥ observes what the other one writes";
  if (verdict.confluent == Answer::Unknown) return why_undecided(verdict.cut, verdict.explored);
  if (verdict.confluent == Answer::No) return "two executions end differently";
  switch (verdict.as_reference) {
    case Answer::Yes:
      return "all executions end in the state of the reference run";
    case Answer::No:
      return "all executions end in the same state, but not in that of the reference run";
    case Answer::Unknown:
      break;
  }
  return "all executions end in the same state";
}

void json(JsonWriter& out, const SharedExecution& execution, const Notation& notation) {
  constexpr const char* names[] = {"start", "observe", "perform"};
  out.wide_object([&] {
    out.key("steps").list([&] {
      for (const Kind kind : execution.kinds) out.value(names[static_cast<int>(kind)]);
    });
    notation.json(out.line(16), execution.run);
  });
}

/// Leaves out what the first or the second execution observes if it is no value.
void json(JsonWriter& out, const Differs& differs, const Notation& notation) {
  out.wide_object([&] {
    out.member("leaf", differs.invocation.leaf);
    out.member("system", differs.invocation.system);
    notation.json(out.key("entities"), std::span<const Entity>(differs.invocation.entities));
    if (!differs.l) return out.member("match_in", differs.in_first ? "first" : "second");
    notation.json(out.key("location"), differs.l);
    const auto observed = [&](const char* where, const Cell& k) {
      if (k) notation.json(out.key(where), *k, notation.schema[differs.l->i].type);
    };
    observed("first", differs.a);
    observed("second", differs.b);
  });
}

/// The members of a verdict.
void members(JsonWriter& out, const SharedVerdict& verdict, const Notation& notation) {
  out.member("frames", verdict.frames);
  out.member("visibility", "shared");
  out.line(2).member("confluent", known(verdict.confluent));
  out.member("as_reference", known(verdict.as_reference));
  out.member("on_every_state", verdict.on_every_state);
  if (verdict.confluent == Answer::Unknown) out.member("configurations", verdict.explored);
  if (verdict.differs) json(out.line(2).key("differs"), *verdict.differs, notation);
  if (verdict.witness)
    out.line(2).key("witness").wide_object([&] {
      notation.json(out.line(4).key("key"), verdict.l);
      out.line(4).key("runs").wide_list([&] {
        json(out, verdict.witness->first, notation);
        json(out.line(14), verdict.witness->second, notation);
      });
    });
}

}  // namespace

std::string show(const OfFrames<SharedVerdict>& of, const std::string& program, const Notation& notation,
                 bool coloured) {
  const SharedVerdict& verdict = of.lost ? *of.lost : of.at_the_end;
  const bool unknown_before = of.in_every_frame == Answer::Unknown && verdict.confluent == Answer::Yes;
  std::string out = fmt::format("{}: schedule {}, {}, shared visibility\n  confluent     {}  {}{}\n", program,
                                verdict.schedule, plural(of.frames, "frame"), shown(of.in_every_frame, coloured),
                                of.lost ? fmt::format("in frame {}: ", of.frame) : "",
                                unknown_before ? undecided_before(of.frames) : why(verdict));
  if (of.lost && of.at_the_end.confluent == Answer::Yes)
    out += fmt::format("  true again after frame {}, the last\n", of.frames);
  if (!verdict.witness) return out;
  const auto& [a, b] = *verdict.witness;
  if (verdict.differs) {
    const Differs& differs = *verdict.differs;
    out += "\n  ";
    notation.invocation(out, differs.invocation.system, differs.invocation.entities);
    if (differs.l) {
      out += " observes ";
      notation.binding(out, *differs.l, differs.a ? &*differs.a : nullptr);
      out += " in the first, and ";
      notation.binding(out, *differs.l, differs.b ? &*differs.b : nullptr);
      out += " in the second:\n";
    } else {
      out += fmt::format(" is a match in the {} only:\n", differs.in_first ? "first" : "second");
    }
  } else {
    out += "\n  Two executions:\n";
  }
  Shown first = shown(a, notation, false), second = shown(b, notation, false);
  if (first.steps == second.steps) first = shown(a, notation, true), second = shown(b, notation, true);
  const auto parting = static_cast<std::size_t>(
      std::mismatch(first.steps.begin(), first.steps.end(), second.steps.begin(), second.steps.end()).first -
      first.steps.begin());
  for (const auto& [shown, execution] : {std::pair(&first, &a), std::pair(&second, &b)})
    out += parted(shown->steps, parting, shown->idle) +
           fmt::format("      ends {}\n", notation.end(execution->run, verdict.l));
  return out;
}

std::string json(const OfFrames<SharedVerdict>& of, const Notation& notation,
                 const std::function<void(JsonWriter&)>& more) {
  std::string text;
  JsonWriter out(text);
  out.wide_object([&] {
    out.member("schedule", of.at_the_end.schedule);
    members(out, of.at_the_end, notation);
    out.line(2).member("in_every_frame", known(of.in_every_frame));
    if (of.lost) out.line(2).key("first_lost").wide_object([&] { members(out, *of.lost, notation); });
    if (more) more(out);
  });
  return text + "\n";
}

}  // namespace coreecs
