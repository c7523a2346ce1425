/// Questions that the four verdicts do not answer, though users may think so: whether updates are lost, and whether the
/// order of matches, a shared state, or another state make a difference.
#pragma once

#include "interp/check/decide/check.hpp"
#include "interp/check/decide/lost_updates.hpp"
#include "interp/check/decide/match_order.hpp"
#include "interp/check/decide/shared.hpp"
#include "interp/check/decide/static_report.hpp"

namespace coreecs {

/// The answer of a solver where the static report does not show a schedule safe (interp/check/prove/prove.hpp).
struct BySolver {
  Answer safe = Answer::Unknown;            ///< on every state
  std::vector<std::string> given = {};      ///< or on those at which these invariants hold
  std::optional<StaticPlace> refuted = {};  ///< if the answer is No: a place that is not safe
};

struct Further {
  LostUpdates lost_updates;
  bool all_lost_updates = false;  ///< whether all were searched for, or only the first
  /// Over the frames up to the first after which the answer is no, otherwise over all. Both are empty if the schedule
  /// performs too many invocations.
  std::optional<MatchOrderVerdict> match_order;
  std::uint64_t match_order_frames = 0;
  std::optional<SharedVerdict> shared;
  StaticReport on_every_state;
  std::optional<BySolver> by_solver = {};  ///< `further` does not ask it
  /// The run that names the entities in the executions of `shared`.
  std::shared_ptr<const Execution> reference;
};

/// Answers all of these for the schedule of a verdict, for what holds after each frame. Each answer is limited by
/// `limit` configurations and a number of invocations, so it does not depend on the available time. Only lost updates
/// are searched for among more than `most_asked` invocations.
[[nodiscard]] Further further(const Program&, const NamedSchedule&, const Verdict&, std::size_t limit,
                              bool all_lost_updates);

/// An answer about the state after the last of a number of frames, and about those before.
template <class V>
struct OfFrames {
  std::uint64_t frames;
  V at_the_end;
  Answer in_every_frame = Answer::Unknown;
  std::uint64_t frame = 0;     ///< the first after which the answer is no, if that is not the last
  std::optional<V> lost = {};  ///< the answer after that frame
};
/// `match_order` over the frames of an instance of the schedule, and over fewer unless the answer is no.
[[nodiscard]] OfFrames<MatchOrderVerdict> match_order_of_frames(const Instance&, const Program&, const Schedule&,
                                                                std::uint64_t frames, std::size_t limit);
/// `check_shared` likewise, over the frames that the reference has performed. The reference performs them again.
[[nodiscard]] OfFrames<SharedVerdict> shared_of_frames(const Program&, const NamedSchedule&, std::size_t limit,
                                                       Execution& reference);

/// Whether `further` answers it.
[[nodiscard]] constexpr bool is_further(Aspect aspect) {
  return aspect == Aspect::LostUpdates || aspect == Aspect::MatchOrder || aspect == Aspect::SharedState;
}
/// The answer to one of these after each frame, within `limit`. Throws what Instance and Execution throw. Precondition:
/// is_further(aspect).
[[nodiscard]] Answer further(Aspect, const Program&, const NamedSchedule&, std::uint64_t frames, std::size_t limit);

/// The answer to one of these, or to one that check decides, after one frame, within 1,000 configurations. Throws
/// likewise, and fast::TooManyMatches after `most`.
[[nodiscard]] Answer first_frame(Aspect, const Program&, const NamedSchedule&, std::size_t most);

inline constexpr std::size_t most_asked = 10'000;

}  // namespace coreecs
