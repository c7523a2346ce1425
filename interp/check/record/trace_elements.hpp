/// [trace] What a trace is compared with: po_c(z) with the observations of its invocations, and steps that name them.
#pragma once

#include <deque>

#include "interp/check/record/trace.hpp"
#include "interp/run/machine.hpp"

namespace coreecs {

/// A plan whose systems record what each invocation observes when it is produced.
class Observing {
 public:
  explicit Observing(const Schedule& z);
  Observing(const Observing&) = delete;
  Observing& operator=(const Observing&) = delete;

  [[nodiscard]] const Plan& plan() const { return plan_; }
  /// The observation of an invocation that can be performed next. Those of a conc are produced in their order, those of
  /// a seq singly.
  [[nodiscard]] const ObservedValues& of(const Run::Choice& choice) const;

 private:
  Plan plan_;
  std::deque<System> systems_;
  std::vector<std::vector<ObservedValues>> observed_;  // of each leaf
};

/// po_c(z), with the observations and the indices of its invocations.
class Elements {
 public:
  /// `last_frame` is the first leaf of the last frame.
  Elements(const State& c, const Schedule& z, Leaf last_frame, const Environment& env);

  /// The index of an invocation in po_c(z): they are in the order of leaves, and in match order in each.
  [[nodiscard]] std::optional<std::size_t> find(const Performed& step) const;

  PartialOrder po;
  std::vector<ObservedValues> observed;  // of each invocation
  bool comes_to_rest = false;            // whether the last frame changes nothing

 private:
  const MatchOrder& order_;
};

/// The first step of each invocation that a trace names.
class Steps {
 public:
  explicit Steps(const Trace& trace);

  [[nodiscard]] std::optional<std::size_t> of(const Performed& u) const;
  [[nodiscard]] std::optional<std::size_t> of(const Invocation& u) const;

 private:
  [[nodiscard]] std::optional<std::size_t> of(Leaf leaf, const std::string& system, std::span<const Entity> e) const;

  const Trace& trace_;
  std::vector<std::pair<std::size_t, std::size_t>> by_hash_;
};

[[nodiscard]] TraceFault trace_fault(TraceFault::Kind kind, std::size_t step, const Trace& trace);

using TraceFaults = std::vector<TraceFault>;

/// Adds a fault for each place where a step claims to observe something else than this.
void compare_observed(std::size_t step, const Trace& trace, const ObservedValues& observed, TraceFaults& faults);
/// Adds the claims of a step to write something else than m at c. Writes that leave c as it was are optional.
void compare_wrote(std::size_t step, const Trace& trace, const Update& m, const State& c, TraceFaults& faults);
/// Adds the locations at which the trace claims another final state.
void compare_final(const Trace& trace, const State& c, TraceFaults& faults);

}  // namespace coreecs
