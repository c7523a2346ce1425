#include "interp/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace coreecs {

namespace {

const char* word(bool b) { return b ? "true" : "false"; }
const char* word(std::optional<bool> b) { return b ? word(*b) : "null"; }

struct NamedLost {
  const char* key;
  const char* question;
  Lost LostFrames::*lost;
};
constexpr NamedLost lost_verdicts[] = {{"safe_by_rule", "safe by rule", &LostFrames::safe_by_rule},
                                       {"safe", "safe", &LostFrames::safe},
                                       {"deterministic", "deterministic", &LostFrames::deterministic},
                                       {"confluent", "confluent", &LostFrames::confluent}};

/// "{ "safe": 2, "confluent": null }": of verdicts that are lost, or may be; nothing where there are none.
std::string json(const LostFrames& frames) {
  std::string out;
  for (const auto& [key, question, member] : lost_verdicts) {
    const Lost& lost = frames.*member;
    if (!lost.frame && !lost.unknown) continue;
    out +=
        fmt::format("{}\"{}\": {}", out.empty() ? "{ " : ", ", key, lost.frame ? std::to_string(*lost.frame) : "null");
  }
  return out.empty() ? out : out + " }";
}

/// A verdict in words, each reason under the line that it is the reason for.
class Report {
 public:
  Report(const Program& program, const Notation& notation, bool coloured)
      : program_(program), notation_(notation), coloured_(coloured) {}

  std::string operator()(const Verdict& verdict) {
    const bool one = verdict.frames == 1;
    out_ += fmt::format("{}: schedule {}, {} frame{}\n", program_.name.empty() ? "program" : program_.name,
                        verdict.schedule, verdict.frames, one ? "" : "s");
    out_ += fmt::format("  po_c(z): {} invocation{}, {} linearization{}\n", verdict.invocations,
                        verdict.invocations == 1 ? "" : "s", verdict.linearizations,
                        verdict.linearizations == "1" ? "" : "s");
    line("safe by rule", verdict.safe_by_rule);
    safe_by_rule(verdict);
    line("safe", verdict.safe);
    safe(verdict);
    line("deterministic", verdict.deterministic);
    deterministic(verdict);
    line("confluent", verdict.confluent);
    confluent(verdict);
    lost(verdict);
    hidden(verdict);
    if (verdict.witness) witness(*verdict.witness);
    return std::move(out_);
  }

 private:
  void line(const char* question, std::optional<bool> answer) {
    const char* text = !answer ? "undecided" : *answer ? "yes" : "no";
    const char* colour = !answer ? "33" : *answer ? "32" : "31";
    out_ += fmt::format("  {:<14}", question);
    out_ += coloured_ ? fmt::format("\033[1;{}m{}\033[0m", colour, text) : text;
  }
  void reason(const std::string& text) { out_ += "  " + text + "\n"; }

  std::string location(const Location& l) const {
    std::string out;
    notation_.location(out, l);
    return out;
  }
  std::string invocation(const Performed& u) const {
    std::string out;
    notation_.invocation(out, u.system, u.entities);
    return out;
  }
  std::string binding(const Location& l, const std::optional<Value>& k) const {
    std::string out;
    notation_.binding(out, l, k ? &*k : nullptr);
    return out;
  }
  std::string leaves(const Meeting& m) const {
    return fmt::format("{} leaves {}, {} leaves {}", invocation(m.u.invocation), binding(m.l, m.u.leaves),
                       invocation(m.u_.invocation), binding(m.l, m.u_.leaves));
  }

