/// What ran when, by a trace: the systems of an app in its frames, and in the rounds of its blocks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interp/apps/app/blocks.hpp"
#include "interp/apps/traced/chrome.hpp"

namespace coreecs::traced {

/// A system of the app that ran.
struct Ran {
  std::size_t system = 0;
  double begin = 0, end = 0;

  friend bool operator==(const Ran&, const Ran&) = default;
};

/// What ran in a frame, by when it began.
struct Frame {
  std::vector<Ran> outside;                           ///< systems in no block
  std::vector<std::vector<std::vector<Ran>>> rounds;  ///< of each block, in the order of app::Blocks
};

/// [app/traced] The frames of a trace. Each system of the app has a home: the schedule where it runs, among those
/// that have most systems of its block, or of those in no block. Only what runs right in its home counts.
///
/// * A round of a block is a run of the schedule that holds most of the block's systems. If no schedule is around them
///   and not around the others, a round ends before a system of the block begins again.
/// * A frame is a run of the home that all systems have. If there are blocks, or several homes, it is a run of the
///   outermost schedule that holds most systems of the app, and is no round. Without spans of schedules, a frame ends
///   before a system of the app begins again.
///
/// A system of the trace is that of the app with its path, or with its last part where these are unique. Systems whose
/// paths differ by a number only differ by their homes, or are left out.
struct Frames {
  std::optional<std::string> schedule;             ///< whose runs are the frames
  std::vector<std::optional<std::string>> rounds;  ///< for each block, whose runs are its rounds
  std::vector<Frame> all;                          ///< those in which a system of the app ran
  std::vector<std::size_t> alike;                  ///< systems that the trace cannot tell apart
  std::vector<std::string> unknown;                ///< systems in frames that the app does not have
  /// Why frames are not known, if a trace cannot say it of this app.
  std::optional<std::string> refused;
};

/// Cost: n log n for n spans, times 64 schedules around each at most, and the runs of systems.
[[nodiscard]] Frames frames_of(const app::App&, const app::Blocks&, const Chrome& trace);

}  // namespace coreecs::traced
