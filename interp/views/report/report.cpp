#include "interp/views/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/check/decide/effective.hpp"
#include "interp/language/notation/formula.hpp"
#include "interp/language/notation/mentioned.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/views/report/answer.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

namespace {

/// A verdict in words, each reason below its line.
class Report {
 public:
  Report(const Verdict& verdict, const Program& program, const Notation& notation, bool coloured, bool exact)
      : verdict_(verdict),
        program_(program),
        notation_(notation),
        seen_(verdict.first_lost ? *verdict.first_lost : verdict),
        names_of_lost_(verdict.first_lost ? std::optional(names(program, seen_)) : std::nullopt),
        notation_of_seen_{program.schema, names_of_lost_ ? *names_of_lost_ : notation.names},
        coloured_(coloured),
        exact_(exact) {}

  std::string operator()(const Replays& replays) {
    out_ += fmt::format("{}: schedule {}, {}\n", program_.name.empty() ? "program" : on_one_line(program_.name),
                        verdict_.schedule, plural(verdict_.frames, "frame"));
    out_ += fmt::format("  po_c(z): {}, {}\n", plural(verdict_.invocations(), "invocation"),
                        show_count(verdict_.linearizations, exact_));
    for (const Aspect aspect : decided)
      out_ += fmt::format("  {:<14}{}  {}\n", wording(aspect).question,
                          shown(verdict_.in_every_frame(aspect), coloured_), reason(aspect));
    lost();
    hidden();
    if (seen_.witness()) out_ += show_witness(seen_, notation_of_seen_, replays);
    if (out_.find(" (leaf ") != std::string::npos) numbered_leaves();
    return std::move(out_);
  }

 private:
  /// Why it holds after each frame, or does not after the first frame after which it fails.
  [[nodiscard]] std::string reason(Aspect aspect) const {
    const Answer at_the_end = verdict_.because[aspect].answer, in_every_frame = verdict_.in_every_frame(aspect);
    const std::optional<std::uint64_t> lost = coreecs::lost(verdict_.lost, aspect).frame;
    if (verdict_.first_lost && seen_.because[aspect].answer == Answer::No)
      return (lost == seen_.frames ? fmt::format("in frame {}: ", *lost) : "") +
             in_one_line(seen_, aspect, notation_of_seen_, seen_.witness() ? &race(seen_) : nullptr);
    if (at_the_end == Answer::Yes && in_every_frame == Answer::No)
      return fmt::format("in frame {}: {}", *lost, wording(aspect).fails);
    if (at_the_end == Answer::Yes && in_every_frame == Answer::Unknown) return undecided_before(verdict_.frames);
    const bool shown = !verdict_.first_lost && verdict_.witness();
    return in_one_line(verdict_, aspect, notation_, shown ? &race(verdict_) : nullptr);
  }

  void lost() {
    std::string text, again;
    bool adds = false;  // to the lines of the verdicts
    for (const Aspect aspect : decided) {
      const Lost& lost = coreecs::lost(verdict_.lost, aspect);
      if (!lost.frame && !lost.unknown) continue;
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", wording(aspect).question,
                          lost.frame ? fmt::format("in frame {}", *lost.frame) : "unknown within the limit");
      adds = adds || !lost.frame || !reason(aspect).starts_with(fmt::format("in frame {}: ", *lost.frame));
      if (lost.frame && verdict_.because[aspect].answer == Answer::Yes)
        again += std::string(again.empty() ? "" : ", ") + wording(aspect).question;
    }
    if (adds) out_ += "  first fails: " + text + "\n";
    if (!again.empty()) out_ += fmt::format("  true again after frame {}, the last: {}\n", verdict_.frames, again);
  }