  void safe_by_rule(const Verdict& verdict) {
    if (!verdict.overlap)
      reason(verdict.not_static ? "at this state, by Theorem 4.7"
                                : "on every state, by Theorem 4.7 and Corollaries 4.8 and 4.9");
    else
      reason(fmt::format("Theorem 4.7({}): {} and {} are concurrent and both influence {}", verdict.overlap->rule,
                         invocation(verdict.overlap->u.invocation), invocation(verdict.overlap->u_.invocation),
                         location(verdict.overlap->l)));
  }
  void safe(const Verdict& verdict) {
    if (verdict.safe_by_rule)
      reason("by Theorem 4.7");
    else if (verdict.safe)
      reason("Definition 4.3: every concurrent pair commutes");
    else
      reason("Definition 4.3: a concurrent pair does not commute: " + leaves(*verdict.conflict));
  }
  void deterministic(const Verdict& verdict) {
    if (verdict.safe)
      reason("by Theorem 4.5: it is safe");
    else if (!verdict.deterministic)
      reason(fmt::format("the limit was reached after {} configurations; raise it with --limit", verdict.explored));
    else if (!verdict.contended)
      reason("Definition 4.4: all linearizations end alike; where writers race, what comes last agrees");
    else if (*verdict.deterministic)
      reason(fmt::format(
          "Definition 4.4: all linearizations end alike, in {} that only created entities' names tell apart",
          states(verdict.ends_of_linearizations)));
    else
      reason("Definition 4.4: two linearizations end differently; each of these can come last: " +
             leaves(*verdict.contended));
  }
  void confluent(const Verdict& verdict) {
    if (verdict.safe)
      reason("it is safe, so every run is a linearization");
    else if (!verdict.confluent)
      reason(fmt::format("the limit was reached after {} configurations; raise it with --limit", verdict.explored));
    else if (!verdict.reobserved)
      reason(*verdict.confluent ? "left of every ⨟ what comes last agrees, so every run is a linearization"
                                : "every run is a linearization, and two of them end differently");
    else
      reason(fmt::format(
          "{}; runs part where ⨟ observes {}: {}",
          *verdict.confluent ? "all runs end alike, in " + states(verdict.ends_of_runs) : "two runs end differently",
          location(verdict.reobserved->l), leaves(*verdict.reobserved)));
  }

  void lost(const Verdict& verdict) {
    std::string text;
    const std::optional<bool> now[] = {verdict.safe_by_rule, verdict.safe, verdict.deterministic, verdict.confluent};
    for (std::size_t k = 0; k < std::size(lost_verdicts); ++k) {
      const Lost& lost = verdict.lost.*lost_verdicts[k].lost;
      if (!lost.frame && !lost.unknown) continue;
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", lost_verdicts[k].question,
                          lost.frame ? std::to_string(*lost.frame) : "unknown within the limit");
      if (lost.frame && now[k] == true) text += " (regained later)";
    }
    if (!text.empty()) out_ += "  lost in frame " + text + "\n";
  }
  static std::string states(const std::vector<State>& ends) {
    return fmt::format("{} state{}", ends.size(), ends.size() == 1 ? "" : "s");
  }

  /// Races that the end does not show, and where Definition 4.4 and what runs do part.
  void hidden(const Verdict& verdict) {
    if (verdict.hidden) {
      const Hidden& hidden = *verdict.hidden;
      out_ +=
          fmt::format("\n  Hidden race: {}; in every linearization {} comes after one of them at least and leaves {}",
                      leaves(hidden.race), invocation(hidden.by.invocation), binding(hidden.race.l, hidden.by.leaves));
      out_ += hidden.locations == 1 ? "\n" : fmt::format("; {} locations have such a race\n", hidden.locations);
    }
    if (verdict.deterministic == true && verdict.confluent == false && verdict.reobserved)
      out_ += fmt::format(
          "\n  Deterministic, not confluent: Definition 4.4 fixes what comes after ⨟ as it is in the reference run; "
          "a run observes {} as the race of {} and {} left it (D5)\n",
          location(verdict.reobserved->l), invocation(verdict.reobserved->u.invocation),
          invocation(verdict.reobserved->u_.invocation));
    if (verdict.deterministic == false && verdict.confluent == true && verdict.contended)
      out_ += fmt::format(
          "\n  Confluent, not deterministic: Definition 4.4 fixes what comes after ⨟ as it is in the reference run, "
          "where nothing settles the race of {} and {} for {}; every run that observes it does (D5)\n",
          invocation(verdict.contended->u.invocation), invocation(verdict.contended->u_.invocation),
          location(verdict.contended->l));
  }

