#include "interp/views/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/language/notation/mentioned.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/views/report/answer.hpp"
#include "interp/views/report/aspect.hpp"
#include "interp/views/report/count.hpp"
#include "interp/views/report/witness.hpp"

namespace coreecs {

namespace {

/// A verdict in words, each reason under the line that it is the reason for.
class Report {
 public:
  Report(const Verdict& verdict, const Notation& notation, bool coloured, bool exact)
      : verdict_(verdict), po_(verdict.of->po), notation_(notation), coloured_(coloured), exact_(exact) {}

  std::string operator()(const Program& program, const Replays& replays) {
    out_ += fmt::format("{}: schedule {}, {}\n", program.name.empty() ? "program" : on_one_line(program.name),
                        verdict_.schedule, plural(verdict_.frames, "frame"));
    out_ += fmt::format("  po_c(z): {}, {}\n", plural(po_.size(), "invocation"),
                        show_count(verdict_.linearizations, exact_));
    const auto line = [&](Aspect aspect, const auto& because) {
      out_ += fmt::format("  {:<14}{}", wording(aspect).question, shown(answer(verdict_, aspect), coloured_));
      std::visit([&](const auto& kind) { out_ += "  " + words(kind) + "\n"; }, because);
    };
    line(Aspect::SafeByRule, verdict_.because.safe_by_rule);
    line(Aspect::Safe, verdict_.because.safe);
    line(Aspect::Deterministic, verdict_.because.deterministic);
    line(Aspect::Confluent, verdict_.because.confluent);
    lost();
    hidden();
    if (verdict_.witness()) out_ += show_witness(verdict_, notation_, replays);
    if (out_.find(" (leaf ") != std::string::npos) numbered_leaves(program);
    return std::move(out_);
  }

 private:
  std::string location(const Location& l) const {
    std::string out;
    notation_.location(out, l);
    return out;
  }
  /// An invocation among others that are named with it.
  std::string invocation(std::size_t u, std::initializer_list<std::size_t> all) const {
    const Performed here = performed(po_.invocations[u]);
    const bool with_leaf = std::any_of(
        all.begin(), all.end(), [&](std::size_t v) { return differ_by_leaf(here, performed(po_.invocations[v])); });
    std::string out;
    notation_.invocation(out, here, with_leaf);
    return out;
  }
  std::string binding(const Location& l, const Value* k) const {
    std::string out;
    notation_.binding(out, l, k);
    return out;
  }
  /// What an invocation leaves at a location that it writes to.
  std::string left(std::size_t u, const Location& l) const {
    const std::optional<Value>& k = po_.invocations[u].m.find(l)->k;
    return binding(l, k ? &*k : nullptr);
  }
  std::string leaves(const Conflict& race, std::initializer_list<std::size_t> all) const {
    return fmt::format("{} leaves {}, {} leaves {}", invocation(race.u, all), left(race.u, race.l),
                       invocation(race.v, all), left(race.v, race.l));
  }
  std::string leaves(const Conflict& race) const { return leaves(race, {race.u, race.v}); }
  std::string both(std::size_t u, std::size_t v) const {
    return invocation(u, {u, v}) + " and " + invocation(v, {u, v});
  }
  std::string race(const Conflict& race) const { return "the race of " + both(race.u, race.v); }
  static std::string states(const reason::Exploration& all) { return plural(all.ends.size(), "state"); }

  // Safe by rule.
  static std::string words(const reason::Disjoint& disjoint) {
    return disjoint.on_every_state ? "on every state, by Theorem 4.7 and Corollaries 4.8 and 4.9"
                                   : "at this state, by Theorem 4.7";
  }
  std::string words(const fast::Overlap& overlap) const {
    return fmt::format("Theorem 4.7({}): {} are concurrent and both influence {}", overlap.rule,
                       both(overlap.u, overlap.v), location(overlap.l));
  }

  // Safe, and deterministic.
  std::string words(const reason::Commutation& commutation) const {
    const auto* rule = std::get_if<reason::Disjoint>(&verdict_.because.safe_by_rule);
    if (commutation.on_every_state && !(rule && rule->on_every_state))
      return "on every state, by the arguments of --static";
    return rule ? "by Theorem 4.7" : "Definition 4.3: every concurrent pair commutes";
  }
  static std::string words(const reason::Agreement&) {
    return "Definition 4.4: all linearizations end alike; where writers race, what comes last agrees";
  }
  std::string words(const Conflict& conflict) const {
    return "Definition 4.3: a concurrent pair does not commute: " + leaves(conflict);
  }
  static std::string words(const reason::Safe&) { return "by Theorem 4.5: it is safe"; }
  std::string words(const reason::Linearizations& differ) const {
    return "Definition 4.4: two linearizations end differently; each of these can come last: " + leaves(differ.race);
  }

  // Deterministic, and confluent.
  std::string words(const reason::Exploration& all) const {
    if (&all == std::get_if<reason::Exploration>(&verdict_.because.deterministic))
      return fmt::format(
          "Definition 4.4: all linearizations end alike, in {} that only created entities' names tell apart",
          states(all));
    return parting("all runs end alike, in " + states(all), all.race);
  }
  static std::string words(const reason::Undecided& undecided) {
    return why_undecided(undecided.cut, undecided.configurations);
  }

  // Confluent.
  std::string words(const reason::Hereditary&) const {
    if (verdict_.safe()) return "it is safe, so every run is a linearization";
    switch (verdict_.deterministic()) {
      case Answer::Yes:
        return "left of every ⨟ what comes last agrees, so every run is a linearization";
      case Answer::No:
        return "every run is a linearization, and two of them end differently";
      case Answer::Unknown:
        break;
    }
    return words(std::get<reason::Undecided>(verdict_.because.deterministic));
  }
  std::string words(const reason::Runs& differ) const { return parting("two runs end differently", differ.race); }
  std::string parting(const std::string& how, const Conflict& race) const {
    return fmt::format("{}; runs part where ⨟ observes {}: {}", how, location(race.l), leaves(race));
  }

