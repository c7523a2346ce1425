#include "interp/check/decide/shared.hpp"

#include <algorithm>

#include "interp/base/progress.hpp"
#include "interp/base/random.hpp"
#include "interp/check/decide/check.hpp"
#include "interp/check/decide/explore.hpp"
#include "interp/check/decide/static_report.hpp"
#include "interp/fast/query.hpp"
#include "interp/run/observation.hpp"

namespace coreecs {

namespace {

using Node = SeriesParallel::Node;
using Found = Exploration<SharedRun>::Found;

/// The execution with the steps that `go(run, perform)` performs. None if it observes too many matches.
template <class Go>
std::optional<Found> execute(SharedRun run, const Go& go) {
  Found found;
  const auto perform = [&](const SharedRun::Choice& choice) {
    found.steps.push_back(choice);
    run.perform(choice);
  };
  try {
    go(run, perform);
    found.end = run.state();
  } catch (const RuntimeError& error) {
    found.end = error;
  } catch (const fast::TooManyMatches&) {
    return std::nullopt;
  }
  return found;
}

/// Each leaf in turn does all that it can, from the first or from the last one on. If `eager`, all leaves that can
/// start observe before that.
std::optional<Found> leaf_after_leaf(const SharedRun& start, bool last_first, bool eager) {
  return execute(start, [&](const SharedRun& run, const auto& perform) {
    if (eager)
      for (const std::size_t node : run.leaves()) perform({node, 0});
    while (!run.ended()) {
      std::vector<SharedRun::Choice> choices = run.choices_of(run.leaf(last_first));
      if (last_first) std::reverse(choices.begin(), choices.end());
      for (const SharedRun::Choice& choice : choices) perform(choice);
    }
  });
}

/// Draws each step from all possible ones.
std::optional<Found> drawn(const SharedRun& start, Random random) {
  return execute(start, [&](const SharedRun& run, const auto& perform) {
    while (!run.ended()) {
      const std::vector<SharedRun::Choice> choices = run.choices();
      perform(choices[random.below(choices.size())]);
    }
  });
}

/// What each invocation of an execution observed, in the order of the steps.
using Observations = std::vector<std::pair<Performed, std::vector<Observed>>>;

void note_observations(const SharedRun::Step& step, const Node& z, const State& c, const Environment& env,
                       Observations& observations) {
  std::vector<Cell> w;
  if (step.kind == SharedRun::Kind::Observe && query_at(z.s->q, c, step.invocation.entities, w))
    observations.emplace_back(step.invocation, observation(z.s->q, {step.invocation.entities, w}));
  if (step.kind != SharedRun::Kind::Start || z.kind != SeriesParallel::Kind::Conc) return;
  const Matches r = fast::query(z.s->q, c, env);
  for (std::size_t k = 0; k < r.size(); ++k)
    observations.emplace_back(Performed{z.leaf, z.s->name, {r[k].e.begin(), r[k].e.end()}}, observation(z.s->q, r[k]));
}

SharedExecution again(const SharedPlan& plan, const State& c, const Environment& env, const Found& found,
                      Observations& observations) {
  SharedExecution execution{{{}, found.end}, {}, {}};
  SharedRun run(plan, c, env);
  for (std::size_t j = 0; j < found.steps.size(); ++j) {
    const SharedRun::Step step = run.at(found.steps[j]);
    const Node& z = plan.z.nodes[found.steps[j].node];
    try {
      note_observations(step, z, run.state(), env, observations);
    } catch (const RuntimeError&) {  // a condition fails, as found.end says
    }
    execution.run.order.push_back(step.invocation);
    execution.kinds.push_back(step.kind);
    execution.idle.push_back(run.is_idle(found.steps[j]));
    if (j + 1 < found.steps.size()) run.perform(found.steps[j]);  // the last one may fail
  }
  return execution;
}

std::optional<Differs> difference(const Observations& a, const Observations& b) {
  using Key = std::pair<Leaf, std::vector<Entity>>;
  const auto by_match = [](const Observations& all) {
    std::map<Key, const std::vector<Observed>*> found;
    for (const auto& [u, observed] : all) found.emplace(Key(u.leaf, u.entities), &observed);
    return found;
  };
  const auto in_a = by_match(a), in_b = by_match(b);
  for (const auto& [u, observed] : a) {
    const auto other = in_b.find({u.leaf, u.entities});
    if (other == in_b.end()) return Differs{u};
    const auto [x, y] = std::mismatch(observed.begin(), observed.end(), other->second->begin());
    if (x != observed.end()) return Differs{u, x->l, x->k, y->k};
  }
  for (const auto& [u, observed] : b)
    if (in_a.find({u.leaf, u.entities}) == in_a.end()) return Differs{.invocation = u, .in_first = false};
  return std::nullopt;
}

/// Decides by executions. Precondition: the static report does not decide.
SharedVerdict looked_at(const Program& program, const NamedSchedule& schedule, std::size_t limit,
                        const Execution& reference) {
  const Environment& env = reference.environment();
  const SharedPlan plan(repeat(schedule.z, reference.frame()), program.schema);
  SharedVerdict verdict;
  const SharedRun start(plan, program.start, env,
                        matches_within(limit, plan.z.leaves.size() * live(program.start).size()));
  const std::optional<Found> first = leaf_after_leaf(start, false, false);
  if (!first) return verdict;
  std::optional<Found> other;
  const auto differs = [&](std::optional<Found> found) {
    if (!other && found && alike(first->end, found->end) == Answer::No) other = std::move(found);
    return other.has_value();
  };
  const auto explore = [&](std::size_t limit) {
    auto found = Exploration<SharedRun>(start, first->end, limit)();
    verdict.explored = found.configurations;
    other = std::move(found.other);
    return found.alike != Answer::Unknown;
  };
  const auto draw = [&] {
    constexpr std::size_t most = 1000;  // steps, as each is drawn from all choices
    if (first->steps.size() > most) return false;
    Draws draws(matches_within(0, first->steps.size()) + limit);
    for (auto j = draws.next(); j && !other; j = draws.next()) {
      std::optional<Found> found = drawn(start, Random(0, *j));
      draws.count(found ? std::optional(found->steps.size()) : std::nullopt);
      differs(std::move(found));
    }
    return other.has_value();
  };
  if (differs(leaf_after_leaf(start, true, false)) || differs(leaf_after_leaf(start, false, true)) ||
      explore(std::min(limit, ExplorationBudget::near_reference)) || draw() || explore(limit))
    verdict.confluent = other ? Answer::No : Answer::Yes;
  if (verdict.confluent == Answer::Yes) verdict.as_reference = alike(first->end, reference.state());
  if (!other) return verdict;
  Observations of_a, of_b;
  SharedExecution a = again(plan, program.start, env, *first, of_a);
  SharedExecution b = again(plan, program.start, env, *other, of_b);
  const State* left = std::get_if<State>(&a.run.end);
  const State* right = std::get_if<State>(&b.run.end);
  if (left && right) verdict.l = difference(*left, *right);
  verdict.differs = difference(of_a, of_b);
  verdict.witness.emplace(std::move(a), std::move(b));
  return verdict;
}

}  // namespace

SharedVerdict check_shared(const Program& program, const NamedSchedule& schedule, std::size_t limit,
                           const Execution& reference) {
  const progress::Task task("whether it is confluent where state is shared");
  SharedVerdict verdict;
  const bool on_every_state = static_report(program, schedule.z).safe_when_shared();
  if (on_every_state || reference.frame() == 0) {
    verdict.confluent = verdict.as_reference = Answer::Yes;
    verdict.on_every_state = on_every_state;
  } else if (const auto cut = cut_short([&] { verdict = looked_at(program, schedule, limit, reference); })) {
    verdict.cut = *cut;
  }
  verdict.schedule = schedule.name;
  verdict.frames = reference.frame();
  return verdict;
}

}  // namespace coreecs
