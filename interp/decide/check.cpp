#include "interp/decide/check.hpp"

#include <algorithm>

#include "interp/decide/count.hpp"
#include "interp/decide/hidden.hpp"
#include "interp/fast/overlap.hpp"
#include "interp/fast/pass.hpp"
#include "semantics/linearization.hpp"

namespace coreecs {

namespace {

Writer writer(const PartialOrder& po, std::size_t u, Location l) {
  const Invocation& invocation = po.invocations[u];
  const Write* write = invocation.m.find(l);
  return {{invocation.leaf, invocation.s->name, {invocation.e.begin(), invocation.e.end()}},
          write ? write->k : std::nullopt};
}

Meeting meeting(const PartialOrder& po, std::size_t u, std::size_t u_, Location l, int rule = 0) {
  return {l, writer(po, u, l), writer(po, u_, l), rule};
}

std::optional<Meeting> meeting(const PartialOrder& po, const std::optional<Conflict>& conflict) {
  if (!conflict) return std::nullopt;
  return meeting(po, conflict->u, conflict->u_, conflict->l);
}

}  // namespace

std::optional<Location> difference(const State& c, const State& c_) {
  std::optional<Location> found;
  const auto compare = [&](const State& a, const State& b) {
    for (Label i = 0; i < a.labels(); ++i)
      for (const auto& [e, k] : a[i]) {
        const Value* k_ = b.at({e, i});
        if ((!k_ || !(*k_ == k)) && (!found || Location{e, i} < *found)) found = Location{e, i};
      }
  };
  compare(c, c_);
  compare(c_, c);
  return found;
}

namespace {

Witness witness(Ending a, Ending b, bool linearizations) {
  const State* c = std::get_if<State>(&a.end);
  const State* c_ = std::get_if<State>(&b.end);
  return {c && c_ ? difference(*c, *c_) : std::nullopt, std::move(a), std::move(b), linearizations};
}

/// u and all v with u ≤_z v: on the way down to the leaf of u, the right side of each ⨟ that has u on its left.
std::vector<bool> up_set(const PartialOrder& po, std::size_t u) {
  std::vector<bool> after(po.size());
  const auto add = [&](std::size_t begin, std::size_t end) {
    std::fill(after.begin() + static_cast<std::ptrdiff_t>(begin), after.begin() + static_cast<std::ptrdiff_t>(end),
              true);
  };
  const PartialOrder::Node* z = &po.nodes.back();
  while (z->kind == PartialOrder::Kind::Parallel || z->kind == PartialOrder::Kind::Series) {
    const PartialOrder::Node& right = po.nodes[z->right];
    const bool on_left = u < right.begin;
    if (on_left && z->kind == PartialOrder::Kind::Series) add(right.begin, right.end);
    z = &po.nodes[on_left ? z->left : z->right];
  }
  add(u, z->kind == PartialOrder::Kind::Chain ? z->end : u + 1);
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

}  // namespace

void name_others(const std::vector<const Ending*>& runs, Names& names) {
  std::vector<Entity> others;
  const auto note = [&](Entity e) {
    if (!names.knows(e)) others.push_back(e);
  };
  const auto note_value = [&](const Value& k, const auto& self) -> void {
    if (const Entity* e = std::get_if<Entity>(&k.sum())) note(*e);
    if (const Record* r = std::get_if<Record>(&k.sum()))
      for (const Value& field : r->fields()) self(field, self);
  };
  for (const Ending* ending : runs) {
    for (const Performed& step : ending->order) std::for_each(step.entities.begin(), step.entities.end(), note);
    if (const State* c = std::get_if<State>(&ending->end))
      for (Label i = 0; i < c->labels(); ++i)
        for (const auto& [e, k] : (*c)[i]) {
          note(e);
          note_value(k, note_value);
        }
    if (const RuntimeError* error = std::get_if<RuntimeError>(&ending->end))
      std::for_each(error->entities.begin(), error->entities.end(), note);
  }
  names.add(std::move(others));
}

Verdict check(const Program& program, const std::pair<std::string, Schedule>& schedule, std::uint64_t frames,
              std::size_t limit, Execution& reference) {
  Verdict verdict;
  verdict.schedule = schedule.first;
  verdict.frames = frames;
  verdict.linearizations = "1";
  verdict.deterministic = verdict.confluent = true;
  if (frames == 0) return verdict;
  while (reference.frame() < frames) reference.advance();

  const State& c = program.start;
  const Environment& env = reference.environment();
  const Schedule z = repeat(schedule.second, frames);
  const PartialOrder po = fast::partial_order(c, z, 0, env);
  const Decision decision = decide(po);
  verdict.invocations = po.size();
  verdict.linearizations = shown_count(po);
  const auto safe_on_every_state = statically_safe(schedule.second, program.schema);
  if (const auto* obstacle = std::get_if<NotStaticallySafe>(&safe_on_every_state)) verdict.not_static = *obstacle;
  if (const auto overlap = decision.safe_by_rule ? std::nullopt : fast::first_overlap(po)) {
    verdict.safe_by_rule = false;
    verdict.overlap = meeting(po, overlap->u, overlap->u_, overlap->l, overlap->rule);
  }
  verdict.safe = !decision.unsafe;
  verdict.conflict = meeting(po, decision.unsafe);
  verdict.reobserved = meeting(po, decision.reobserved);
  verdict.contended = meeting(po, decision.contended);

  std::optional<std::pair<Ending, Ending>> linearizations;  // two that end differently
  if (decision.contended_for_good) {
    verdict.deterministic = false;
    linearizations.emplace(perform(c, po, latest(po, decision.contended->u_)),
                           perform(c, po, latest(po, decision.contended->u)));
  } else if (decision.contended) {
    Confluence fixed = explore(c, Plan(z, po), po, decision.contended, limit, env);
    verdict.deterministic = fixed.confluent;
    verdict.explored = fixed.explored;
    verdict.ends_of_linearizations = std::move(fixed.ends);
    linearizations = std::move(fixed.witness);
  }

  std::optional<std::pair<Ending, Ending>> runs;
  if (!decision.reobserved) {
    verdict.confluent = verdict.deterministic;
  } else {
    Confluence confluence = explore(c, Plan(z), po, decision.reobserved, limit, env);
    verdict.confluent = confluence.confluent;
    verdict.explored = confluence.explored;
    verdict.ends_of_runs = std::move(confluence.ends);
    runs = std::move(confluence.witness);
  }
  if (runs)
    verdict.witness = witness(std::move(runs->first), std::move(runs->second), false);
  else if (linearizations)
    verdict.witness =
        witness(std::move(linearizations->first), std::move(linearizations->second), verdict.confluent != false);
  if (runs && linearizations)
    verdict.linearizations_differ = witness(std::move(linearizations->first), std::move(linearizations->second), true);
  if (!verdict.safe)
    if (const auto masked = masked_races(po)) {
      const MaskedRace& race = masked->first;
      verdict.hidden = {meeting(po, race.u, race.u_, race.l), writer(po, race.by, race.l), masked->locations};
    }
  if (verdict.witness) name_others({&verdict.witness->a, &verdict.witness->b}, reference.names());
  if (frames > 1 && !verdict.safe_by_rule)
    verdict.lost = lost_frames(c, schedule.second, frames, po, verdict.overlap->u_.invocation.leaf, limit, env);
  return verdict;
}

}  // namespace coreecs
