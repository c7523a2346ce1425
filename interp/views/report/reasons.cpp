#include "interp/views/report/reasons.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/language/notation/formula.hpp"
#include "interp/language/notation/lines.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/views/report/answer.hpp"

namespace coreecs {

namespace {

constexpr Wording wordings[] = {
    {Aspect::SafeByRule, "safe_by_rule", "safe by rule", "safe_by_rule: yes", "the rules of Theorem 4.7 do not hold"},
    {Aspect::Safe, "safe", "safe", "safe: yes", "two concurrent invocations do not commute", "unsafe", "not safe"},
    {Aspect::Deterministic, "deterministic", "deterministic", "deterministic: yes",
     "two linearizations end differently"},
    {Aspect::Confluent, "confluent", "confluent", "confluent: yes", "two runs end differently", "not-confluent",
     "not confluent"},
    {Aspect::Error, "error", "", "the run does not fail", "the run fails", "error", "a run-time error"},
    {Aspect::Invariant, "invariant", "", "no invariant fails", "an invariant fails", "invariant", "an invariant fails"},
    {Aspect::LostUpdates, "no_lost_updates", "free of lost updates", "no_lost_updates: yes", "an update is lost",
     "lost-update", "a lost update"},
    {Aspect::MatchOrder, "any_match_order", "the same in any match order", "any_match_order: yes",
     "two orders of the matches of a seq end differently", "match-order", "dependent on the order of matches"},
    {Aspect::SharedState, "shared_visibility", "confluent where threads share the state", "shared_visibility: yes",
     "two executions of threads that share the state end differently", "shared-state",
     "not confluent where threads share the state"},
};

/// How the linearizations end, if every run is one of them.
const char* hereditary(Answer deterministic) {
  switch (deterministic) {
    case Answer::Yes:
      return "all of these end in the same state";
    case Answer::No:
      return "two of these end differently";
    case Answer::Unknown:
      break;
  }
  return "it is not known whether these end in the same state";
}

/// The key in JSON: "conflict".
const char* key(const Reason& reason) {
  switch (reason.code) {
    case Because::Disjoint:
      return "disjoint";
    case Because::Overlap:
      return "overlap";
    case Because::Commutation:
    case Because::Agreement:
      return "agreement";
    case Because::Conflict:
      return "conflict";
    case Because::Safe:
      return "safe";
    case Because::Exploration:
      return "exploration";
    case Because::Linearizations:
      return "linearizations";
    case Because::Hereditary:
      return "hereditary";
    case Because::Runs:
      return "runs";
    case Because::Undecided:
      break;
  }
  return reason.cut == Cut::Limit ? "limit" : reason.cut == Cut::Memory ? "memory" : "interrupt";
}

class ReasonsWriter {
 public:
  ReasonsWriter(JsonWriter& out, const Verdict& verdict, const Notation& notation)
      : out_(out), po_(verdict.of->po), notation_(notation) {}

  void operator()(const Reason& reason) {
    out_.wide_object([&] {
      out_.member("because", key(reason));
      if (reason.code == Because::Disjoint || reason.code == Because::Commutation)
        out_.member("on_every_state", reason.on_every_state);
      if (reason.code == Because::Overlap) out_.member("rule", reason.rule);
      if (reason.code == Because::Exploration) out_.member("ends", reason.ends.size());
      if (reason.code == Because::Undecided && reason.cut == Cut::Limit)
        out_.member("configurations", reason.configurations);
      if (reason.race) race(*reason.race, reason.code != Because::Overlap);
    });
  }

  void operator()(const HiddenRaces& hidden) {
    const HiddenRace& first = hidden.first;
    out_.wide_object([&] {
      race({first.u, first.v, first.l}, true);
      out_.key("overwritten_by");
      invocation(first.by, first.l, true);
      out_.member("locations", hidden.locations);
    });
  }

 private:
  void race(const Conflict& race, bool with_values) {
    notation_.json(out_.key("location"), race.l);
    out_.key("invocations").list([&] {
      invocation(race.u, race.l, with_values);
      invocation(race.v, race.l, with_values);
    });
  }
  void invocation(std::size_t u, const Location& l, bool with_value) {
    const Invocation& here = po_.invocations[u];
    out_.wide_object([&] {
      out_.member("leaf", here.leaf);
      out_.member("system", here.s->name);
      notation_.json(out_.key("entities"), std::span<const Entity>(here.e.data(), here.e.size()));
      if (const std::optional<Value>& k = here.m.find(l)->k; with_value && k)
        notation_.json(out_.key("leaves"), *k, notation_.schema[l.i].type);
    });
  }

