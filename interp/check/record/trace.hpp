/// [trace] Traces (specs/reference/files.md): what happened on which thread, and when, in the Chrome trace event
/// format. And whether the order of invocations in a trace is one of the model's.
#pragma once

#include "interp/base/json/problem.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/language/program/program.hpp"
#include "interp/run/threads.hpp"

namespace coreecs {

/// A run on threads as a JSON document that Perfetto and chrome://tracing open. Cost: its length.
[[nodiscard]] std::string json(const Threads& threads, const Program& program, const std::string& schedule,
                               std::uint64_t frames, Visibility visibility, const Notation& notation);

/// The invocations that a trace records, in order, and their results as far as it has them. It may leave out
/// invocations that change nothing.
struct Trace {
  struct Step {
    Performed invocation;
    std::optional<ObservedValues> observed = {};
    std::optional<Update> wrote = {};
    std::size_t event = 0;  ///< its position in traceEvents
  };
  std::string schedule;
  std::uint64_t frames = 0;
  std::vector<Step> steps;
  std::optional<State> final = {};

  /// Whether it records anything that was written.
  [[nodiscard]] bool tells_results() const;
};

/// A trace of a run of the program, from any tool, or all problems that can be found together. `begin` is called once
/// its schedule, which must be one of the program, and its frames are known. It gets the number of frames that matter
/// (frames_at_work), and returns the environment that yields the created entities in the trace. Throws what `begin`
/// throws. Cost: the length of the text, n log n.
using BeginTrace = std::function<Environment(const std::string& schedule, std::uint64_t frames)>;
[[nodiscard]] std::variant<Trace, std::vector<Problem>> read_trace(std::string_view text, const Program& program,
                                                                   const BeginTrace& begin);

/// Where a recorded order is wrong.
struct TraceFault {
  enum class Kind {
    Unknown,    ///< there is no such invocation, or it cannot be performed
    Again,      ///< it was performed before
    TooEarly,   ///< `other` must come before it
    LeftOut,    ///< `other` must come before it, is left out, and would change `l`
    Otherwise,  ///< it does not observe what it claims
    Writes,     ///< it does not write what it claims
    Fails,      ///< what it starts ends in a run-time error; `other`, if that is left out or came too early
    Missing,    ///< the record ends without `other`, which would change `l`
    Ends,       ///< it does not end in the state that it claims
  };
  Kind kind;
  std::size_t step = 0;   ///< counted from 0
  Performed invocation;   ///< of that step, unless all were performed
  Performed other = {};   ///< of TooEarly, LeftOut, Fails and Missing
  std::size_t query = 0;  ///< of Otherwise: the index in the query vector
  Location l = {};        ///< of LeftOut, Otherwise, Writes, Missing and Ends
  Cell claimed = {}, found = {};
  std::string error = {};
};

/// All faults of a trace in each sense, by step. A wrong value is a fault wherever it is claimed. If several steps come
/// before one that they must wait for, only the first is a fault. They are then performed as soon as possible.
struct TraceVerdict {
  std::vector<TraceFault>
      linearization;            ///< none: an order of po_c(z) that respects ≤_z, with its observations and results
  std::vector<TraceFault> run;  ///< none: a run that re-observes the state (D5), with its observations
  /// Whether invocations that the trace leaves out were added in that sense.
  bool linearization_left_out = false, run_left_out = false;
};

/// Judges the trace of a schedule of the program. An invocation that no step names should change nothing. It is
/// performed as soon as possible, and in a race within ∥ perhaps later (files.md), when it changes nothing; if it
/// always does, that is a fault. `env` is the environment that the trace was read with. Throws RuntimeError if the
/// reference run fails. Cost: that of three runs, n log n; and the writes of each invocation that is left out, whenever
/// a location is written at which it would have changed the state.
[[nodiscard]] TraceVerdict check_trace(const Trace& trace, const Program& program, const Schedule& z,
                                       const Environment& env);

}  // namespace coreecs
