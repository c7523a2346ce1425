/// Traces in Chrome's format, as tracing-chrome writes them for Bevy with the features trace and trace_chrome.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "interp/base/json/problem.hpp"

namespace coreecs::traced {

/// What began and ended in a trace: a system, or a schedule.
struct TracedSpan {
  std::string name;
  double begin = 0, end = 0;  ///< in microseconds
  std::size_t thread = 0;     ///< of a schedule: those of one thread are nested; for a system, 0

  friend bool operator==(const TracedSpan&, const TracedSpan&) = default;
};

struct Chrome {
  std::vector<TracedSpan> systems, schedules;  ///< by their begin; a schedule before those that it runs
  bool is_cut = false;                         ///< the text ends within the list of events, as after a crash
  std::size_t open = 0;                        ///< spans that began and did not end; they are left out
};

/// The spans of systems and schedules in a list of events, or in the member "traceEvents" of an object. Spans are pairs
/// of events B and E of one thread, which are nested, or events X with a duration. Everything else in the trace is
/// ignored. Cost: the length of the text, and n log n for n spans.
[[nodiscard]] std::variant<Chrome, Problem> read_chrome(std::string_view text);

}  // namespace coreecs::traced
