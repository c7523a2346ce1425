#include "interp/check/decide/check.hpp"

#include <algorithm>

#include "interp/base/progress.hpp"
#include "interp/check/decide/count.hpp"
#include "interp/check/decide/static_report.hpp"
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

/// u and all v with u ≤_z v: on the way down to the leaf of u, the right side of each ⨟ that has u on its left.
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

/// The linearization that performs u as late as it can: after everything that is not after u. Cost: n, and the depth of
/// the tree.
Linearization latest(const PartialOrder& po, std::size_t u) {
  const std::vector<bool> after = up_set(po, u);
  Linearization order;
  for (const bool part : {false, true})
    for (std::size_t v = 0; v < po.size(); ++v)
      if (after[v] == part) order.push_back(v);
  return order;
}

/// Looks at all runs of a plan. `Differ` is the reason where two end differently.
template <class Differ, class Reason>
void explore(Reason& reason, const Instance& of, const Plan& plan, const std::vector<Conflict>& races,
             std::size_t limit) {
  Confluence found;
  const std::optional<Cut> cut = cut_short([&] { found = explore(of.c, plan, of.po, races, limit, of.env); });
  if (found.witness)
    reason = Differ{races.front(), witness(std::move(found.witness->first), std::move(found.witness->second))};
  else if (found.confluent == Answer::Yes)
    reason = reason::Exploration{races.front(), std::move(found.ends)};
  else
    reason = reason::Undecided{found.explored, cut.value_or(Cut::Limit)};
}

Reasons reasons(const Instance& of, const Schedule& schedule, const Program& program, std::size_t limit) {
  Reasons because;
  std::optional<progress::Task> question(std::in_place, "whether it is safe");
  const Decision decision = decide(of.po);
  const auto overlap = decision.safe_by_rule ? std::nullopt : fast::first_overlap(of.po);
  if (overlap) because.safe_by_rule = *overlap;
  if (!decision.unsafe) {
    const StaticReport on_every_state = static_report(program, schedule);
    if (!overlap) because.safe_by_rule = reason::Disjoint{on_every_state.by_corollaries()};
    because.safe = reason::Commutation{on_every_state.safe()};
    return because;
  }
  because.safe = *decision.unsafe;

  question.emplace("whether it is deterministic");
  if (!decision.contended)
    because.deterministic = reason::Agreement{};
  else if (decision.contended_for_good)
    because.deterministic = reason::Linearizations{*decision.contended,
                                                   witness(perform(of.c, of.po, latest(of.po, decision.contended->v)),
                                                           perform(of.c, of.po, latest(of.po, decision.contended->u)))};
  else
    explore<reason::Linearizations>(because.deterministic, of, Plan(of.po), {*decision.contended}, limit);
  if (!decision.reobserved) return because;
  question.emplace("whether it is confluent");
  std::vector<Conflict> races{*decision.reobserved};
  if (decision.contended) races.push_back(*decision.contended);
  explore<reason::Runs>(because.confluent, of, Plan(*of.z), races, limit);
  return because;
}

}  // namespace

Answer Verdict::deterministic() const {
  if (std::holds_alternative<reason::Undecided>(because.deterministic)) return Answer::Unknown;
  return std::holds_alternative<reason::Linearizations>(because.deterministic) ? Answer::No : Answer::Yes;
}

Answer Verdict::confluent() const {
  return std::visit(
      Clauses{[&](const reason::Hereditary&) { return deterministic(); },
              [](const reason::Exploration&) { return Answer::Yes; }, [](const reason::Runs&) { return Answer::No; },
              [](const reason::Undecided&) { return Answer::Unknown; }},
      because.confluent);
}

const Witness* Verdict::witness() const {
  if (const auto* runs = std::get_if<reason::Runs>(&because.confluent)) return &runs->witness;
  const auto* linearizations = std::get_if<reason::Linearizations>(&because.deterministic);
  return linearizations ? &linearizations->witness : nullptr;
}

Verdict check(const Program& program, const NamedSchedule& schedule, std::uint64_t frames, std::size_t limit,
              std::size_t most) {
  const auto of = std::make_shared<const Instance>(program, schedule.z, frames, most);
  if (frames == 0)
    return {schedule.name, 0, of, "1", {reason::Disjoint{true}, reason::Commutation{true}, {}, {}}, {}, {}};
  Verdict verdict{schedule.name, frames, of, shown_count(of->po), reasons(*of, schedule.z, program, limit), {}, {}};
  if (!verdict.safe()) verdict.hidden = masked_races(of->po);
  const auto* overlap = std::get_if<fast::Overlap>(&verdict.because.safe_by_rule);
  if (frames > 1 && overlap)
    verdict.lost = lost_frames(of->c, schedule.z, frames, of->po, of->po.invocations[overlap->v].leaf, limit, of->env);
  return verdict;
}

}  // namespace coreecs
