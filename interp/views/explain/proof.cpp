#include "interp/views/explain/proof.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/language/notation/formula.hpp"
#include "interp/views/explain/text.hpp"
#include "interp/views/report/aspect.hpp"

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;

class Proof {
 public:
  Proof(const Verdict& verdict, const Notation& notation)
      : verdict_(verdict), po_(verdict.of->po), notation_(notation) {}

  std::vector<ProofText> operator()() && {
    const auto answered = [&](Aspect aspect, const auto& because) {
      const Answer answer = coreecs::answer(verdict_, aspect);
      const char* words = answer == Answer::Yes ? "yes" : answer == Answer::No ? "no" : "undecided";
      std::visit([&](const auto& reason) { prove(fmt::format("{}: {}", wording(aspect).question, words), reason); },
                 because);
    };
    answered(Aspect::SafeByRule, verdict_.because.safe_by_rule);
    answered(Aspect::Safe, verdict_.because.safe);
    answered(Aspect::Deterministic, verdict_.because.deterministic);
    answered(Aspect::Confluent, verdict_.because.confluent);
    return std::move(all_);
  }

 private:
  void say(const std::string& verdict, const std::string& why) { all_.push_back({verdict, why, {}}); }
  void step(std::string sentence) { all_.back().steps.push_back(std::move(sentence)); }

  // Safe by rule.
  void prove(const std::string& verdict, const reason::Disjoint& disjoint) {
    say(verdict, disjoint.on_every_state ? "on every state, by Theorem 4.7 and Corollaries 4.8 and 4.9"
                                         : "the derivation by Theorem 4.7 has no gap");
  }
  void prove(const std::string& verdict, const fast::Overlap& overlap) {
    say(verdict, fmt::format("the derivation stops at case ({}) of Theorem 4.7", overlap.rule));
    step(concurrent(overlap.u, overlap.v));
    step(fmt::format("Both influence {}.", show(overlap.l, notation_)));
  }

  // Safe.
  void prove(const std::string& verdict, const reason::Commutation&) {
    say(verdict, verdict_.safe_by_rule() ? "what Theorem 4.7 shows safe is safe"
                                         : "every concurrent pair commutes (Definition 4.3): where two write to one "
                                           "location, they leave the same");
  }
  void prove(const std::string& verdict, const Conflict& race) {
    say(verdict, "a concurrent pair does not commute (Definition 4.3)");
    step(concurrent(race.u, race.v));
    writes(race);
    step(fmt::format("So {} • {} leaves {}, and {} • {} leaves {}: they do not commute (Definition 4.2).", name(race.u),
                     name(race.v), left(race.v, race.l), name(race.v), name(race.u), left(race.u, race.l)));
  }

  // Deterministic.
  void prove(const std::string& verdict, const reason::Safe&) {
    say(verdict, "it is safe, so all linearizations end alike (Theorem 4.5)");
  }
  void prove(const std::string& verdict, const reason::Agreement&) {
    say(verdict,
        "all linearizations end alike (Definition 4.4): where writers of a location race, all that can come "
        "last leave the same");
  }
  void prove(const std::string& verdict, const reason::Linearizations& differ) {
    say(verdict, "two linearizations end differently (Definition 4.4)");
    last(differ.race);
    ends(differ.witness);
  }

  // Deterministic and confluent.
  void prove(const std::string& verdict, const reason::Exploration& all) {
    say(verdict, fmt::format("all orders were looked at, and they end alike, in {} that at most the names of created "
                             "entities tell apart",
                             plural(all.ends.size(), "state")));
    step(fmt::format("That was needed: {} and {} race for {}.", name(all.race.u), name(all.race.v),
                     show(all.race.l, notation_)));
  }
  void prove(const std::string& verdict, const reason::Undecided& undecided) {
    say(verdict, undecided.cut == Cut::Limit
                     ? fmt::format("nothing was found within {}", plural(undecided.configurations, "configuration"))
                     : "it was cut short");
  }

  // Confluent.
  void prove(const std::string& verdict, const reason::Hereditary&) {
    if (verdict_.safe()) return say(verdict, "it is safe, so every run is a linearization (Theorem 4.5, D5)");
    const char* ends = verdict_.deterministic() == Answer::Yes  ? "all of these end alike"
                       : verdict_.deterministic() == Answer::No ? "two of these end differently"
                                                                : "of these it is not known whether they end alike";
    say(verdict, fmt::format("left of every ⨟ what comes last agrees, so that nothing observes another state than in "
                             "the reference run: every run is a linearization, and {} (D5)",
                             ends));
  }
  void prove(const std::string& verdict, const reason::Runs& differ) {
    say(verdict, "two runs end differently (D5)");
    last(differ.race);
    if (const std::optional<std::size_t> reader = reader_after(differ.race)) {
      const SeriesParallel::Node& node = po_.z.nodes[*reader];
      step(fmt::format("{}, leaf {}, comes after them and observes {}: so a run goes on from what came last.",
                       show_leaf(node.kind, *node.s), node.leaf, notation_.schema[differ.race.l.i].name));
    }
    ends(differ.witness);
  }

