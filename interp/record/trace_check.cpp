#include <algorithm>
#include <deque>

#include "interp/fast/pass.hpp"
#include "interp/fast/progress.hpp"
#include "interp/record/trace.hpp"
#include "interp/run/machine.hpp"

namespace coreecs {

namespace {

/// A plan whose systems note what each invocation observes when it is produced.
class Observing {
 public:
  explicit Observing(const Schedule& z) : plan_(z), observed_(plan_.z.leaves.size()) {
    for (SeriesParallel::Node& node : plan_.z.nodes) {
      if (!node.is_leaf()) continue;
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
    const SeriesParallel::Node& z = plan_.z.nodes[choice.node];
    return z.kind == SeriesParallel::Kind::Conc ? observed_[z.leaf][choice.invocation] : observed_[z.leaf].back();
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
  if (!trace.steps[step].observed) return std::nullopt;
  const ObservedValues& claimed = *trace.steps[step].observed;
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
        found.found = at(observed, found.query, i);
        const std::vector<Entity>& e = found.invocation.entities;
        found.l = {found.query < e.size() ? e[found.query] : Entity(), i};
        if (found.claimed != found.found) return found;
      }
    }
  return std::nullopt;
}

Cell at(const State& c, Location l) {
  const Value* k = c.at(l);
  return k ? Cell(*k) : std::nullopt;
}

/// Whether a step claims what it writes. What it leaves at c as it was may be claimed or not.
std::optional<TraceFault> writes_otherwise(std::size_t step, const Trace& trace, const Update& m, const State& c) {
  const std::optional<Update>& claimed = trace.steps[step].wrote;
  if (!claimed) return std::nullopt;
  const auto left_by = [&](const Update& update, Location l) {
    const Write* write = update.find(l);
    return write ? write->k : at(c, l);
  };
  TraceFault found = fault(TraceFault::Kind::Writes, step, trace);
  for (const Update* writes : {&m, &*claimed})
    for (const Write& write : writes->writes()) {
      found.l = write.l;
      found.claimed = left_by(*claimed, write.l);
      found.found = left_by(m, write.l);
      if (found.claimed != found.found) return found;
    }
  return std::nullopt;
}

/// Whether the trace claims the state in which it ends.
std::optional<TraceFault> ends_otherwise(const Trace& trace, const State& c) {
  if (!trace.final || c == *trace.final) return std::nullopt;
  TraceFault found = fault(TraceFault::Kind::Ends, trace.steps.size(), trace);
  for (Label i = 0; i < c.labels(); ++i)
    for (const State* one : {&c, &*trace.final})
      for (const auto& [e, k] : (*one)[i]) {
        found.l = {e, i};
        found.claimed = at(*trace.final, found.l);
        found.found = at(c, found.l);
        if (found.claimed != found.found) return found;
      }
  return found;
}

/// po_c(z) with what its invocations observe, and where they are.
class Elements {
 public:
  Elements(const State& c, const Schedule& z, const Environment& env)
      : po(fast::partial_order(c, z, 0, env)), order_(env.order) {
    const Observing observing(z);
    Run run(observing.plan(), c, env);
    std::optional<Run::Choice> last;
    for (; !run.ended(); run.perform(*last)) {
      last = run.expected(last);
      observed.push_back(observing.of(*last));
    }
  }

  /// The number of an invocation in po_c(z), where they are in the order of leaves, and in match order in each.
  [[nodiscard]] std::optional<std::size_t> find(const Performed& step) const {
    const auto before = [&](const Invocation& u) {
      if (u.leaf != step.leaf) return u.leaf < step.leaf;
      if (order_) return order_({u.e.data(), u.e.size()}, step.entities);
      return std::lexicographical_compare(u.e.begin(), u.e.end(), step.entities.begin(), step.entities.end());
    };
    const auto u = std::partition_point(po.invocations.begin(), po.invocations.end(), before);
    if (u == po.invocations.end() || u->leaf != step.leaf || u->s->name != step.system ||
        !std::equal(u->e.begin(), u->e.end(), step.entities.begin(), step.entities.end()))
      return std::nullopt;
    return static_cast<std::size_t>(u - po.invocations.begin());
  }

  PartialOrder po;
  std::vector<ObservedValues> observed;  // of each invocation

 private:
  const MatchOrder& order_;
};

std::optional<TraceFault> not_a_linearization(const Trace& trace, const State& c, const Schedule& z,
                                              const Environment& env) {
  const Elements elements(c, z, env);
  const Plan plan(elements.po);
  std::vector<bool> done(elements.po.size());
  Run run(plan, c, env);
  progress::Task steps("whether it is a linearization, step", trace.steps.size());
  for (std::size_t j = 0; j < trace.steps.size(); ++j) {
    steps.next();
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
    if (auto other = writes_otherwise(j, trace, elements.po.invocations[*u].m, run.state())) return other;
    done[*u] = true;
    run.perform(*choice);
  }
  const auto missing = std::find(done.begin(), done.end(), false);
  if (missing == done.end()) return ends_otherwise(trace, run.state());
  TraceFault found = fault(TraceFault::Kind::Missing, trace.steps.size(), trace);
  found.other = performed(elements.po.invocations[static_cast<std::size_t>(missing - done.begin())]);
  return found;
}

std::optional<TraceFault> not_a_run(const Trace& trace, const State& c, const Schedule& z, const Environment& env) {
  const Observing observing(z);
  Run run(observing.plan(), c, env);
  progress::Task steps("whether it is a run, step", trace.steps.size());
  for (std::size_t j = 0; j < trace.steps.size(); ++j) {
    steps.next();
    const Performed& step = trace.steps[j].invocation;
    const std::optional<Run::Choice> choice = run.choice(step.leaf, step.entities);
    if (!choice || run.at(*choice).s->name != step.system) return fault(TraceFault::Kind::Unknown, j, trace);
    if (auto other = otherwise(j, trace, observing.of(*choice))) return other;
    if (auto other = writes_otherwise(j, trace, run.at(*choice).m, run.state())) return other;
    try {
      run.perform(*choice);
    } catch (const RuntimeError& error) {
      TraceFault fails = fault(TraceFault::Kind::Fails, j, trace);
      fails.error = error.what();
      return fails;
    }
  }
  if (run.ended()) return ends_otherwise(trace, run.state());
  TraceFault found = fault(TraceFault::Kind::Missing, trace.steps.size(), trace);
  found.other = performed(run.at(run.expected(std::nullopt)));
  return found;
}

}  // namespace

bool Trace::tells_results() const {
  return final || std::any_of(steps.begin(), steps.end(), [](const Step& step) { return step.wrote.has_value(); });
}

TraceVerdict check_trace(const Trace& trace, const Program& program, const Schedule& z, const Environment& env) {
  if (trace.frames == 0) {
    if (trace.steps.empty()) return {ends_otherwise(trace, program.start), ends_otherwise(trace, program.start)};
    const TraceFault unknown = fault(TraceFault::Kind::Unknown, 0, trace);
    return {unknown, unknown};
  }
  const Schedule all = repeat(z, frames_at_work(trace.frames, trace.steps.size()));
  return {not_a_linearization(trace, program.start, all, env), not_a_run(trace, program.start, all, env)};
}

}  // namespace coreecs
