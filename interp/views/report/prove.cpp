#include "interp/views/report/prove.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/base/json/tree.hpp"
#include "interp/base/json/writer.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/views/report/answer.hpp"
#include "interp/views/report/reasons.hpp"
#include "interp/views/report/report.hpp"
#include "interp/views/report/steps.hpp"

namespace coreecs {

namespace {

const char* verdict(Answer safe) {
  switch (safe) {
    case Answer::Yes:
      return "proved";
    case Answer::No:
      return "refuted";
    case Answer::Unknown:
      break;
  }
  return "unknown";
}

std::string in_colour_of(Answer safe, bool coloured, const std::string& text) {
  if (!coloured) return text;
  return in_colour(safe == Answer::Yes ? Colour::Green : safe == Answer::No ? Colour::Red : Colour::BoldYellow, text);
}

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

const char* key(ProofGap gap) {
  switch (gap) {
    case ProofGap::Unsupported:
      return "unsupported";
    case ProofGap::Limit:
      return "limit";
    case ProofGap::Spurious:
      break;
  }
  return "spurious";
}

std::string leaf(const System& s, Leaf number) { return fmt::format("{} (leaf {})", s.name, number); }

std::string invocations(const PairProof& pair) {
  if (pair.left == pair.right) return fmt::format("two invocations of {}", pair.left_system->name);
  return fmt::format("invocations of {} and {}", leaf(*pair.left_system, pair.left),
                     leaf(*pair.right_system, pair.right));
}

std::string why(const PairProof& pair) {
  if (pair.commute == Answer::No) return invocations(pair) + " do not always commute";
  if (pair.commute == Answer::Unknown) {
    const std::string open = fmt::format("whether {} always commute: ", invocations(pair));
    switch (pair.gap) {
      case ProofGap::Unsupported:
        return open + pair.unsupported;
      case ProofGap::Limit:
        return open + "the solver was stopped";
      case ProofGap::Spurious:
        break;
    }
    return open + "the solver proposes states, but from these the schedule is safe";
  }
  std::string text = invocations(pair) + " always commute";
  if (pair.by == ProofCase::Apart) text += ": they write different components";
  if (pair.by == ProofCase::Steps) text += ", given what earlier systems can do to a location";
  if (pair.ieee) text += "; by the arithmetic of doubles";
  return text;
}

/// What to do about an open question.
std::string remedy(const PairProof& pair) {
  switch (pair.gap) {
    case ProofGap::Unsupported:
      return "--static and fuzz still apply";
    case ProofGap::Limit:
      return "raise the limit of the solver with --limit";
    case ProofGap::Spurious:
      break;
  }
  return "look for a state with coreecs fuzz --find unsafe, or write ⨟ instead of ∥ or seq instead of conc";
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
std::string why_proved(const ProvedPlace& at, const Schema& K) {
  if (at.statically.is_safe()) return coreecs::why(at.statically, K);
  const auto by = [&](ProofCase one) {
    return std::any_of(at.pairs.begin(), at.pairs.end(), [&](const PairProof& pair) { return pair.by == one; });
  };
  std::string text = at.given_invariants ? "no state at which the invariants hold has " : "no state has ";
  text += at.statically.s ? "two invocations that do not commute" : "invocations of both sides that do not commute";
  if (by(ProofCase::Steps)) text += ", given what earlier systems can do";
  return text;
}

std::string conflict(const Refutation& found) {
  const Conflict& race = *found.verdict.because.safe.race;
  const Names all = names(found.program, found.verdict);
  return both_leave(found.verdict.of->po, race, {found.program.schema, all});
}

std::string state(const State& c, const Notation& notation, const std::string& margin) {
  std::string text;
  notation.state_by_entity(text, c, margin);
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

}  // namespace

std::string show(const Proof& proof, const Program& program, const NamedSchedule& schedule, bool coloured) {
  std::string out = fmt::format("{}: schedule {}, on every state\n  {}\n",
                                program.name.empty() ? "program" : on_one_line(program.name), schedule.name,
                                show(schedule.z, [](std::size_t place, const std::string& text) {
                                  return place % 2 == 0 ? text + superscript(place / 2) : text;
                                }));
  const std::string margin = "      ";
  for (const ProvedPlace& at : proof.report.places) {
    const Answer safe = at.safe();
    out += fmt::format("  {}  {}", shown_place(at.statically), in_colour_of(safe, coloured, verdict(safe)) + ":");
    if (safe == Answer::Yes) {
      out += "  " + why_proved(at, program.schema) + "\n";
      continue;
    }
    out += "\n";
    for (const PairProof& pair : at.pairs) {
      if (pair.commute == Answer::Yes) continue;
      out += paragraph(margin, margin + "  ", why(pair));
      if (pair.commute == Answer::Unknown) out += paragraph(margin + "  ", margin + "  ", remedy(pair));
    }
  }
  for (const InvariantProof& invariant : proof.report.invariants) {
    out += paragraph("  ", margin, fmt::format("invariant {}: {}", invariant.name, words(invariant.known)));
    if (invariant.broken_from)
      out += margin + state(*invariant.broken_from, {program.schema, Names(proof.entities)}, margin) + "\n";
  }
  if (proof.refutation) {
    out +=
        fmt::format("  not safe from this start{}:\n", proof.refutation->by_search ? ", found by random search" : "");
    const Program& there = proof.refutation->program;
    out += margin + state(there.start, {there.schema, Names(there.entities)}, margin) + "\n";
    out += paragraph(margin, margin + "  ", conflict(*proof.refutation));
  }
  const std::vector<std::string> given = proof.report.given();
  out += fmt::format("  {:<23}", "safe on every state");
  out += proof.safe() == Answer::Unknown ? in_colour_of(Answer::Unknown, coloured, "unknown")
                                         : shown(proof.safe(), coloured);
  if (!given.empty() && proof.safe() != Answer::No)
    out += fmt::format("  wherever {} hold{}", fmt::join(given, ", "), given.size() == 1 ? "s" : "");
  if (proof.report.places.empty()) out += "  nothing is concurrent (Theorem 4.7(1, 2))";
  return out + "\n";
}

std::string json(const Proof& proof, const Program& program, const NamedSchedule& schedule) {
  return laid_out([&](JsonWriter& out) {
    const auto place = [&](const ProvedPlace& at) {
      const StaticPlace& where = at.statically;
      out.member("form", where.s ? "conc" : "par");
      if (where.s) {
        out.member("system", where.s->name);
        out.member("leaf", where.place / 2);
      } else {
        out.member("before_leaf", (where.place + 1) / 2);
      }
      out.member("verdict", verdict(at.safe()));
      out.member("by", where.by_corollary ? "corollary" : where.is_safe() ? "labels" : "solver");
      if (at.safe() == Answer::Yes) out.member("reason", why_proved(at, program.schema));
      if (where.is_safe()) return;
      out.key("pairs").list([&] {
        for (const PairProof& pair : at.pairs)
          out.object([&] {
            out.member("left", pair.left);
            out.member("right", pair.right);
            out.member("verdict", verdict(pair.commute));
            if (pair.commute == Answer::Yes) out.member("case", key(pair.by));
            if (pair.commute == Answer::Yes && pair.ieee) out.member("reals", "ieee");
            if (pair.commute == Answer::Unknown) out.member("gap", key(pair.gap));
            out.member("reason", why(pair));
            if (pair.commute == Answer::Unknown) out.member("remedy", remedy(pair));
          });
      });
    };
    out.object([&] {
      out.member("schedule", schedule.name);
      out.member("safe_on_every_state", known(proof.safe()));
      out.key("places").list([&] {
        for (const ProvedPlace& at : proof.report.places) out.object([&] { place(at); });
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
      out.member("conflict", conflict(*proof.refutation));
      out.member("found_by", proof.refutation->by_search ? "search" : "solver");
      out.key("counterexample");
      write(out, proof.refutation->document);
    });
  });
}

}  // namespace coreecs
