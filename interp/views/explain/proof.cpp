#include "interp/views/explain/explain.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/language/notation/formula.hpp"
#include "interp/views/explain/text.hpp"
#include "interp/views/report/answer.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;

class Proof {
 public:
  Proof(const Verdict& verdict, const Notation& notation)
      : verdict_(verdict), po_(verdict.of->po), notation_(notation) {}

  ProofText operator()(Aspect aspect) && {
    const Reason& because = verdict_.because[aspect];
    switch (because.code) {
      case Because::Overlap:
        concurrent(*because.race);
        step(fmt::format("Both influence {}.", show(because.race->l, notation_)));
        break;
      case Because::Conflict:
        concurrent(*because.race);
        conflict(*because.race);
        break;
      case Because::Exploration:
        step(fmt::format("The orders had to be tried because {} race for {}.", both(po_, *because.race, notation_),
                         show(because.race->l, notation_)));
        break;
      case Because::Linearizations:
      case Because::Runs:
        last(*because.race);
        if (because.code == Because::Runs) reader_after(*because.race);
        ends(*because.witness);
        break;
      case Because::Disjoint:
      case Because::Commutation:
      case Because::Safe:
      case Because::Agreement:
      case Because::Hereditary:
      case Because::Undecided:
        break;  // the sentence says it all
    }
    return {fmt::format("{}: {}", wording(aspect).question, shown(because.answer, false)), sentence(verdict_, aspect),
            std::move(steps_)};
  }

 private:
  void step(std::string sentence) { steps_.push_back(std::move(sentence)); }

  // Parts of proofs.

  /// "u⟨e0⟩", with its leaf if only that distinguishes it from the other one.
  std::string name(std::size_t u, std::size_t other) const { return among(po_, u, {other}, notation_); }
  std::string left(std::size_t u, const Location& l) const {
    const Write* write = po_.invocations[u].m.find(l);
    return fmt::format("{} ↦ {}", show(l, notation_), show(write ? write->k : std::nullopt, l.i, notation_));
  }
  void conflict(const Conflict& race) {
    const std::string u = name(race.u, race.v), v = name(race.v, race.u);
    step(fmt::format("Both write {}: {}.", show(race.l, notation_), both_leave(po_, race, notation_)));
    step(fmt::format("So {} • {} leaves {}, and {} • {} leaves {}: they do not commute (Definition 4.2).", u, v,
                     left(race.v, race.l), v, u, left(race.u, race.l)));
  }
  void last(const Conflict& race) {
    concurrent(race);
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
    step(fmt::format("One order ends {}, another one {}.", end(witness.a), end(witness.b)));
  }

  /// Why two invocations are concurrent.
  void concurrent(const Conflict& race) {
    const Leaf u = po_.invocations[race.u].leaf, v = po_.invocations[race.v].leaf;
    const SeriesParallel::Node& node = po_.z.nodes[lowest_common(u, v)];
    const std::string because = node.is_leaf()
                                    ? fmt::format("{} orders none of its invocations", show_leaf(node.kind, *node.s))
                                    : fmt::format("they stand on two sides of ∥: leaf {} in {}, leaf {} in {}", u,
                                                  show_node(po_.z, node.left), v, show_node(po_.z, node.right));
    const std::string frame =
        verdict_.frames > 1 ? fmt::format("In frame {}, ", u / (po_.z.leaves.size() / verdict_.frames) + 1) : "";
    step(fmt::format("{}{} are concurrent, because {}.", frame, both(po_, race, notation_), because));
  }

  std::size_t lowest_common(Leaf u, Leaf v) const {
    std::size_t a = po_.z.leaves[u], b = po_.z.leaves[v];
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

  /// The first leaf after both of a race that queries its component, if any.
  void reader_after(const Conflict& race) {
    const Leaf u = po_.invocations[race.u].leaf, v = po_.invocations[race.v].leaf;
    for (Leaf leaf = std::max(u, v) + 1; leaf < po_.z.leaves.size(); ++leaf) {
      const auto is_after = [&](Leaf other) { return po_.z.nodes[lowest_common(other, leaf)].kind == Kind::Then; };
      const SeriesParallel::Node& node = po_.z.nodes[po_.z.leaves[leaf]];
      const QueryVector& q = node.s->q;
      if (is_after(u) && is_after(v) &&
          std::any_of(q.begin(), q.end(), [&](const Query& q_j) { return observes(q_j, race.l.i); }))
        return step(fmt::format(
            "{}, leaf {}, comes after them and observes {}, so the rest of the run depends on who wrote last.",
            show_leaf(node.kind, *node.s), node.leaf, notation_.schema[race.l.i].name));
    }
  }

  const Verdict& verdict_;
  const PartialOrder& po_;
  const Notation& notation_;
  std::vector<std::string> steps_;
};

}  // namespace

std::vector<ProofText> proofs(const Verdict& verdict, const Notation& notation) {
  std::vector<ProofText> all;
  for (const Aspect aspect : decided) all.push_back(Proof(verdict, notation)(aspect));
  return all;
}

void explain_verdict(const Verdict& verdict, const Notation& notation, Lines& out) {
  out.blank();
  out.add(0, verdict.frames == 1 ? "The verdicts over 1 frame:"
                                 : fmt::format("The verdicts over frames 1 to {}:", verdict.frames));
  for (const ProofText& proof : proofs(verdict, notation)) {
    out.add(2, fmt::format("{}; {}", proof.verdict, proof.why));
    for (const std::string& step : proof.steps) out.add(4, "- " + step);
  }
}

}  // namespace coreecs