  /// Races that the end does not show, and where Definition 4.4 and actual runs differ.
  void hidden() {
    const PartialOrder& po = seen_.of->po;
    const Answer deterministic = seen_.deterministic(), confluent = seen_.confluent();
    if (verdict_.hidden && deterministic == Answer::Yes && confluent == Answer::Yes) {
      const HiddenRace& race = verdict_.hidden->first;
      const std::size_t locations = verdict_.hidden->locations;
      out_ += fmt::format(
          "\n  Hidden race, later overwritten: {}; {} always comes after at least one of them, and leaves {}",
          both_leave(po, {race.u, race.v, race.l}, notation_, race.by), among(po, race.by, {race.u, race.v}, notation_),
          left_by(po, race.by, race.l, notation_));
      out_ += locations == 1 ? "\n" : fmt::format("; {} locations have such a race\n", locations);
    }
    if (deterministic == Answer::Yes && confluent == Answer::No) {
      const Conflict& race = *seen_.because.confluent.race;
      out_ += fmt::format(
          "\n  Deterministic, not confluent: Definition 4.4 assumes that a step after ⨟ sees what it saw in the "
          "reference run; in a run, it sees {} as the race of {} left it (D5)\n",
          show(race.l, notation_of_seen_), both(po, race, notation_of_seen_));
    } else if (deterministic == Answer::No && confluent == Answer::Yes) {
      const Conflict& race = *seen_.because.deterministic.race;
      out_ += fmt::format(
          "\n  Confluent, not deterministic: Definition 4.4 assumes that a step after ⨟ does what it did in the "
          "reference run, which does not settle the race of {} for {}; in a run, a step that sees the race settles it "
          "(D5)\n",
          both(po, race, notation_of_seen_), show(race.l, notation_of_seen_));
    }
  }

  /// Explains the numbers of leaves that were shown.
  void numbered_leaves() {
    for (const NamedSchedule& schedule : program_.schedules)
      if (schedule.name == verdict_.schedule)
        out_ += fmt::format("\n  {} ≜ {}\n", schedule.name, numbered(schedule.z, verdict_.frames));
  }

  const Verdict& verdict_;
  const Program& program_;
  const Notation& notation_;
  const Verdict& seen_;  ///< the verdict whose runs are shown: the one that is lost first, or else this one
  std::optional<Names> names_of_lost_;
  Notation notation_of_seen_;
  bool coloured_, exact_;
  std::string out_;
};

void in_every_frame(JsonWriter& out, const Verdict& verdict) {
  out.line(2).key("every_frame").wide_object([&] {
    for (const Aspect aspect : decided) out.member(wording(aspect).key, known(verdict.in_every_frame(aspect)));
  });
}

/// The verdicts that are lost, or may be; nothing if there are none.
void lost_in_frame(JsonWriter& out, const LostFrames& frames) {
  const auto noted = [&](Aspect aspect) { return lost(frames, aspect).frame || lost(frames, aspect).unknown; };
  if (std::none_of(std::begin(decided), std::end(decided), noted)) return;
  out.line(2).key("lost_in_frame").wide_object([&] {
    for (const Aspect aspect : decided)
      if (noted(aspect)) out.member(wording(aspect).key, lost(frames, aspect).frame);
  });
}

}  // namespace

std::string shown_replay(const std::string& replay) {
  constexpr std::size_t longest = 200;
  if (replay.size() <= longest || replay.front() == '@') return replay;
  return fmt::format("a token of {} characters, which --save-replays FOLDER writes to a file", replay.size());
}

void json(JsonWriter& out, const Ending& run, const Notation& notation, const std::string& replay) {
  out.wide_object([&] {
    notation.json(out, run);
    if (!replay.empty()) out.member("replay", replay);
  });
}

Names names(const Program& program, const Verdict& verdict) {
  Names all = names(program, *verdict.of);
  if (const Witness* witness = verdict.witness()) name_others({&witness->a, &witness->b}, all);
  return all;
}

void json(JsonWriter& out, const Verdict& verdict, const Notation& notation, const Replays& replays) {
  out.member("schedule", verdict.schedule);
  out.member("frames", verdict.frames);
  out.line(2).member("invocations", verdict.invocations());
  out.member("linearizations", verdict.linearizations);
  out.line(2).member("safe_by_rule", verdict.safe_by_rule());
  out.member("safe", verdict.safe());
  out.member("deterministic", known(verdict.deterministic()));
  out.member("confluent", known(verdict.confluent()));
  in_every_frame(out, verdict);
  lost_in_frame(out, verdict.lost);
  if (const Witness* witness = verdict.witness()) {
    out.line(2).key("witness").wide_object([&] {
      notation.json(out.line(4).key("key"), witness->l);
      out.line(4).key("runs").wide_list([&] {
        json(out, witness->a, notation, replays[0]);
        json(out.line(14), witness->b, notation, replays[1]);
      });
    });
  }
  json_reasons(out, verdict, notation);
}

std::string show(const Verdict& verdict, const Program& program, const Notation& notation, bool coloured,
                 const Replays& replays, bool exact) {
  return Report(verdict, program, notation, coloured, exact)(replays);
}

}  // namespace coreecs
