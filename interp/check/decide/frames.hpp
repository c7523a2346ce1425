/// The frame in which a verdict is lost, for a schedule over several frames.
#pragma once

#include "semantics/order.hpp"
#include "semantics/state.hpp"

namespace coreecs {

/// For a verdict over the first k frames, k = 1, 2, ...: the smallest k for which it is no.
struct Lost {
  /// None if it is yes for all of them.
  std::optional<std::uint64_t> frame;
  /// Whether the limit was reached at some k before there was an answer, or the search was cut short.
  bool unknown = false;
};

/// Safe and safe by rule stay lost over more frames. Deterministic and confluent may be regained, if later frames
/// overwrite the differences.
struct LostFrames {
  Lost safe_by_rule, safe, deterministic, confluent;
};

/// The lost frames of z over `frames` frames, from c. Precondition: it is not safe by rule. `po` is that over all
/// frames; `overlap` is a leaf of the first overlap. Cost: that of decide; the locations of each contended prefix; at
/// most `limit` configurations in all, for deterministic and for confluent each, unless a shorter argument decides.
[[nodiscard]] LostFrames lost_frames(const State& c, const Schedule& z, std::uint64_t frames, const PartialOrder& po,
                                     Leaf overlap, std::size_t limit, const Environment& env);

}  // namespace coreecs
