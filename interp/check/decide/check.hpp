/// The four verdicts on a schedule at a program's start (program format §7), with their reasons.
#pragma once

#include "interp/check/decide/confluence.hpp"
#include "interp/check/decide/frames.hpp"
#include "interp/check/decide/hidden.hpp"
#include "interp/fast/overlap.hpp"
#include "interp/run/instance.hpp"

namespace coreecs {

/// Two runs that end differently.
struct Witness {
  std::optional<Location> l;  ///< where the ends differ, unless one of them is a run-time error
  Ending a, b;
};

/// Why a verdict is as it is. Invocations are indices into po_c(z).
namespace reason {

/// Safe by rule: the influences of concurrent invocations are disjoint (Theorem 4.7).
struct Disjoint {
  bool on_every_state = false;  ///< Corollaries 4.8 and 4.9 say so
};
/// Safe: wherever concurrent invocations write to one location, they leave the same.
struct Commutation {
  bool on_every_state = false;  ///< the static report says so
};
/// Deterministic: wherever maximal writers of a location are concurrent, they leave the same.
struct Agreement {};
/// Deterministic, because it is safe (Theorem 4.5).
struct Safe {};
/// Deterministic, or confluent, because all linearizations, or all runs, were looked at and end alike.
struct Exploration {
  /// The two that made it necessary: of the writers of a location that can come last, at the end or left of a ⨟, they
  /// leave different values.
  Conflict race;
  std::vector<State> ends;  ///< each once
};
/// Not deterministic: each of two writers of a location can come last, and two linearizations end differently.
struct Linearizations {
  Conflict race;
  Witness witness;
};
/// Confluent or not as it is deterministic: left of every ⨟ the writers that can come last leave the same, so that
/// every run is a linearization.
struct Hereditary {};
/// Not confluent: two runs end differently, which part where a ⨟ observes how a race on its left ended.
struct Runs {
  Conflict race;
  Witness witness;
};
/// Nothing was found before that, within so many configurations.
struct Undecided {
  std::size_t configurations = 0;
  Cut cut = Cut::Limit;
};

}  // namespace reason

struct Reasons {
  std::variant<reason::Disjoint, fast::Overlap> safe_by_rule;  ///< Theorem 4.7
  std::variant<reason::Commutation, Conflict> safe;            ///< Definition 4.3
  std::variant<reason::Safe, reason::Agreement, reason::Exploration, reason::Linearizations, reason::Undecided>
      deterministic;                                                                                 ///< Definition 4.4
  std::variant<reason::Hereditary, reason::Exploration, reason::Runs, reason::Undecided> confluent;  ///< D5
};

/// It owns all that it refers to; copies share po_c(z) and the entities.
struct Verdict {
  std::string schedule;
  std::uint64_t frames = 0;
  std::shared_ptr<const Instance> of;  ///< po_c(z), and the entities
  std::string linearizations;          ///< how many there are, as in program format §7
  Reasons because;
  std::optional<MaskedRaces> hidden;  ///< races of which nothing is left at the end of any linearization
  LostFrames lost;                    ///< over several frames

  [[nodiscard]] bool safe_by_rule() const { return std::holds_alternative<reason::Disjoint>(because.safe_by_rule); }
  [[nodiscard]] bool safe() const { return std::holds_alternative<reason::Commutation>(because.safe); }
  [[nodiscard]] Answer deterministic() const;
  [[nodiscard]] Answer confluent() const;
  [[nodiscard]] std::size_t invocations() const { return of->po.size(); }

  /// Two runs that end differently where it is not confluent; else two linearizations of po_c(z) that do, which need
  /// not be what a program does, where it is not deterministic; else nothing.
  [[nodiscard]] const Witness* witness() const;
};

/// Decides a schedule over a number of frames. Throws what Instance throws, with `most`. Where memory runs out after
/// that, or it is interrupted, what is left is undecided. Cost: that of the reference run
/// twice, and at most `limit` configurations where no shorter argument decides.
[[nodiscard]] Verdict check(const Program& program, const NamedSchedule& schedule, std::uint64_t frames,
                            std::size_t limit, std::size_t most = std::numeric_limits<std::size_t>::max());

/// A place where two states differ: one of an initial entity, if there is one.
[[nodiscard]] std::optional<Location> difference(const State& c, const State& c2);

}  // namespace coreecs
