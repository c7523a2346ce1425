#include <fmt/format.h>

#include <algorithm>

#include "interp/language/notation/lines.hpp"
#include "interp/language/notation/mentioned.hpp"
#include "interp/views/report/answer.hpp"
#include "interp/views/report/reasons.hpp"
#include "interp/views/report/report.hpp"

namespace coreecs {

namespace {

std::string binding(const Location& l, const Cell& k, const Notation& notation) {
  std::string out;
  notation.binding(out, l, k ? &*k : nullptr);
  return out;
}

std::string invocation(const std::string& system, std::span<const Entity> e, const Notation& notation) {
  std::string out;
  notation.invocation(out, system, {e.begin(), e.end()});
  return out;
}

std::string after_frame(std::uint64_t frame, std::uint64_t frames) {
  return frame < frames ? fmt::format("after frame {}, ", frame) : "";
}

/// Why an answer is unknown, or that it was not asked for.
template <class V>
std::string undecided(const std::optional<V>& at, std::size_t invocations, const char* option) {
  if (!at) return fmt::format("not checked by default for {}; {} checks it", plural(invocations, "invocation"), option);
  return fmt::format("undecided: {}; {} tries longer", why_undecided(at->cut, at->explored), option);
}

std::string show(const BySolver& solver) {
  if (solver.safe == Answer::No)
    return fmt::format("{} is refuted: there is a start from which it is not safe (prove shows it)",
                       shown_place(*solver.refuted));
  if (solver.given.empty()) return "proved safe on every state (prove)";
  return fmt::format("proved safe on every state at which {} hold{} (prove)", fmt::join(solver.given, ", "),
                     solver.given.size() == 1 ? "s" : "");
}

}  // namespace

std::string show(const LostUpdate& lost, const PartialOrder& po, const Notation& notation) {
  const Invocation& v = po.invocations[lost.v];
  return fmt::format(
      "{} leaves {} without having seen that {} leaves {}; had it seen that, {}", among(po, lost.v, {lost.u}, notation),
      binding(lost.l, v.m.find(lost.l)->k, notation), among(po, lost.u, {lost.v}, notation),
      left_by(po, lost.u, lost.l, notation),
      lost.after_u ? "the result would be " + binding(lost.l, *lost.after_u, notation) : "it would have failed");
}

std::string show(const Further& answers, const Verdict& verdict, const Notation& notation, bool with_orders) {
  std::vector<std::string> lines;
  const LostUpdates& lost = answers.lost_updates;
  const char* all = answers.all_lost_updates ? "" : " (--lost-updates)";
  for (const LostUpdate& one : lost.found)
    lines.push_back(fmt::format("lost update: {}{}", show(one, verdict.of->po, notation), all));
  if (answers.all_lost_updates && lost.found.empty() && !lost.cut) lines.emplace_back("lost updates: none");
  if (lost.cut && (answers.all_lost_updates || lost.found.empty()))
    lines.push_back(fmt::format("{}: the search was cut short; use --lost-updates with a larger --limit",
                                lost.found.empty() ? "lost updates: undecided" : "more lost updates"));

  const std::optional<MatchOrderVerdict>& orders = answers.match_order;
  if (with_orders && orders && orders->independent == Answer::No) {
    std::string on = "the order of the matches of a seq";
    if (const auto& witness = orders->witness) {
      on = fmt::format("the order of {} and {} in seq({}), leaf {}", invocation("", witness->u, notation),
                       invocation("", witness->v, notation), witness->system, witness->leaf);
    }
    lines.push_back(fmt::format("order of matches: {}the state depends on {} (--any-match-order)",
                                after_frame(answers.match_order_frames, verdict.frames), on));
  } else if (with_orders && (!orders || orders->independent == Answer::Unknown)) {
    lines.push_back("order of matches: " + undecided(orders, verdict.invocations(), "--any-match-order"));
  }

  const std::optional<SharedVerdict>& shared = answers.shared;
  if (shared && shared->confluent == Answer::No) {
    std::string why;
    if (const std::optional<Differs>& differs = shared->differs) {
      Names names = answers.reference->names();
      name_others({&shared->witness->first.run, &shared->witness->second.run}, names);
      const Notation of_these{notation.schema, names};
      const std::string who = invocation(differs->invocation.system, differs->invocation.entities, of_these);
      why = differs->l
                ? fmt::format(": {} observes {} in one, {} in the other", who,
                              binding(*differs->l, differs->a, of_these), binding(*differs->l, differs->b, of_these))
                : fmt::format(": {} is a match in one of them only", who);
    }
    lines.push_back(
        fmt::format("shared state: {}two executions differ if threads share one state{} (--visibility shared)",
                    after_frame(shared->frames, verdict.frames), why));
  } else if (!shared || shared->confluent == Answer::Unknown) {
    lines.push_back("shared state: " + undecided(shared, verdict.invocations(), "--visibility shared"));
  } else if (shared->as_reference == Answer::No) {
    lines.emplace_back(
        "shared state: if threads share one state, all executions end in the same state, but not in that of the "
        "reference run (--visibility shared)");
  }

  if (answers.by_solver && answers.by_solver->safe != Answer::Unknown) {
    lines.push_back("other states: " + show(*answers.by_solver));
  } else if (verdict.safe() && !answers.on_every_state.safe()) {
    const auto at = std::find_if(answers.on_every_state.places.begin(), answers.on_every_state.places.end(),
                                 [](const StaticPlace& at) { return !at.is_safe(); });
    lines.push_back(fmt::format("other states: {} is not shown safe on every state (--static)", shown_place(*at)));
  }
  std::string out = lines.empty() ? "" : "\n  Also:\n";
  for (const std::string& line : lines) out += paragraph("    ", "      ", line);
  return out;
}

namespace {

void json(JsonWriter& out, const LostUpdate& lost, const Verdict& verdict, const Notation& notation) {
  const Type& type = notation.schema[lost.l.i].type;
  const auto cell = [&](const char* key, const Cell& k) {
    if (k) notation.json(out.key(key), *k, type);
  };
  const auto invocation = [&](std::size_t u, const auto& more) {
    const Invocation& here = verdict.of->po.invocations[u];
    out.wide_object([&] {
      out.member("leaf", here.leaf);
      out.member("system", here.s->name);
      notation.json(out.key("entities"), std::span<const Entity>(here.e.data(), here.e.size()));
      cell("leaves", here.m.find(lost.l)->k);
      more();
    });
  };
  out.wide_object([&] {
    notation.json(out.key("location"), std::optional(lost.l));
    out.key("invocations").list([&] {
      invocation(lost.u, [] {});
      invocation(lost.v, [&] {
        cell("observes", lost.observed);
        if (!lost.after_u) return out.member("would_fail", true);
        cell("would_leave", *lost.after_u);
      });
    });
  });
}

}  // namespace

void json(JsonWriter& out, const Further& answers, const Verdict& verdict, const Notation& notation) {
  const auto none = [](Answer exist) { return exist == Answer::Unknown ? exist : answer(exist == Answer::No); };
  const auto asked = [&](const auto& at, auto member) { return at ? known((*at).*member) : std::nullopt; };
  out.line(2).key("further").wide_object([&] {
    out.member("no_lost_updates", known(none(answers.lost_updates.exist)));
    out.member("any_match_order", asked(answers.match_order, &MatchOrderVerdict::independent));
    out.member("shared_visibility", asked(answers.shared, &SharedVerdict::confluent));
    out.member("on_every_state", answers.on_every_state.safe());
    if (!answers.by_solver) return;
    out.member("proved_on_every_state", known(answers.by_solver->safe));
    if (answers.by_solver->given.empty()) return;
    out.key("given").list([&] {
      for (const std::string& name : answers.by_solver->given) out.value(name);
    });
  });
  out.line(2).key("lost_updates").wide_list([&] {
    for (const LostUpdate& lost : answers.lost_updates.found) json(out, lost, verdict, notation);
  });
}

}  // namespace coreecs