  void lost() {
    std::string text;
    for (const Aspect aspect : decided) {
      const Lost& lost = coreecs::lost(verdict_.lost, aspect);
      if (!lost.frame && !lost.unknown) continue;
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", wording(aspect).question,
                          lost.frame ? std::to_string(*lost.frame) : "unknown within the limit");
      if (lost.frame && answer(verdict_, aspect) == Answer::Yes) text += " (regained later)";
    }
    if (!text.empty()) out_ += "  lost in frame " + text + "\n";
  }

  /// Races that the end does not show, and where Definition 4.4 and what runs do part.
  void hidden() {
    if (verdict_.hidden) {
      const MaskedRace& race = verdict_.hidden->first;
      const std::size_t locations = verdict_.hidden->locations;
      out_ +=
          fmt::format("\n  Hidden race: {}; in every linearization {} comes after one of them at least and leaves {}",
                      leaves({race.u, race.v, race.l}, {race.u, race.v, race.by}),
                      invocation(race.by, {race.u, race.v}), left(race.by, race.l));
      out_ += locations == 1 ? "\n" : fmt::format("; {} locations have such a race\n", locations);
    }
    const auto* runs = std::get_if<reason::Runs>(&verdict_.because.confluent);
    if (runs && verdict_.deterministic() == Answer::Yes)
      out_ += fmt::format(
          "\n  Deterministic, not confluent: Definition 4.4 fixes what comes after ⨟ as it is in the reference run; "
          "a run observes {} as {} left it (D5)\n",
          location(runs->race.l), race(runs->race));
    const auto* linearizations = std::get_if<reason::Linearizations>(&verdict_.because.deterministic);
    if (linearizations && verdict_.confluent() == Answer::Yes)
      out_ += fmt::format(
          "\n  Confluent, not deterministic: Definition 4.4 fixes what comes after ⨟ as it is in the reference run, "
          "where nothing settles {} for {}; every run that observes it does (D5)\n",
          race(linearizations->race), location(linearizations->race.l));
  }

  /// What the numbers of leaves mean that were shown.
  void numbered_leaves(const Program& program) {
    for (const NamedSchedule& schedule : program.schedules)
      if (schedule.name == verdict_.schedule)
        out_ += fmt::format("\n  {} ≜ {}\n", schedule.name, numbered(schedule.z, verdict_.frames));
  }

  const Verdict& verdict_;
  const PartialOrder& po_;
  const Notation& notation_;
  bool coloured_, exact_;
  std::string out_;
};

/// The reasons of a verdict, and a hidden race, as JSON objects, in the words of certificates.
class ReasonsWriter {
 public:
  ReasonsWriter(JsonWriter& out, const Verdict& verdict, const Notation& notation)
      : out_(out), po_(verdict.of->po), notation_(notation) {}

  void operator()(const Reasons& because) {
    out_.wide_object([&] {
      write("safe_by_rule", because.safe_by_rule);
      write("safe", because.safe);
      write("deterministic", because.deterministic);
      write("confluent", because.confluent);
    });
  }

  void operator()(const MaskedRaces& hidden) {
    const MaskedRace& first = hidden.first;
    out_.wide_object([&] {
      race({first.u, first.v, first.l}, true);
      out_.key("overwritten_by");
      invocation(first.by, first.l, true);
      out_.member("locations", hidden.locations);
    });
  }

 private:
  template <class... Kinds>
  void write(const char* question, const std::variant<Kinds...>& reason) {
    out_.line(4).key(question).wide_object([&] { std::visit([&](const auto& kind) { members(kind); }, reason); });
  }
  void because(const char* kind) { out_.member("because", kind); }

  void members(const reason::Disjoint& disjoint) {
    because("disjoint");
    out_.member("on_every_state", disjoint.on_every_state);
  }
  void members(const fast::Overlap& overlap) {
    because("overlap");
    out_.member("rule", overlap.rule);
    race({overlap.u, overlap.v, overlap.l}, false);
  }
  void members(const reason::Commutation& commutation) {
    because("agreement");
    out_.member("on_every_state", commutation.on_every_state);
  }
  void members(const reason::Agreement&) { because("agreement"); }
  void members(const Conflict& conflict) {
    because("conflict");
    race(conflict, true);
  }
  void members(const reason::Safe&) { because("safe"); }
  void members(const reason::Exploration& all) {
    because("exploration");
    out_.member("ends", all.ends.size());
    race(all.race, true);
  }
  void members(const reason::Linearizations& differ) {
    because("linearizations");
    race(differ.race, true);
  }
  void members(const reason::Hereditary&) { because("hereditary"); }
  void members(const reason::Runs& differ) {
    because("runs");
    race(differ.race, true);
  }
  void members(const reason::Undecided& undecided) {
    because(undecided.cut == Cut::Limit ? "limit" : undecided.cut == Cut::Memory ? "memory" : "interrupt");
    if (undecided.cut == Cut::Limit) out_.member("configurations", undecided.configurations);
  }

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

/// The verdicts that are lost, or may be; nothing where there are none.
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
  ReasonsWriter(out.line(2).key("reasons"), verdict, notation)(verdict.because);
  if (verdict.hidden) ReasonsWriter(out.line(2).key("hidden_race"), verdict, notation)(*verdict.hidden);
}

std::string show(const Verdict& verdict, const Program& program, const Notation& notation, bool coloured,
                 const Replays& replays, bool exact) {
  return Report(verdict, notation, coloured, exact)(program, replays);
}

}  // namespace coreecs
