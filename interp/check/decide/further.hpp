/// What users take four verdicts for, and what these do not say: whether updates are lost, and whether the order of
/// matches, a shared state, or another state make a difference.
#pragma once

#include "interp/check/decide/check.hpp"
#include "interp/check/decide/lost_updates.hpp"
#include "interp/check/decide/match_order.hpp"
#include "interp/check/decide/shared.hpp"
#include "interp/check/decide/static_report.hpp"

namespace coreecs {

struct Further {
  LostUpdates lost_updates;
  bool all_lost_updates = false;  ///< whether all were looked for, or the first
  /// Over the frames up to the first after which the answer is no, or else over all; the two have no answer where the
  /// schedule performs too many invocations.
  std::optional<MatchOrderVerdict> match_order;
  std::uint64_t match_order_frames = 0;
  std::optional<SharedVerdict> shared;
  StaticReport on_every_state;
  /// What the executions of `shared` are named by.
  std::shared_ptr<const Execution> reference;
};

/// Asks all of these of the schedule of a verdict, for what holds after each frame, each within `limit` configurations
/// and a number of invocations: the answers do not depend on the time that there is. Only lost updates are asked of
/// more than `most_asked` invocations.
[[nodiscard]] Further further(const Program&, const NamedSchedule&, const Verdict&, std::size_t limit,
                              bool all_lost_updates);

/// An answer about the state after the last of a number of frames, and about those before.
template <class V>
struct OfFrames {
  std::uint64_t frames;
  V at_the_end;
  Answer in_every_frame = Answer::Unknown;
  std::uint64_t frame = 0;     ///< the first after which it is no, if that is not the last
  std::optional<V> lost = {};  ///< the answer then
};
/// `match_order` over the frames of an instance of the schedule, and over fewer where that is not answered by no.
[[nodiscard]] OfFrames<MatchOrderVerdict> match_order_of_frames(const Instance&, const Program&, const Schedule&,
                                                                std::uint64_t frames, std::size_t limit);
/// `check_shared` likewise, over the frames that the reference has performed, which it performs anew.
[[nodiscard]] OfFrames<SharedVerdict> shared_of_frames(const Program&, const NamedSchedule&, std::size_t limit,
                                                       Execution& reference);

/// Whether there is a further answer about it.
[[nodiscard]] constexpr bool is_further(Aspect aspect) {
  return aspect == Aspect::LostUpdates || aspect == Aspect::MatchOrder || aspect == Aspect::SharedState;
}
/// The answer to one of these after each frame, within `limit`. Throws what Instance and Execution throw. Precondition:
/// it is one of them.
[[nodiscard]] Answer further(Aspect, const Program&, const NamedSchedule&, std::uint64_t frames, std::size_t limit);

inline constexpr std::size_t most_asked = 10'000;

}  // namespace coreecs