  JsonWriter& out_;
  const PartialOrder& po_;
  const Notation& notation_;
};

}  // namespace

std::string among(const PartialOrder& po, std::size_t u, std::initializer_list<std::size_t> others,
                  const Notation& notation) {
  const Performed here = performed(po.invocations[u]);
  const bool with_leaf = std::any_of(others.begin(), others.end(),
                                     [&](std::size_t v) { return differ_by_leaf(here, performed(po.invocations[v])); });
  std::string out;
  notation.invocation(out, here, with_leaf);
  return out;
}

std::string both(const PartialOrder& po, const Conflict& race, const Notation& notation) {
  return among(po, race.u, {race.v}, notation) + " and " + among(po, race.v, {race.u}, notation);
}

std::string left_by(const PartialOrder& po, std::size_t u, const Location& l, const Notation& notation) {
  const std::optional<Value>& k = po.invocations[u].m.find(l)->k;
  std::string out;
  notation.binding(out, l, k ? &*k : nullptr);
  return out;
}

std::string both_leave(const PartialOrder& po, const Conflict& race, const Notation& notation,
                       std::optional<std::size_t> beside) {
  const auto leaves = [&](std::size_t u, std::size_t other) {
    return among(po, u, {other, beside.value_or(u)}, notation) + " leaves " + left_by(po, u, race.l, notation);
  };
  return leaves(race.u, race.v) + ", " + leaves(race.v, race.u);
}

std::string on_every_state(const SeriesParallel& z) {
  using Kind = SeriesParallel::Kind;
  const auto has = [&](Kind kind) {
    return std::any_of(z.nodes.begin(), z.nodes.end(), [&](const auto& node) { return node.kind == kind; });
  };
  std::vector<std::string> cases, all;
  if (has(Kind::Seq)) cases.push_back("1");
  if (has(Kind::Then)) cases.push_back("2");
  if (!cases.empty()) all.push_back(fmt::format("Theorem 4.7({})", fmt::join(cases, ", ")));
  const bool par = has(Kind::Par), conc = has(Kind::Conc);
  if (par || conc) all.push_back(par && conc ? "Corollaries 4.8 and 4.9" : par ? "Corollary 4.8" : "Corollary 4.9");
  return all.empty() ? "on every state, since nothing is performed"
                     : fmt::format("on every state, by {}", fmt::join(all, " and "));
}

std::string sentence(const Verdict& verdict, Aspect aspect) {
  const Reasons& because = verdict.because;
  const Reason& reason = because[aspect];
  const bool safe = because.safe.answer == Answer::Yes;
  switch (reason.code) {
    case Because::Disjoint:
      return reason.on_every_state ? on_every_state(verdict.of->po.z) : "at this state, by Theorem 4.7";
    case Because::Overlap:
      return fmt::format("the derivation stops at case ({}) of Theorem 4.7", reason.rule);
    case Because::Commutation:
      return because.safe_by_rule.answer == Answer::Yes
                 ? "it is safe by rule (Theorem 4.7)"
                 : "every concurrent pair commutes (Definition 4.3): where two write to one location, they write the "
                   "same";
    case Because::Conflict:
      return "a concurrent pair does not commute (Definition 4.3)";
    case Because::Safe:
      return "it is safe, so all linearizations end in the same state (Theorem 4.5)";
    case Because::Agreement:
      return "all linearizations end in the same state (Definition 4.4): where invocations race for a location, every "
             "possible last writer leaves the same value";
    case Because::Exploration:
      return reason.ends.size() == 1
                 ? "every order was tried, and all of them end in the same state"
                 : fmt::format(
                       "every order was tried, and they end in {} states, which differ in the names of created "
                       "entities only",
                       reason.ends.size());
    case Because::Linearizations:
      return "two linearizations end differently (Definition 4.4)";
    case Because::Hereditary:
      return safe
                 ? "it is safe, so every run is a linearization (Theorem 4.5, D5)"
                 : fmt::format(
                       "no step after a ⨟ can observe a race, so the possible runs are exactly the linearizations, and "
                       "{} (D5)",
                       hereditary(because.deterministic.answer));
    case Because::Runs:
      return "two runs end differently (D5)";
    case Because::Undecided:
      break;
  }
  return reason.cut == Cut::Limit
             ? fmt::format("nothing was found within {}", plural(reason.configurations, "configuration"))
             : "it was cut short";
}

std::string in_one_line(const Verdict& verdict, Aspect aspect, const Notation& notation, const Conflict* shown) {
  const Reasons& all = verdict.because;
  const Reason& reason = all[aspect];
  const PartialOrder& po = verdict.of->po;
  const bool is_shown = shown && reason.race && shown->l == reason.race->l &&
                        std::minmax(shown->u, shown->v) == std::minmax(reason.race->u, reason.race->v);
  const std::string l = reason.race ? show(reason.race->l, notation) : "";
  const auto parting = [&](const std::string& how) {
    return fmt::format("{}; before a ⨟, invocations race for {}{}", how, l,
                       is_shown ? "" : ": " + both_leave(po, *reason.race, notation));
  };
  switch (reason.code) {
    case Because::Disjoint:
      return sentence(verdict, aspect);
    case Because::Overlap:
      return fmt::format(
          "{} influence {} (Theorem 4.7({}))",
          is_shown ? "two concurrent invocations" : both(po, *reason.race, notation) + " are concurrent and both", l,
          reason.rule);
    case Because::Commutation:
      if (reason.on_every_state && !all.safe_by_rule.on_every_state)
        return "on every state, by the arguments of --static";
      return verdict.safe_by_rule() ? "by Theorem 4.7" : "every concurrent pair commutes (Definition 4.3)";
    case Because::Conflict:
      if (is_shown) return fmt::format("two concurrent invocations do not commute at {} (Definition 4.3)", l);
      return "a concurrent pair does not commute (Definition 4.3): " + both_leave(po, *reason.race, notation);
    case Because::Safe:
      return "it is safe (Theorem 4.5)";
    case Because::Agreement:
      return "all linearizations end in the same state, since in every order the last write to each location has the "
             "same value (Definition 4.4)";
    case Because::Exploration: {
      const std::string states =
          reason.ends.size() == 1
              ? ""
              : fmt::format(", up to the names of created entities ({} states)", reason.ends.size());
      if (aspect == Aspect::Confluent) return parting("all runs end in the same state" + states);
      return "all linearizations end in the same state (Definition 4.4)" + states;
    }
    case Because::Linearizations:
      if (is_shown)
        return fmt::format("two linearizations end differently, depending on the last write to {} (Definition 4.4)", l);
      return "two linearizations end differently (Definition 4.4), depending on the last write: " +
             both_leave(po, *reason.race, notation);
    case Because::Hereditary:
      if (verdict.safe()) return "it is safe, so every run is a linearization";
      if (reason.answer == Answer::Unknown) return in_one_line(verdict, Aspect::Deterministic, notation, shown);
      return reason.answer == Answer::Yes ? "no step after a ⨟ can observe a race, so every run is a linearization"
                                          : "every run is a linearization, and two of them end differently";
    case Because::Runs:
      return parting("two runs end differently");
    case Because::Undecided:
      break;
  }
  return why_undecided(reason.cut, reason.configurations);
}

void json_reasons(JsonWriter& out, const Verdict& verdict, const Notation& notation) {
  ReasonsWriter write(out, verdict, notation);
  out.line(2).key("reasons").wide_object([&] {
    for (const Aspect aspect : decided) {
      out.line(4).key(wording(aspect).key);
      write(verdict.because[aspect]);
    }
  });
  if (!verdict.hidden) return;
  out.line(2).key("hidden_race");
  write(*verdict.hidden);
}

const Wording& wording(Aspect aspect) {
  return *std::find_if(std::begin(wordings), std::end(wordings), [&](const Wording& w) { return w.aspect == aspect; });
}

std::string left_out(const std::string& margin, std::size_t idle) {
  return idle == 0 ? "" : fmt::format("{}not shown: {} without effect\n", margin, plural(idle, "invocation"));
}

std::string parted(const std::vector<std::string>& steps, std::size_t parting, std::size_t idle) {
  constexpr std::size_t most = 12;
  std::vector<std::string> words;
  if (parting > 0) words.push_back(fmt::format("({} in common)", parting));
  if (parting == steps.size()) words.emplace_back("» (nothing more)");
  const std::size_t end = std::min(steps.size(), parting + most);
  for (std::size_t j = parting; j < end; ++j)
    words.push_back((j == parting ? "» " : "") + steps[j] + (j + 1 < end ? "," : ""));
  if (end < steps.size()) words.push_back(fmt::format("({} more)", steps.size() - end));
  return paragraph("    ", "      ", words) + left_out("      ", idle);
}

}  // namespace coreecs
