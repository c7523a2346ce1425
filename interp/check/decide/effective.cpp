#include "interp/check/decide/effective.hpp"

#include <algorithm>

#include "interp/run/machine.hpp"

namespace coreecs {

namespace {

Cell at(const State& c, const std::optional<Location>& l) {
  const Value* k = l ? c.at(*l) : nullptr;
  return k ? Cell(*k) : std::nullopt;
}

bool is(const Performed& step, const Invocation& u) {
  return step.leaf == u.leaf && std::equal(step.entities.begin(), step.entities.end(), u.e.begin(), u.e.end());
}

}  // namespace

const Conflict& race(const Verdict& verdict) {
  const Reasons& because = verdict.because;
  return (because.confluent.race ? because.confluent : because.deterministic).race.value();
}

Effective effective(const Verdict& verdict, const Ending& run) {
  const Instance& of = *verdict.of;
  const std::optional<Location>& l = verdict.witness()->l;
  const Plan plan = verdict.confluent() == Answer::No ? Plan(*of.z) : Plan(of.po);
  Effective found;
  if (run.order.empty()) return found;  // it may fail at once
  const Conflict& race = coreecs::race(verdict);
  Run again(plan, of.c, of.env);
  for (std::size_t j = 0; j < run.order.size(); ++j) {
    const Run::Choice choice = again.choice(run.order[j].leaf, run.order[j].entities).value();
    const bool fails = j + 1 == run.order.size() && std::holds_alternative<RuntimeError>(run.end);
    const bool races = is(run.order[j], of.po.invocations[race.u]) || is(run.order[j], of.po.invocations[race.v]);
    if (races) found.racing.push_back(j);
    if (races || fails || again.changes(choice)) found.steps.push_back(j);
    if (fails) break;
    const Cell before = at(again.state(), l);
    again.perform(choice);
    if (at(again.state(), l) != before) found.last = j;
  }
  return found;
}

}  // namespace coreecs
