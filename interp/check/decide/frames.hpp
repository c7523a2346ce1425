/// The frame with which a verdict is lost, where a schedule is applied over several frames.
#pragma once

#include "semantics/order.hpp"
#include "semantics/state.hpp"

namespace coreecs {

/// A verdict over the first k frames, for k = 1, 2, ...: the smallest k for which it is no.
struct Lost {
  /// Nothing where it is yes for all of them.
  std::optional<std::uint64_t> frame;
  /// Whether the limit was reached at some k before the answer was found, or the search for it was cut short.
  bool unknown = false;
};

/// Safe, and safe by rule, are lost for good: what is lost over k frames is so over more. Deterministic and confluent
/// may be regained, where later frames overwrite what was left open.
struct LostFrames {
  Lost safe_by_rule, safe, deterministic, confluent;
};

/// For z over `frames` frames, from c, where it is not safe by rule. `po` is that over all frames; `overlap` a leaf of
/// the first overlap that stops the rules. Cost: that of decide; where a prefix is contended, its locations; and at
/// most `limit` configurations in all, for deterministic and for confluent each, where no shorter argument decides.
[[nodiscard]] LostFrames lost_frames(const State& c, const Schedule& z, std::uint64_t frames, const PartialOrder& po,
                                     Leaf overlap, std::size_t limit, const Environment& env);

}  // namespace coreecs