  void witness(const Witness& witness) {
    out_ += witness.linearizations ? "\n  Two linearizations of po_c(z)" : "\n  Two runs";
    out_ += witness.l ? fmt::format(" that differ at {}:\n", location(*witness.l)) : " that differ:\n";
    constexpr std::size_t shown = 12;
    const auto same = [](const Performed& u, const Performed& v) {
      return u.leaf == v.leaf && u.entities == v.entities;
    };
    const auto [part, part_] = std::mismatch(witness.a.order.begin(), witness.a.order.end(), witness.b.order.begin(),
                                             witness.b.order.end(), same);
    const auto parting = static_cast<std::size_t>(part - witness.a.order.begin());
    for (const Ending* run : {&witness.a, &witness.b}) {
      const std::size_t begin = run->order.size() > shown && parting > 2 ? parting - 2 : 0;
      const std::size_t end = std::min(run->order.size(), begin + shown);
      out_ += begin > 0 ? fmt::format("    ({} before) ", begin) : "    ";
      for (std::size_t j = begin; j < end; ++j) out_ += (j > begin ? ", " : "") + invocation(run->order[j]);
      if (end < run->order.size()) out_ += fmt::format(" ({} more)", run->order.size() - end);
      std::visit(Clauses{
                     [&](const State& c) {
                       const Value* k = witness.l ? c.at(*witness.l) : nullptr;
                       out_ += witness.l
                                   ? "\n      ends with " + binding(*witness.l, k ? std::optional(*k) : std::nullopt)
                                   : "\n      ends in a state";
                     },
                     [&](const RuntimeError& error) {
                       out_ += fmt::format("\n      ends in a run-time error in {}: {}", error.system, error.what());
                     },
                 },
                 run->end);
      if (!run->replay.empty()) out_ += "\n      replay: " + shown_replay(run->replay);
      out_ += "\n";
    }
  }

  const Program& program_;
  const Notation& notation_;
  bool coloured_;
  std::string out_;
};

}  // namespace

std::string shown_replay(const std::string& replay) {
  constexpr std::size_t longest = 200;
  if (replay.size() <= longest || replay.front() == '@') return replay;
  return fmt::format("a token of {} characters, which --save-replays FOLDER writes to a file", replay.size());
}

void json(std::string& out, const Ending& run, const Notation& notation) {
  out += "{ ";
  notation.json(out, run);
  if (!run.replay.empty()) out += ", \"replay\": " + json_string(run.replay);
  out += " }";
}

std::string json(const Verdict& verdict, const Notation& notation, const std::string& more) {
  std::string out = fmt::format(
      "{{ \"schedule\": \"{}\", \"frames\": {},\n  \"invocations\": {}, \"linearizations\": \"{}\",\n  "
      "\"safe_by_rule\": "
      "{}, \"safe\": {}, \"deterministic\": {}, \"confluent\": {}",
      verdict.schedule, verdict.frames, verdict.invocations, verdict.linearizations, word(verdict.safe_by_rule),
      word(verdict.safe), word(verdict.deterministic), word(verdict.confluent));
  if (const std::string lost = json(verdict.lost); !lost.empty()) out += ",\n  \"lost_in_frame\": " + lost;
  if (verdict.witness) {
    const Witness& witness = *verdict.witness;
    out += ",\n  \"witness\": {\n    \"key\": ";
    out += witness.l ? fmt::format("{{ \"entity\": \"{}\", \"component\": \"{}\" }}", notation.names(witness.l->e),
                                   notation.schema[witness.l->i].name)
                     : "null";
    out += ",\n    \"runs\": [ ";
    json(out, witness.a, notation);
    out += ",\n              ";
    json(out, witness.b, notation);
    out += " ] }";
  }
  return out + more + " }\n";
}

std::string show(const Verdict& verdict, const Program& program, const Notation& notation, bool coloured) {
  return Report(program, notation, coloured)(verdict);
}

}  // namespace coreecs
