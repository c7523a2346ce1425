#include "interp/decide/confluence.hpp"

#include "interp/decide/explore.hpp"

namespace coreecs {

namespace {

/// Runs to the end, the choices being made by `choose`.
template <class Choose>
Ending run_to_end(const Plan& plan, const State& c, const Environment& env, const Choose& choose) {
  Ending ending;
  try {
    Run run(plan, c, env);
    for (std::optional<Run::Choice> last; !run.ended(); run.perform(*last)) {
      last = choose(run, last);
      ending.order.push_back(performed(run.at(*last)));
    }
    ending.end = run.state();
  } catch (const RuntimeError& error) {
    ending.end = error;
  }
  return ending;
}

/// A run again, from its choices.
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

Confluence explore(const State& c, const Plan& plan, const PartialOrder& po, const std::optional<Conflict>& hint,
                   std::size_t limit, const Environment& env) {
  const auto delaying = [&](std::size_t u) {
    const Invocation& delayed = po.invocations[u];
    const std::span<const Entity> e(delayed.e.data(), delayed.e.size());
    return run_to_end(plan, c, env, [&](const Run& run, const std::optional<Run::Choice>& last) {
      return run.delaying(delayed.leaf, e, last);
    });
  };
  if (hint) {
    Ending a = delaying(hint->u_);
    Ending b = delaying(hint->u);
    if (alike(a.end, b.end) == Answer::No)
      return {.confluent = Answer::No, .witness = std::pair(std::move(a), std::move(b)), .explored = 2};
  }
  std::vector<std::size_t> in_order(po.size());
  for (std::size_t u = 0; u < po.size(); ++u) in_order[u] = u;
  Ending reference = perform(c, po, in_order);
  auto found = Exploration<Run>(Run(plan, c, env), reference.end, limit)();
  Confluence result{found.alike, std::nullopt, found.configurations, std::move(found.ends)};
  if (found.other) result.witness.emplace(std::move(reference), again(plan, c, env, *found.other));
  return result;
}

}  // namespace coreecs
