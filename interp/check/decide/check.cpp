#include "interp/check/decide/check.hpp"

#include <algorithm>

#include "interp/base/progress.hpp"
#include "interp/check/decide/count.hpp"
#include "semantics/linearization.hpp"

namespace coreecs {

std::optional<Location> difference(const State& c, const State& c2) {
  std::optional<Location> found;
  const auto compare = [&](const State& a, const State& b) {
    for (Label i = 0; i < a.labels(); ++i)
      for (const auto& [e, k] : a[i]) {
        const Value* k2 = b.at({e, i});
        if ((!k2 || !(*k2 == k)) && (!found || Location{e, i} < *found)) found = Location{e, i};
      }
  };
  compare(c, c2);
  compare(c2, c);
  return found;
}

namespace {

Witness witness(Ending a, Ending b) {
  const State* c = std::get_if<State>(&a.end);
  const State* c2 = std::get_if<State>(&b.end);
  return {c && c2 ? difference(*c, *c2) : std::nullopt, std::move(a), std::move(b)};
}

/// u and all v with u ≤_z v: on the way down to u, the right side of each ⨟ that has u on its left.
std::vector<bool> up_set(const PartialOrder& po, std::size_t u) {
  std::vector<bool> after(po.size());
  const auto add = [&](std::size_t begin, std::size_t end) {
    std::fill(after.begin() + static_cast<std::ptrdiff_t>(begin), after.begin() + static_cast<std::ptrdiff_t>(end),
              true);
  };
  const SeriesParallel::Node* z = &po.z.nodes.back();
  while (!z->is_leaf()) {
    const SeriesParallel::Node& right = po.z.nodes[z->right];
    const bool on_left = u < right.begin;
    if (on_left && z->kind == SeriesParallel::Kind::Then) add(right.begin, right.end);
    z = &po.z.nodes[on_left ? z->left : z->right];
  }
  add(u, z->kind == SeriesParallel::Kind::Seq ? z->end : u + 1);
  return after;
}

/// The linearization that performs u as late as possible. Cost: n, and the depth of the tree.
Linearization latest(const PartialOrder& po, std::size_t u) {
  const std::vector<bool> after = up_set(po, u);
  Linearization order;
  for (const bool part : {false, true})
    for (std::size_t v = 0; v < po.size(); ++v)
      if (after[v] == part) order.push_back(v);
  return order;
}

/// Explores all runs of a plan. `differ` is the reason if two end differently.
Reason explore(Because differ, const Instance& of, const Plan& plan, const std::vector<Conflict>& races,
               std::size_t limit) {
  Confluence found;
  const std::optional<Cut> cut = cut_short([&] { found = explore(of.c, plan, of.po, races, limit, of.env); });
  if (found.witness)
    return {.code = differ,
            .answer = Answer::No,
            .race = races.front(),
            .witness = witness(std::move(found.witness->first), std::move(found.witness->second))};
  if (found.confluent == Answer::Yes)
    return {.code = Because::Exploration, .race = races.front(), .ends = std::move(found.ends)};
  return {.code = Because::Undecided,
          .answer = Answer::Unknown,
          .configurations = found.explored,
          .cut = cut.value_or(Cut::Limit)};
}

Reasons reasons(const Instance& of, const Schedule& schedule, const Program& program, std::size_t limit,
                const StaticReport* known) {
  Reasons because;
  std::optional<progress::Task> question(std::in_place, "whether it is safe");
  const Decision decision = decide(of.po);
  const auto overlap = decision.safe_by_rule ? std::nullopt : fast::first_overlap(of.po);
  if (overlap)
    because.safe_by_rule = {.code = Because::Overlap,
                            .answer = Answer::No,
                            .rule = overlap->rule,
                            .race = Conflict{overlap->u, overlap->v, overlap->l}};
  if (!decision.unsafe) {
    std::optional<StaticReport> made;
    const StaticReport& on_every_state = known ? *known : made.emplace(static_report(program, schedule));
    if (!overlap) because.safe_by_rule.on_every_state = on_every_state.by_corollaries();
    because.safe.on_every_state = on_every_state.safe();
    return because;
  }
  because.safe = {.code = Because::Conflict, .answer = Answer::No, .race = decision.unsafe};

  question.emplace("whether it is deterministic");
  if (!decision.contended)
    because.deterministic.code = Because::Agreement;
  else if (decision.contended_for_good)
    because.deterministic = {.code = Because::Linearizations,
                             .answer = Answer::No,
                             .race = decision.contended,
                             .witness = witness(perform(of.c, of.po, latest(of.po, decision.contended->v)),
                                                perform(of.c, of.po, latest(of.po, decision.contended->u)))};
  else
    because.deterministic = explore(Because::Linearizations, of, Plan(of.po), {*decision.contended}, limit);
  because.confluent.answer = because.deterministic.answer;
  if (!decision.reobserved) return because;
  question.emplace("whether it is confluent");
  std::vector<Conflict> races{*decision.reobserved};
  if (decision.contended) races.push_back(*decision.contended);
  because.confluent = explore(Because::Runs, of, Plan(*of.z), races, limit);
  return because;
}

/// The one of four that is about an aspect.
template <class Four>
const auto& about(Aspect aspect, const Four& four) {
  switch (aspect) {
    case Aspect::SafeByRule:
      return four.safe_by_rule;
    case Aspect::Safe:
      return four.safe;
    case Aspect::Deterministic:
      return four.deterministic;
    case Aspect::Confluent:
      return four.confluent;
    case Aspect::Error:
    case Aspect::Invariant:
    case Aspect::LostUpdates:
    case Aspect::MatchOrder:
    case Aspect::SharedState:
      break;
  }
  throw std::logic_error("check has no verdict on this");
}

}  // namespace

const Reason& Reasons::operator[](Aspect aspect) const { return about(aspect, *this); }

const Lost& lost(const LostFrames& frames, Aspect aspect) { return about(aspect, frames); }

Answer Verdict::in_every_frame(Aspect aspect) const {
  const Lost& lost = coreecs::lost(this->lost, aspect);
  const Answer at_the_end = because[aspect].answer;
  if (at_the_end == Answer::No || lost.frame) return Answer::No;
  return lost.unknown ? Answer::Unknown : at_the_end;
}

const Witness* Verdict::witness() const {
  const std::optional<Witness>& found =
      because.confluent.witness ? because.confluent.witness : because.deterministic.witness;
  return found ? &*found : nullptr;
}

Verdict check(const Program& program, const NamedSchedule& schedule, std::uint64_t frames, std::size_t limit,
              std::size_t most, const StaticReport* known) {
  const auto of = std::make_shared<const Instance>(program, schedule.z, frames, most);
  if (frames == 0) {
    Verdict nothing{schedule.name, 0, of, "1", {}, {}, {}};
    nothing.because.safe_by_rule.on_every_state = nothing.because.safe.on_every_state = true;
    return nothing;
  }
  Verdict verdict{
      schedule.name, frames, of, shown_count(of->po), reasons(*of, schedule.z, program, limit, known), {}, {}};
  if (!verdict.safe()) verdict.hidden = hidden_races(of->po);
  if (const std::optional<Conflict>& overlap = verdict.because.safe_by_rule.race; frames > 1 && overlap)
    verdict.lost = lost_frames(of->c, schedule.z, frames, of->po, of->po.invocations[overlap->v].leaf, limit, of->env);
  const std::optional<std::uint64_t> lost =
      verdict.lost.confluent.frame ? verdict.lost.confluent.frame : verdict.lost.deterministic.frame;
  if (lost && *lost < frames)
    verdict.first_lost = std::make_shared<const Verdict>(check(program, schedule, *lost, limit, most, known));
  return verdict;
}

}  // namespace coreecs
