#include "interp/check/record/trace_elements.hpp"

#include <algorithm>

namespace coreecs {

namespace {

Cell at(const State& c, Location l) {
  const Value* k = c.at(l);
  return k ? Cell(*k) : std::nullopt;
}

Cell at(const ObservedValues& values, std::size_t query, Label i) {
  if (query >= values.size() || !values[query].count(i)) return std::nullopt;
  return values[query].at(i);
}

void compare(TraceFault fault, Location l, Cell claimed, Cell found, TraceFaults& faults) {
  if (claimed == found) return;
  fault.l = l;
  fault.claimed = std::move(claimed);
  fault.found = std::move(found);
  faults.push_back(std::move(fault));
}

}  // namespace

TraceFault trace_fault(TraceFault::Kind kind, std::size_t step, const Trace& trace) {
  return {kind, step, step < trace.steps.size() ? trace.steps[step].invocation : Performed{}};
}

void compare_observed(std::size_t step, const Trace& trace, const ObservedValues& observed, TraceFaults& faults) {
  if (!trace.steps[step].observed) return;
  const ObservedValues& claimed = *trace.steps[step].observed;
  TraceFault fault = trace_fault(TraceFault::Kind::Otherwise, step, trace);
  const std::vector<Entity>& e = fault.invocation.entities;
  for (fault.query = 0; fault.query < std::max(claimed.size(), observed.size()); ++fault.query) {
    const Entity of = fault.query < e.size() ? e[fault.query] : Entity();
    for (const ObservedValues* values : {&observed, &claimed}) {
      if (fault.query >= values->size()) continue;
      for (const auto& [i, k] : (*values)[fault.query]) {
        Cell found = at(observed, fault.query, i);
        if (values == &observed || !found)
          compare(fault, {of, i}, at(claimed, fault.query, i), std::move(found), faults);
      }
    }
  }
}

void compare_wrote(std::size_t step, const Trace& trace, const Update& m, const State& c, TraceFaults& faults) {
  const std::optional<Update>& claimed = trace.steps[step].wrote;
  if (!claimed) return;
  const auto left_by = [&](const Update& update, Location l) {
    const Write* write = update.find(l);
    return write ? write->k : at(c, l);
  };
  const TraceFault fault = trace_fault(TraceFault::Kind::Writes, step, trace);
  for (const Update* writes : {&m, &*claimed})
    for (const Write& write : writes->writes())
      if (writes == &m || !m.find(write.l))
        compare(fault, write.l, left_by(*claimed, write.l), left_by(m, write.l), faults);
}

void compare_final(const Trace& trace, const State& c, TraceFaults& faults) {
  if (!trace.final || c == *trace.final) return;
  const TraceFault fault = trace_fault(TraceFault::Kind::Ends, trace.steps.size(), trace);
  for (Label i = 0; i < c.labels(); ++i)
    for (const State* one : {&c, &*trace.final})
      for (const auto& [e, k] : (*one)[i]) {
        const Location l{e, i};
        if (one == &c || !c.at(l)) compare(fault, l, at(*trace.final, l), at(c, l), faults);
      }
}

}  // namespace coreecs