  // What proofs are made of.

  std::string name(std::size_t u) const { return show_invocation(po_.invocations[u], notation_); }
  std::string left(std::size_t u, const Location& l) const {
    const Write* write = po_.invocations[u].m.find(l);
    return fmt::format("{} ↦ {}", show(l, notation_), show(write ? write->k : std::nullopt, l.i, notation_));
  }
  void writes(const Conflict& race) {
    step(fmt::format("Both write {}: {} leaves {}, {} leaves {}.", show(race.l, notation_), name(race.u),
                     left(race.u, race.l), name(race.v), left(race.v, race.l)));
  }
  void last(const Conflict& race) {
    step(concurrent(race.u, race.v));
    step(fmt::format("Either can be the last to write {}: then it is {}, or {}.", show(race.l, notation_),
                     left(race.u, race.l), left(race.v, race.l)));
  }
  void ends(const Witness& witness) {
    const auto end = [&](const Ending& run) {
      if (const RuntimeError* error = std::get_if<RuntimeError>(&run.end))
        return fmt::format("in a run-time error in {}: {}", error->system, error->what());
      if (!witness.l) return std::string("in another state");
      const Value* k = std::get<State>(run.end).at(*witness.l);
      return fmt::format("with {} ↦ {}", show(*witness.l, notation_),
                         show(k ? std::optional(*k) : std::nullopt, witness.l->i, notation_));
    };
    step(fmt::format("One order ends {}, another one {}; `check` lists both.", end(witness.a), end(witness.b)));
  }

  /// Why two invocations are concurrent.
  std::string concurrent(std::size_t u, std::size_t v) const {
    const std::size_t above = lowest_common(po_.invocations[u].leaf, po_.invocations[v].leaf);
    const SeriesParallel::Node& node = po_.z.nodes[above];
    if (node.is_leaf())
      return fmt::format("{} and {} are concurrent, because {} orders none of its invocations.", name(u), name(v),
                         show_leaf(node.kind, *node.s));
    return fmt::format("{} and {} are concurrent, because they stand on two sides of ∥: leaf {} in {}, leaf {} in {}.",
                       name(u), name(v), po_.invocations[u].leaf, show_node(po_.z, node.left), po_.invocations[v].leaf,
                       show_node(po_.z, node.right));
  }

  std::size_t lowest_common(Leaf leaf, Leaf leaf_) const {
    std::size_t a = po_.z.leaves[leaf], b = po_.z.leaves[leaf_];
    while (a != b) (a < b ? a : b) = po_.z.nodes[std::min(a, b)].parent;
    return a;
  }

  static bool observes(const Query& q, Label i) {
    return match(
        q, [&](const Incl& q) { return q.i == i; }, [&](const Excl& q) { return q.i == i; },
        [&](const Anyway& q) { return q.i == i; },
        [&](const And& q) {
          return std::any_of(q.conjuncts.begin(), q.conjuncts.end(),
                             [&](const Query& q_j) { return observes(q_j, i); });
        });
  }

  /// The first leaf after both of a race that queries its component.
  std::optional<std::size_t> reader_after(const Conflict& race) const {
    const Leaf u = po_.invocations[race.u].leaf, v = po_.invocations[race.v].leaf;
    for (Leaf leaf = std::max(u, v) + 1; leaf < po_.z.leaves.size(); ++leaf) {
      const auto is_after = [&](Leaf other) { return po_.z.nodes[lowest_common(other, leaf)].kind == Kind::Then; };
      const std::size_t node = po_.z.leaves[leaf];
      const QueryVector& q = po_.z.nodes[node].s->q;
      if (is_after(u) && is_after(v) &&
          std::any_of(q.begin(), q.end(), [&](const Query& q_j) { return observes(q_j, race.l.i); }))
        return node;
    }
    return std::nullopt;
  }

  const Verdict& verdict_;
  const PartialOrder& po_;
  const Notation& notation_;
  std::vector<ProofText> all_;
};

}  // namespace

std::vector<ProofText> proofs(const Verdict& verdict, const Notation& notation) { return Proof(verdict, notation)(); }

void explain_verdict(const Verdict& verdict, const Notation& notation, Lines& out) {
  out.blank();
  out.add(0, fmt::format("The verdicts over {}:", plural(verdict.frames, "frame")));
  for (const ProofText& proof : proofs(verdict, notation)) {
    out.add(2, fmt::format("{}; {}", proof.verdict, proof.why));
    for (const std::string& step : proof.steps) out.add(4, "- " + step);
  }
}

}  // namespace coreecs
