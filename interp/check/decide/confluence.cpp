#include "interp/check/decide/confluence.hpp"

#include <numeric>

#include "interp/check/decide/explore.hpp"
#include "interp/run/controlled.hpp"

namespace coreecs {

namespace {

/// The run that follows the reference but delays one invocation as long as possible. None if it observes too many
/// matches.
std::optional<Ending> delaying(const Plan& plan, const State& c, const Environment& env, const Invocation& delayed,
                               std::size_t most) {
  Ending ending;
  const std::span<const Entity> e(delayed.e.data(), delayed.e.size());
  try {
    Run run(plan, c, env, most);
    for (std::optional<Run::Choice> last; !run.ended(); run.perform(*last)) {
      last = run.delaying(delayed.leaf, e, last);
      ending.order.push_back(performed(run.at(*last)));
    }
    ending.end = run.state();
  } catch (const RuntimeError& error) {
    ending.end = error;
  } catch (const fast::TooManyMatches&) {
    return std::nullopt;
  }
  return ending;
}

/// The j-th drawn run: along a linearization of po_c(z) drawn uniformly, or along one drawn by PCT, which finds orders
/// that few linearizations have. None if it observes too many matches.
std::optional<Ending> drawn(const Plan& plan, const State& c, const PartialOrder& po, const Environment& env,
                            std::size_t j, std::size_t most) {
  Random random(0, j);
  const Linearization order = j % 2 == 0 ? sample(po, random) : pct(po, 1 + j / 2 % 3, random);
  try {
    return follow(plan, c, po, order, random, env, most);
  } catch (const fast::TooManyMatches&) {
    return std::nullopt;
  }
}

/// The first drawn run that `is_wanted`, and its number. Cost: that of drawing, which grows with the limit.
template <class IsWanted>
std::optional<std::pair<std::size_t, Ending>> first_drawn(const Plan& plan, const State& c, const PartialOrder& po,
                                                          const Environment& env, std::size_t limit,
                                                          const IsWanted& is_wanted) {
  const std::size_t most_of_one = matches_within(0, po.size());
  for (Draws draws(most_of_one + limit); const auto j = draws.next();) {
    std::optional<Ending> run = drawn(plan, c, po, env, *j, most_of_one);
    draws.count(run ? std::optional(run->order.size()) : std::nullopt);
    if (run && is_wanted(run->end)) return std::pair(*j, std::move(*run));
  }
  return std::nullopt;
}

/// Repeats a run from its choices.
Ending again(const Plan& plan, const State& c, const Environment& env, const Exploration<Run>::Found& found) {
  Ending ending{{}, found.end};
  Run run(plan, c, env);
  for (std::size_t j = 0; j < found.steps.size(); ++j) {
    ending.order.push_back(performed(run.at(found.steps[j])));
    if (j + 1 < found.steps.size()) run.perform(found.steps[j]);  // the last one may fail
  }
  return ending;
}

}  // namespace

Ending perform(const State& c, const PartialOrder& po, const std::vector<std::size_t>& order) {
  Ending ending;
  State end = c;
  for (const std::size_t u : order) {
    ending.order.push_back(performed(po.invocations[u]));
    end = after(std::move(end), po.invocations[u].m);
  }
  ending.end = std::move(end);
  return ending;
}

Ending in_order(const State& c, const PartialOrder& po) {
  std::vector<std::size_t> order(po.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  return perform(c, po, order);
}

Confluence explore(const State& c, const Plan& plan, const PartialOrder& po, const std::vector<Conflict>& races,
                   std::size_t limit, const Environment& env) {
  const std::size_t most = matches_within(limit, po.size());
  const auto differ = [](Ending a, Ending b, std::size_t explored) {
    return Confluence{Answer::No, std::pair(std::move(a), std::move(b)), explored};
  };
  for (const Conflict& race : races) {
    std::optional<Ending> a = delaying(plan, c, env, po.invocations[race.v], most);
    std::optional<Ending> b = delaying(plan, c, env, po.invocations[race.u], most);
    if (a && b && alike(a->end, b->end) == Answer::No) return differ(std::move(*a), std::move(*b), 2);
  }
  Ending reference = in_order(c, po);
  std::optional<Run> start;
  try {
    start.emplace(plan, c, env, most);
  } catch (const fast::TooManyMatches&) {  // many more than are performed
    return {};
  }
  const auto look = [&](std::size_t limit) { return Exploration<Run>(*start, reference.end, limit)(); };
  auto found = look(std::min(limit, ExplorationBudget::near_reference));
  if (found.alike == Answer::Unknown) {
    auto other =
        first_drawn(plan, c, po, env, limit, [&](const End& end) { return alike(reference.end, end) == Answer::No; });
    if (other) return differ(std::move(reference), std::move(other->second), found.configurations + other->first + 1);
    if (limit > ExplorationBudget::near_reference) found = look(limit);
  }
  Confluence result{found.alike, std::nullopt, found.configurations, std::move(found.ends)};
  if (found.other) result.witness.emplace(std::move(reference), again(plan, c, env, *found.other));
  return result;
}

Reached reach(const State& c, const Plan& plan, const PartialOrder& po,
              const std::function<Answer(const State&)>& wanted, std::size_t limit, const Environment& env) {
  const auto ends_so = [&](const End& end) {
    const State* state = std::get_if<State>(&end);
    return state ? wanted(*state) : Answer::No;
  };
  Ending reference = in_order(c, po);
  if (ends_so(reference.end) == Answer::Yes) return {Answer::Yes, std::move(reference)};
  auto run = first_drawn(plan, c, po, env, limit, [&](const End& end) { return ends_so(end) == Answer::Yes; });
  if (run) return {Answer::Yes, std::move(run->second)};
  const auto otherwise = [&](const End& end) {
    const Answer so = ends_so(end);
    return so == Answer::Unknown ? so : answer(so == Answer::No);
  };
  std::optional<Run> start;
  try {
    start.emplace(plan, c, env, matches_within(limit, po.size()));
  } catch (const fast::TooManyMatches&) {
    return {};
  }
  const auto found = Exploration<Run>(std::move(*start), otherwise, limit)();
  if (found.other) return {Answer::Yes, again(plan, c, env, *found.other)};
  return {found.alike == Answer::Yes ? Answer::No : Answer::Unknown, std::nullopt};
}

}  // namespace coreecs
