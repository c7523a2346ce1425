/// [change/set] What systems ask about changes since they last ran (explanation/changes.md): T, clause by clause.
#pragma once

#include <optional>

#include "interp/apps/app/app.hpp"
#include "semantics/mutation.hpp"

namespace coreecs::triage {

/// t = (kind, i, s): s asks which entities were given i, or lost i, since it last ran.
struct Tracker {
  app::Ask::Of of;
  Label i = 0;             ///< a label of the program
  std::size_t system = 0;  ///< s
  std::size_t query = 0;   ///< in the query vector of s

  friend bool operator==(const Tracker&, const Tracker&) = default;
};

/// A system whose queries also include these labels: pairs of a query and a label, by query. Its function and condition
/// see nothing of them.
[[nodiscard]] std::shared_ptr<const System> with_labels(const System& s,
                                                        const std::vector<std::pair<std::size_t, Label>>& labels);

/// The trackers of the bodies of an app. T : E ⇀ age for each of them is a State, whose labels are their positions. It
/// is no part of the state c, so ends of frames do not compare it: what the next frames do shows a difference.
class Trackers {
 public:
  Trackers() = default;
  /// Cost: the bodies.
  explicit Trackers(const app::App& app);

  [[nodiscard]] bool empty() const { return all_.empty(); }
  /// Whether something is asked about a label of the program.
  [[nodiscard]] bool ask_about(Label i) const;

  /// T at the start c: everything there is new to each system.
  [[nodiscard]] State first(const State& c) const;
  /// T after m at c. `by` performed m at once; none: m was deferred. Cost: the writes, times trackers.
  [[nodiscard]] State set(State t, const State& c, const Update& m, std::optional<std::size_t> by) const;
  /// T after s read it.
  [[nodiscard]] State ran(State t, std::size_t s) const;
  /// T at the end of a frame.
  [[nodiscard]] State frame_ended(State t) const;

  /// s as it asks: each query that asks also includes the labels of its trackers, after those of the program.
  [[nodiscard]] std::shared_ptr<const System> asking(const System& s, std::size_t system, std::size_t labels) const;
  /// c together with the trackers of s in T, under the labels of `asking`. No other tracker makes an entity live.
  [[nodiscard]] State both(const State& c, const State& t, std::size_t s) const;
  /// The state c of such a state. It has this many labels.
  [[nodiscard]] State of_program(const State& both, std::size_t labels) const;

 private:
  std::vector<Tracker> all_;
  app::ChangeDetection detection_ = app::ChangeDetection::SinceLastRun;
};

}  // namespace coreecs::triage
