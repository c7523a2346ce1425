#include "interp/confluence.hpp"

#include <unordered_map>

#include "semantics/renaming.hpp"

namespace coreecs {

Performed performed(const Invocation& u) { return {u.leaf, u.s->name, {u.e.begin(), u.e.end()}}; }

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

/// Whether two runs end alike. A run-time error is an end of its own kind.
std::optional<bool> alike(const Ending& a, const Ending& b) {
  const State* c = std::get_if<State>(&a.end);
  const State* c_ = std::get_if<State>(&b.end);
  return c && c_ ? equal_up_to_renaming(*c, *c_) : !c && !c_;
}

/// Depth-first search over configurations, the reference run first.
class Exploration {
 public:
  Exploration(const Plan& plan, const State& c, Ending reference, std::size_t limit, const Environment& env)
      : plan_(plan), c_(c), env_(env), reference_(std::move(reference)), limit_(limit) {}

  Confluence operator()() {
    std::vector<std::size_t> open;
    const auto meet = [&](Run run, std::size_t from, std::vector<Run::Choice> steps) {
      if (run.ended()) return check(run, from, steps);
      const std::size_t hash = run.hash();
      const auto [same, last] = seen_.equal_range(hash);
      for (auto it = same; it != last; ++it)
        if (configurations_[it->second].run == run) return true;
      seen_.emplace(hash, configurations_.size());
      open.push_back(configurations_.size());
      configurations_.push_back({std::move(run), from, std::move(steps)});
      return true;
    };
    if (!meet(Run(plan_, c_, env_), 0, {})) return result_;
    std::size_t work = 0;
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      const std::vector<Run::Choice> choices = configurations_[at].run.sufficient_choices();
      for (auto choice = choices.rbegin(); choice != choices.rend(); ++choice) {
        Run next = configurations_[at].run;
        std::vector<Run::Choice> steps{*choice};
        try {
          next.perform(*choice);
          for (auto only = next.sufficient_choices(); only.size() == 1; only = next.sufficient_choices()) {
            steps.push_back(only.front());
            next.perform(only.front());
          }
        } catch (const RuntimeError& error) {
          return differ({trace(at, steps), error});
        }
        work += next.weight() + steps.size() / 64;
        if (work > limit_) {
          result_.explored = configurations_.size();
          return result_;
        }
        if (!meet(std::move(next), at, std::move(steps))) return result_;
      }
    }
    result_.explored = configurations_.size();
    if (settled_) result_.confluent = true;
    return result_;
  }

 private:
  struct Configuration {
    Run run;
    std::size_t from;
    std::vector<Run::Choice> steps;  // that led here
  };

  /// What was performed to get to a configuration, and in the last steps from there. Cost: that of the run.
  std::vector<Performed> trace(std::size_t at, const std::vector<Run::Choice>& last) const {
    std::vector<Run::Choice> steps(last.rbegin(), last.rend());
    for (; !configurations_[at].steps.empty(); at = configurations_[at].from)
      steps.insert(steps.end(), configurations_[at].steps.rbegin(), configurations_[at].steps.rend());
    std::vector<Performed> order;
    for (Run run(plan_, c_, env_); !steps.empty(); steps.pop_back()) {
      order.push_back(performed(run.at(steps.back())));
      if (steps.size() > 1) run.perform(steps.back());  // the last one may fail
    }
    return order;
  }

  Confluence differ(Ending other) {
    result_.explored = configurations_.size();
    result_.confluent = false;
    result_.witness.emplace(reference_, std::move(other));
    return result_;
  }

  bool check(const Run& run, std::size_t from, const std::vector<Run::Choice>& steps) {
    const State& end = run.state();
    const std::size_t hash = run.hash();
    const auto [same_hash, last] = ends_.equal_range(hash);
    for (auto it = same_hash; it != last; ++it)
      if (result_.ends[it->second] == end) return true;
    ends_.emplace(hash, result_.ends.size());
    result_.ends.push_back(end);
    if (steps.empty()) return true;
    const std::optional<bool> same = equal_up_to_renaming(std::get<State>(reference_.end), end);
    if (same == false) differ({trace(from, steps), end});
    settled_ = settled_ && same;
    return same != false;
  }

  const Plan& plan_;
  const State& c_;
  const Environment& env_;
  Ending reference_;
  std::size_t limit_;
  std::vector<Configuration> configurations_;
  std::unordered_multimap<std::size_t, std::size_t> seen_;  // configurations by hash
  std::unordered_multimap<std::size_t, std::size_t> ends_;  // of the result, by hash
  bool settled_ = true;
  Confluence result_;
};

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
    if (alike(a, b) == false)
      return {.confluent = false, .witness = std::pair(std::move(a), std::move(b)), .explored = 2};
  }
  std::vector<std::size_t> in_order(po.size());
  for (std::size_t u = 0; u < po.size(); ++u) in_order[u] = u;
  return Exploration(plan, c, perform(c, po, in_order), limit, env)();
}

}  // namespace coreecs
