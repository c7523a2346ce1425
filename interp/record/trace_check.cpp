#include <algorithm>
#include <deque>
#include <map>

#include "interp/fast/pass.hpp"
#include "interp/record/trace.hpp"
#include "interp/run/machine.hpp"

namespace coreecs {

namespace {

/// A plan whose systems note what each invocation observes when it is produced.
class Observing {
 public:
  explicit Observing(const Schedule& z) : plan_(z), observed_(plan_.leaves.size()) {
    for (Plan::Node& node : plan_.nodes) {
      if (!node.s) continue;
      System& s = systems_.emplace_back(*node.s);
      s.f = [&q = s.q, f = node.s->f, &observed = observed_[node.leaf]](const Match& r) {
        observed.push_back(observed_values(q, r));
        return f(r);
      };
      node.s = &s;
    }
  }
  Observing(const Observing&) = delete;
  Observing& operator=(const Observing&) = delete;

  [[nodiscard]] const Plan& plan() const { return plan_; }
  /// Of an invocation that can be performed next: those of a conc are produced in their order, those of a seq one by
  /// one.
  [[nodiscard]] const ObservedValues& of(const Run::Choice& choice) const {
    const Plan::Node& z = plan_.nodes[choice.node];
    return z.kind == Plan::Kind::Conc ? observed_[z.leaf][choice.invocation] : observed_[z.leaf].back();
  }

 private:
  Plan plan_;
  std::deque<System> systems_;
  std::vector<std::vector<ObservedValues>> observed_;  // of each leaf
};

TraceFault fault(TraceFault::Kind kind, std::size_t step, const Trace& trace) {
  return {kind, step, step < trace.steps.size() ? trace.steps[step].invocation : Performed{}};
}

/// Whether a step claims what it observes.
std::optional<TraceFault> otherwise(std::size_t step, const Trace& trace, const ObservedValues& observed) {
  const ObservedValues& claimed = trace.steps[step].observed;
  TraceFault found = fault(TraceFault::Kind::Otherwise, step, trace);
  const auto at = [](const ObservedValues& values, std::size_t query, Label i) -> Cell {
    if (query >= values.size() || !values[query].count(i)) return std::nullopt;
    return values[query].at(i);
  };
  for (found.query = 0; found.query < std::max(claimed.size(), observed.size()); ++found.query)
    for (const ObservedValues* values : {&observed, &claimed}) {
      if (found.query >= values->size()) continue;
      for (const auto& [i, k] : (*values)[found.query]) {
        found.claimed = at(claimed, found.query, i);
        found.observed = at(observed, found.query, i);
        found.i = i;
        if (found.claimed != found.observed) return found;
      }
    }
  return std::nullopt;
}

/// po_c(z) with what its invocations observe, and where they are.
class Elements {
 public:
  Elements(const State& c, const Schedule& z, const Environment& env) : po(fast::partial_order(c, z, 0, env)) {
    const Observing observing(z);
    Run run(observing.plan(), c, env);
    std::optional<Run::Choice> last;
    for (; !run.ended(); run.perform(*last)) {
      last = run.expected(last);
      observed.push_back(observing.of(*last));
    }
    for (std::size_t u = 0; u < po.size(); ++u) {
      const Invocation& here = po.invocations[u];
      places_.emplace(std::pair(here.leaf, std::vector<Entity>(here.e.begin(), here.e.end())), u);
    }
  }

  /// The number of an invocation in po_c(z).
  [[nodiscard]] std::optional<std::size_t> find(const Performed& step) const {
    const auto found = places_.find({step.leaf, step.entities});
    if (found == places_.end() || po.invocations[found->second].s->name != step.system) return std::nullopt;
    return found->second;
  }

  PartialOrder po;
  std::vector<ObservedValues> observed;  // of each invocation

 private:
  std::map<std::pair<Leaf, std::vector<Entity>>, std::size_t> places_;
};

std::optional<TraceFault> not_a_linearization(const Trace& trace, const State& c, const Schedule& z,
                                              const Environment& env) {
  const Elements elements(c, z, env);
  const Plan plan(z, elements.po);
  std::vector<bool> done(elements.po.size());
  Run run(plan, c, env);
  for (std::size_t j = 0; j < trace.steps.size(); ++j) {
    const Performed& step = trace.steps[j].invocation;
    const std::optional<std::size_t> u = elements.find(step);
    if (!u) return fault(TraceFault::Kind::Unknown, j, trace);
    if (done[*u]) return fault(TraceFault::Kind::Again, j, trace);
    const std::optional<Run::Choice> choice = run.choice(step.leaf, step.entities);
    if (!choice) {
      TraceFault early = fault(TraceFault::Kind::TooEarly, j, trace);
      std::size_t before = 0;
      while (done[before] || before == *u || !precedes(elements.po, before, *u)) ++before;
      early.other = performed(elements.po.invocations[before]);
      return early;
    }
    if (auto other = otherwise(j, trace, elements.observed[*u])) return other;
    done[*u] = true;
    run.perform(*choice);
  }
  const auto missing = std::find(done.begin(), done.end(), false);
  if (missing == done.end()) return std::nullopt;
  TraceFault found = fault(TraceFault::Kind::Missing, trace.steps.size(), trace);
  found.other = performed(elements.po.invocations[static_cast<std::size_t>(missing - done.begin())]);
  return found;
}

std::optional<TraceFault> not_a_run(const Trace& trace, const State& c, const Schedule& z, const Environment& env) {
  const Observing observing(z);
  Run run(observing.plan(), c, env);
  for (std::size_t j = 0; j < trace.steps.size(); ++j) {
    const Performed& step = trace.steps[j].invocation;
    const std::optional<Run::Choice> choice = run.choice(step.leaf, step.entities);
    if (!choice || run.at(*choice).s->name != step.system) return fault(TraceFault::Kind::Unknown, j, trace);
    if (auto other = otherwise(j, trace, observing.of(*choice))) return other;
    try {
      run.perform(*choice);
    } catch (const RuntimeError& error) {
      TraceFault fails = fault(TraceFault::Kind::Fails, j, trace);
      fails.error = error.what();
      return fails;
    }
  }
  if (run.ended()) return std::nullopt;
  TraceFault found = fault(TraceFault::Kind::Missing, trace.steps.size(), trace);
  found.other = performed(run.at(run.expected(std::nullopt)));
  return found;
}

}  // namespace

TraceVerdict check_trace(const Trace& trace, const Program& program, const Schedule& z, const Environment& env) {
  if (trace.frames == 0) {
    if (trace.steps.empty()) return {};
    const TraceFault unknown = fault(TraceFault::Kind::Unknown, 0, trace);
    return {unknown, unknown};
  }
  const Schedule all = repeat(z, trace.frames);
  return {not_a_linearization(trace, program.start, all, env), not_a_run(trace, program.start, all, env)};
}

}  // namespace coreecs
