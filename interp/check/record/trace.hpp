/// [trace] Traces (specs/reference/files.md): what happened on which thread, and when, in the Chrome trace event format;
/// and whether an order of invocations that a trace records is one of the model's.
#pragma once

#include "interp/base/json/problem.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/language/program/program.hpp"
#include "interp/run/threads.hpp"

namespace coreecs {

/// A run on threads as a JSON document that Perfetto and chrome://tracing open. Cost: its length.
[[nodiscard]] std::string json(const Threads& threads, const Program& program, const std::string& schedule,
                               std::uint64_t frames, Visibility visibility, const Notation& notation);

/// What a trace says was performed, in its order; and what came of it, as far as it tells. What changes nothing may be
/// left out.
struct Trace {
  struct Step {
    Performed invocation;
    std::optional<ObservedValues> observed = {};
    std::optional<Update> wrote = {};
    std::size_t event = 0;  ///< its place among the traceEvents
  };
  std::string schedule;
  std::uint64_t frames = 0;
  std::vector<Step> steps;
  std::optional<State> final = {};

  /// Whether it tells anything of what was written.
  [[nodiscard]] bool tells_results() const;
};

/// A trace of a run of the program, from any tool, or all problems that can be found together. As soon as its schedule,
/// one of the program, and its frames are known, `begin` is told how many of them matter (frames_at_work) and gives the
/// environment that yields the created entities it mentions; what that throws is thrown. Cost: the length of the text,
/// n log n.
using BeginTrace = std::function<Environment(const std::string& schedule, std::uint64_t frames)>;
[[nodiscard]] std::variant<Trace, std::vector<Problem>> read_trace(std::string_view text, const Program& program,
                                                                   const BeginTrace& begin);

/// Where a recorded order is not what it should be.
struct TraceFault {
  enum class Kind {
    Unknown,    ///< no such invocation is, or can be, performed
    Again,      ///< it was performed before
    TooEarly,   ///< `other` has to come before it
    LeftOut,    ///< `other` has to come before it, is left out, and would change `l`
    Otherwise,  ///< its observation is not the one that it claims
    Writes,     ///< it does not write what it claims
    Fails,      ///< what starts by then ends in a run-time error; if it is left out or came too early, `other`
    Missing,    ///< the record ends, and `other` was not performed, which would change `l`
    Ends,       ///< it does not end in the state that it claims
  };
  Kind kind;
  std::size_t step = 0;   ///< counted from 0
  Performed invocation;   ///< of that step, unless all are performed
  Performed other = {};   ///< of TooEarly, LeftOut, Fails and Missing
  std::size_t query = 0;  ///< of Otherwise: in the query vector
  Location l = {};        ///< of LeftOut, Otherwise, Writes, Missing and Ends
  Cell claimed = {}, found = {};
  std::string error = {};
};

/// All faults of a trace in each sense, by step. A value is a fault wherever it is claimed. Of the steps that come
/// before one that they have to wait for, the first is; they are then performed as soon as they can be.
struct TraceVerdict {
  std::vector<TraceFault>
      linearization;            ///< none: an order of po_c(z) that respects ≤_z, each observation and result as there
  std::vector<TraceFault> run;  ///< none: a run that observes the state anew (D5), and observes that
  /// Whether invocations were added in that sense, which the trace leaves out.
  bool linearization_left_out = false, run_left_out = false;
};

/// Judges the trace of a schedule of the program. An invocation that no step names is taken to be performed as soon as
/// it can be and changes nothing, and in a race within ∥ perhaps later (files.md); where it never does, that is
/// a fault. `env` is that which the trace was read with.
/// Throws RuntimeError where the reference run fails. Cost: that of three runs, n log n; and for each invocation that
/// is left out, what it writes, whenever a location is written at which it would have changed the state.
[[nodiscard]] TraceVerdict check_trace(const Trace& trace, const Program& program, const Schedule& z,
                                       const Environment& env);

}  // namespace coreecs
