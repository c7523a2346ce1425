#include "interp/views/report/prove.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/base/json/writer.hpp"
#include "interp/language/notation/lines.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/views/report/answer.hpp"
#include "interp/views/report/reasons.hpp"
#include "interp/views/report/report.hpp"

namespace coreecs {

namespace {

const char* key(ProofCase by) {
  switch (by) {
    case ProofCase::Apart:
      return "apart";
    case ProofCase::Anything:
      return "anything_before";
    case ProofCase::Steps:
      break;
  }
  return "steps_before";
}

std::string leaf(const System& s, Leaf number) { return fmt::format("{} (leaf {})", s.name, number); }

std::string invocations(const PairProof& pair) {
  if (pair.left == pair.right) return fmt::format("two invocations of {}", pair.left_system->name);
  return fmt::format("invocations of {} and {}", leaf(*pair.left_system, pair.left),
                     leaf(*pair.right_system, pair.right));
}

/// The question about two invocations, in words.
struct PairWords {
  const char *holds, *fails;
  const char *of_one, *of_two;  ///< no state has ...: of a conc, of a ∥
};
const PairWords& words(Aspect about) {
  static constexpr PairWords safe{"always commute", "do not always commute", "two invocations that do not commute",
                                  "invocations of both sides that do not commute"};
  static constexpr PairWords lost{"never lose an update", "may lose an update",
                                  "two invocations of which one loses an update of the other",
                                  "an invocation that loses an update of the other side"};
  static constexpr PairWords shared{"never affect each other", "may affect each other",
                                    "two invocations that do not commute",
                                    "invocations that do not commute, or one that changes what the other side does"};
  if (about == Aspect::LostUpdates) return lost;
  return about == Aspect::SharedState ? shared : safe;
}

std::string why(const PairProof& pair, Aspect about) {
  const PairWords& asked = words(about);
  if (pair.commute == Answer::No) return invocations(pair) + " " + asked.fails;
  if (pair.commute == Answer::Unknown)
    return why_open(pair, fmt::format("whether {} {}", invocations(pair), asked.holds));
  std::string text = invocations(pair) + " " + asked.holds;
  if (pair.by == ProofCase::Apart) text += ": they write different components";
  if (pair.by == ProofCase::Steps) text += ", given what earlier systems can do to a location";
  if (pair.ieee) text += "; by the arithmetic of doubles";
  return text;
}

/// Says whether two runs end in the same state, or why that is open.
std::string why_runs(const PairProof& runs) {
  if (runs.commute == Answer::Yes) return "no state has two runs that end differently, given what systems can do";
  if (runs.commute == Answer::No) return "two runs end differently";
  return why_open(runs, "whether two runs may end differently");
}

/// What to do about an open question.
std::string remedy(const PairProof& pair, Aspect about) {
  switch (pair.gap) {
    case ProofGap::Unsupported:
      return "--static and fuzz still apply";
    case ProofGap::Limit:
      return "raise the limit of the solver with --limit";
    case ProofGap::Spurious:
      break;
  }
  return fmt::format("look for a state with coreecs fuzz --find {}, or write ⨟ instead of ∥ or seq instead of conc",
                     wording(about).sought);
}

const char* key(InvariantProof::Known known) {
  switch (known) {
    case InvariantProof::Known::Assumed:
      return "assumed";
    case InvariantProof::Known::Inductive:
      return "inductive";
    case InvariantProof::Known::NotAtStart:
      return "not_at_start";
    case InvariantProof::Known::Broken:
      return "broken";
    case InvariantProof::Known::Open:
      return "open";
    case InvariantProof::Known::NotUnderstood:
      break;
  }
  return "not_understood";
}

std::string words(InvariantProof::Known known) {
  switch (known) {
    case InvariantProof::Known::Assumed:
      return "assumed, as --assume says";
    case InvariantProof::Known::Inductive:
      return "holds at the start, and no frame breaks it";
    case InvariantProof::Known::NotAtStart:
      return "not used: it does not hold at the program's start";
    case InvariantProof::Known::Broken:
      return "not used: a frame from this state breaks it:";
    case InvariantProof::Known::Open:
      return "not used: it is not shown that no frame breaks it; --assume takes it as true";
    case InvariantProof::Known::NotUnderstood:
      break;
  }
  return "not used: proofs understand invariants on matches, and those that say that matches are unique, that there is "
         "at most one, or none";
}

/// Why a place is proved, in one line.
std::string why_proved(const ProvedPlace& at, const Schema& K, Aspect about) {
  if (at.answered) return coreecs::why(at.statically, K);
  const auto by = [&](ProofCase one) {
    return std::any_of(at.pairs.begin(), at.pairs.end(), [&](const PairProof& pair) { return pair.by == one; });
  };
  std::string text = at.given_invariants ? "no state at which the invariants hold has " : "no state has ";
  text += at.statically.s ? words(about).of_one : words(about).of_two;
  if (by(ProofCase::Steps)) text += ", given what earlier systems can do";
  return text;
}

std::string conflict(const Refutation& found, Aspect about) {
  const Names all = names(found.program, found.verdict);
  if (found.lost) return show(*found.lost, found.verdict.of->po, {found.program.schema, all});
  if (about != Aspect::Safe) return wording(about).fails;
  const Conflict& race = *found.verdict.because.safe.race;
  return both_leave(found.verdict.of->po, race, {found.program.schema, all});
}

}  // namespace

std::string show(const Proof& proof, const Program& program, const NamedSchedule& schedule, bool coloured) {
  const Aspect about = proof.report.about;
  std::string out = fmt::format("{}: schedule {}, on every state\n  {}\n",
                                program.name.empty() ? "program" : on_one_line(program.name), schedule.name,
                                show(schedule.z, [](std::size_t place, const std::string& text) {
                                  return place % 2 == 0 ? text + superscript(place / 2) : text;
                                }));
  const std::string margin = "      ";
  for (const ProvedPlace& at : proof.report.places) {
    const Answer safe = at.answer();
    out += fmt::format("  {}  {}", shown_place(at.statically), verdict_of_proof(safe, coloured) + ":");
    if (safe == Answer::Yes) {
      out += "  " + why_proved(at, program.schema, about) + "\n";
      continue;
    }
    out += "\n";
    for (const PairProof& pair : at.pairs) {
      if (pair.commute == Answer::Yes) continue;
      out += paragraph(margin, margin + "  ", why(pair, about));
      if (pair.commute == Answer::Unknown) out += paragraph(margin + "  ", margin + "  ", remedy(pair, about));
    }
  }
  if (const auto& runs = proof.report.runs) {
    out += fmt::format("  two runs  {}\n", verdict_of_proof(runs->commute, coloured) + ":");
    out += paragraph(margin, margin + "  ", why_runs(*runs));
    if (runs->commute == Answer::Unknown) out += paragraph(margin + "  ", margin + "  ", remedy(*runs, about));
  }
  for (const InvariantProof& invariant : proof.report.invariants) {
    out += paragraph("  ", margin, fmt::format("invariant {}: {}", invariant.name, words(invariant.known)));
    if (invariant.broken_from)
      out += margin + show_start(*invariant.broken_from, {program.schema, Names(proof.entities)}, margin) + "\n";
  }
  if (proof.refutation) {
    out += fmt::format("  not {} from this start{}:\n", wording(about).question,
                       proof.refutation->by_search ? ", found by random search" : "");
    const Program& there = proof.refutation->program;
    out += margin + show_start(there.start, {there.schema, Names(there.entities)}, margin) + "\n";
    out += paragraph(margin, margin + "  ", conflict(*proof.refutation, about));
  }
  const std::vector<std::string> given = proof.report.given();
  out += fmt::format("  {} on every state    ", wording(about).question);
  out +=
      proof.answer() == Answer::Unknown ? verdict_of_proof(Answer::Unknown, coloured) : shown(proof.answer(), coloured);
  if (!given.empty() && proof.answer() != Answer::No)
    out += fmt::format("  wherever {} hold{}", fmt::join(given, ", "), given.size() == 1 ? "s" : "");
  if (proof.report.places.empty()) out += "  nothing is concurrent (Theorem 4.7(1, 2))";
  return out + "\n";
}

std::string json(const Proof& proof, const Program& program, const NamedSchedule& schedule) {
  const Aspect about = proof.report.about;
  return laid_out([&](JsonWriter& out) {
    const auto place = [&](const ProvedPlace& at) {
      const StaticPlace& where = at.statically;
      json_place(out, where);
      out.member("verdict", verdict_of_proof(at.answer()));
      out.member("by", !at.answered ? "solver" : where.by_corollary ? "corollary" : "labels");
      if (at.answer() == Answer::Yes) out.member("reason", why_proved(at, program.schema, about));
      if (at.answered) return;
      out.key("pairs").list([&] {
        for (const PairProof& pair : at.pairs)
          out.object([&] {
            out.member("left", pair.left);
            out.member("right", pair.right);
            out.member("verdict", verdict_of_proof(pair.commute));
            if (pair.commute == Answer::Yes) out.member("case", key(pair.by));
            if (pair.commute == Answer::Yes && pair.ieee) out.member("reals", "ieee");
            json_why(out, pair, why(pair, about), remedy(pair, about));
          });
      });
    };
    out.object([&] {
      out.member("schedule", schedule.name);
      out.member(std::string(wording(about).key) + "_on_every_state", known(proof.answer()));
      out.key("places").list([&] {
        for (const ProvedPlace& at : proof.report.places) out.object([&] { place(at); });
      });
      if (const auto& runs = proof.report.runs)
        out.key("runs").object([&] {
          out.member("verdict", verdict_of_proof(runs->commute));
          json_why(out, *runs, why_runs(*runs), remedy(*runs, about));
        });
      if (!proof.report.invariants.empty())
        out.key("invariants").list([&] {
          for (const InvariantProof& invariant : proof.report.invariants)
            out.object([&] {
              out.member("name", invariant.name);
              out.member("known", key(invariant.known));
              if (!invariant.broken_from) return;
              const Names all(proof.entities);
              Notation{program.schema, all}.json(out.key("broken_from"), *invariant.broken_from);
            });
        });
      if (const auto given = proof.report.given(); !given.empty())
        out.key("given").list([&] {
          for (const std::string& name : given) out.value(name);
        });
      out.member("solver_steps", proof.report.steps);
      if (!proof.refutation) return;
      out.member("conflict", conflict(*proof.refutation, about));
      json_counterexample(out, proof.refutation->by_search, proof.refutation->document);
    });
  });
}

}  // namespace coreecs
