/// An order that an engine has performed, against the order and the conflicts that an app declares.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interp/apps/app/conflicts.hpp"
#include "interp/apps/traced/chrome.hpp"

namespace coreecs::traced {

/// An order that was not kept: `after` began before `before` had ended. Where systems between the two ran in the frame,
/// their pairs stand for this one.
struct Broken {
  std::size_t before = 0, after = 0;  ///< systems
  std::size_t frames = 0, first = 0;  ///< in how many frames, and in which first
  double at = 0;                      ///< when `after` began there

  friend bool operator==(const Broken&, const Broken&) = default;
};

/// What was seen of two systems that conflict.
struct Seen {
  app::Conflict conflict;
  bool ordered = false;                                  ///< the app orders them
  std::size_t a_first = 0, b_first = 0, overlapped = 0;  ///< frames

  friend bool operator==(const Seen&, const Seen&) = default;
};

/// [app/traced] What a trace shows of an app. A frame is one span of the schedule that has most systems of the app; if
/// there are no schedules, one ends before a system of the app begins again. A system of the trace is that of the app
/// with its path, or with its last part where these are unique. Systems whose paths differ by a number only are left
/// out.
struct TraceReport {
  std::optional<std::string> schedule;
  std::size_t frames = 0, ordered = 0;    ///< ordered: pairs of performed systems that the app orders
  std::vector<std::size_t> performed;     ///< systems of the app
  std::vector<std::size_t> never, alike;  ///< those that the trace does not have, and those that it cannot tell apart
  std::vector<std::string> unknown;       ///< systems in frames of the trace that the app does not have
  std::vector<Broken> broken;
  std::vector<Seen> conflicts;  ///< of performed systems that ran in the same frame at least once

  /// Whether the order was kept, and no two systems that conflict overlapped.
  [[nodiscard]] bool holds() const;
};

/// Cost: for each frame, its pairs of systems, its conflicts, and its systems for each order that is not kept.
[[nodiscard]] TraceReport judge(const app::App& app, const Chrome& trace);

}  // namespace coreecs::traced
