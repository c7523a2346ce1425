/// An order that an engine has performed, against the order and the conflicts that an app declares.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interp/apps/app/conflicts.hpp"
#include "interp/apps/traced/frames.hpp"

namespace coreecs::traced {

/// An order that was not kept: `after` began before `before` had ended. Where systems between the two ran in the frame,
/// or in the round, their pairs stand for this one. Two systems of one block are judged in each round, all others in
/// each frame.
struct Broken {
  std::size_t before = 0, after = 0;  ///< systems
  std::size_t times = 0, first = 0;   ///< in how many frames or rounds, and in which frame first
  double at = 0;                      ///< when `after` began there
  bool next_round = false;            ///< `after` ran in the round after that of `before`

  friend bool operator==(const Broken&, const Broken&) = default;
};

/// A system outside of a block that ran while the block ran, and has no order with it. As Broken.
struct Within {
  std::size_t system = 0, block = 0;  ///< block: a position in app::Blocks::all
  std::size_t times = 0, first = 0;
  double at = 0;

  friend bool operator==(const Within&, const Within&) = default;
};

/// What was seen of two systems that conflict. Neither counts where one ran between rounds of the other one's block.
struct Seen {
  app::Conflict conflict;
  bool ordered = false;                                  ///< the app orders them
  std::size_t a_first = 0, b_first = 0, overlapped = 0;  ///< frames; for two systems of one block, rounds

  friend bool operator==(const Seen&, const Seen&) = default;
};

/// The rounds of a block.
struct Rounds {
  std::optional<std::string> schedule;       ///< whose runs they are; none: each ends before a system begins again
  std::size_t all = 0, least = 0, most = 0;  ///< in the trace, and in a frame

  friend bool operator==(const Rounds&, const Rounds&) = default;
};

/// [app/traced] What a trace shows of an app, in the frames of the trace.
struct TraceReport {
  std::optional<std::string> refused;  ///< why the trace says nothing of this app; then all else is empty
  std::optional<std::string> schedule;
  std::size_t frames = 0, ordered = 0;    ///< ordered: pairs of performed systems that the app orders
  std::vector<std::size_t> performed;     ///< systems of the app
  std::vector<std::size_t> never, alike;  ///< those that the trace does not have, and those that it cannot tell apart
  std::vector<std::string> unknown;       ///< systems in frames of the trace that the app does not have
  std::vector<Rounds> blocks;             ///< in the order of app::Blocks
  std::vector<Broken> broken;
  std::vector<Within> within;
  std::vector<Seen> conflicts;  ///< of performed systems that ran in the same frame at least once

  /// Whether the order was kept, and no two systems that conflict overlapped.
  [[nodiscard]] bool holds() const;
};

/// Cost: for each frame and each round, its pairs of systems, its conflicts, and its systems for each order that is not
/// kept.
[[nodiscard]] TraceReport judge(const app::App& app, const Chrome& trace);

}  // namespace coreecs::traced
