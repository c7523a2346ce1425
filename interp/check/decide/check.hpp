/// The four verdicts on a schedule at a program's start (specs/reference/output.md), with their reasons.
#pragma once

#include "interp/check/decide/confluence.hpp"
#include "interp/check/decide/static_report.hpp"
#include "interp/fast/overlap.hpp"
#include "interp/run/instance.hpp"
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

/// Two concurrent invocations that do not commute, at a location that is written again in every order.
struct HiddenRace {
  Location l;
  std::size_t u = 0, v = 0;  ///< concurrent, and they leave different values at l
  std::size_t by = 0;        ///< after at least one of them; leaves the final value of l in every linearization
};

struct HiddenRaces {
  HiddenRace first;           ///< at the first location that has one
  std::size_t locations = 0;  ///< the number of locations that have one
};

/// The hidden races of po_c(z): at locations where all maximal writers leave the same, and some concurrent ones do not.
/// Cost: the number of writes w, times log w for a deep schedule.
[[nodiscard]] std::optional<HiddenRaces> hidden_races(const PartialOrder& po);

/// Two runs that end differently.
struct Witness {
  std::optional<Location> l;  ///< where the ends differ, unless one of them is a run-time error
  Ending a, b;
};

/// What a schedule can fail in: a verdict of check is no, the reference run ends in a run-time error, an invariant
/// fails after some frame of it, or a further answer of check is no (interp/check/decide/further.hpp).
enum class Aspect {
  SafeByRule,
  Safe,
  Deterministic,
  Confluent,
  Error,
  Invariant,
  LostUpdates,
  MatchOrder,
  SharedState
};
inline constexpr Aspect aspects[] = {Aspect::SafeByRule,  Aspect::Safe,       Aspect::Deterministic,
                                     Aspect::Confluent,   Aspect::Error,      Aspect::Invariant,
                                     Aspect::LostUpdates, Aspect::MatchOrder, Aspect::SharedState};
/// The aspects that check decides.
inline constexpr Aspect decided[] = {Aspect::SafeByRule, Aspect::Safe, Aspect::Deterministic, Aspect::Confluent};

/// Why a verdict is yes, no or undecided.
enum class Because {
  Disjoint,        ///< safe by rule: the influences of concurrent invocations are disjoint (Theorem 4.7)
  Overlap,         ///< not safe by rule: those of a race overlap
  Commutation,     ///< safe: where concurrent invocations write to one location, they leave the same
  Conflict,        ///< not safe: the invocations of a race do not commute
  Safe,            ///< deterministic, because it is safe (Theorem 4.5)
  Agreement,       ///< deterministic: where maximal writers of a location are concurrent, they leave the same
  Exploration,     ///< deterministic, or confluent: all linearizations, or all runs, were explored and agree
  Linearizations,  ///< not deterministic: each of a race can come last, and two linearizations end differently
  Hereditary,      ///< confluent or not, as it is deterministic: left of every ⨟ the writers that can come last leave
                   ///< the same, so every run is a linearization
  Runs,      ///< not confluent: two runs end differently; they part where a ⨟ observes how a race on its left ended
  Undecided  ///< cut short before an answer was found
};

/// A verdict with its reason and its evidence. Members that do not apply to a code are empty.
struct Reason {
  Because code;
  Answer answer = Answer::Yes;
  bool on_every_state = false;  ///< Disjoint: Corollaries 4.8 and 4.9 show it; Commutation: the static report shows it
  int rule = 0;                 ///< Overlap: the case of Theorem 4.7 that does not hold, 3 or 4
  /// Two concurrent invocations, as indices into po_c(z), and a location that both write to. For Exploration, they are
  /// why it was necessary: writers that can come last, at the end or left of a ⨟, and leave different values.
  std::optional<Conflict> race = {};
  std::optional<Witness> witness = {};  ///< Linearizations, Runs
  std::vector<State> ends = {};         ///< Exploration: the final states, each once
  std::size_t configurations = 0;       ///< Undecided: the number of configurations explored
  Cut cut = Cut::Limit;                 ///< Undecided
};

struct Reasons {
  Reason safe_by_rule{Because::Disjoint};  ///< Theorem 4.7
  Reason safe{Because::Commutation};       ///< Definition 4.3
  Reason deterministic{Because::Safe};     ///< Definition 4.4
  Reason confluent{Because::Hereditary};   ///< D5

  /// Precondition: check decides this aspect.
  [[nodiscard]] const Reason& operator[](Aspect) const;
};

/// Owns all that it refers to; copies share po_c(z) and the entities.
struct Verdict {
  std::string schedule;
  std::uint64_t frames = 0;
  std::shared_ptr<const Instance> of;  ///< po_c(z), and the entities
  std::string linearizations;          ///< the number of linearizations, as in specs/reference/output.md
  Reasons because;
  std::optional<HiddenRaces> hidden;  ///< races without a trace at the end of any linearization
  LostFrames lost;                    ///< for several frames
  /// The verdict over the frames up to the first after which it is not confluent, or otherwise not deterministic. Null
  /// if that is the last frame, or if there is none.
  std::shared_ptr<const Verdict> first_lost = {};

  [[nodiscard]] bool safe_by_rule() const { return because.safe_by_rule.answer == Answer::Yes; }
  [[nodiscard]] bool safe() const { return because.safe.answer == Answer::Yes; }
  [[nodiscard]] Answer deterministic() const { return because.deterministic.answer; }
  [[nodiscard]] Answer confluent() const { return because.confluent.answer; }
  /// Whether a verdict holds after each frame, not only after the last. Precondition: check decides this aspect.
  [[nodiscard]] Answer in_every_frame(Aspect) const;
  [[nodiscard]] std::size_t invocations() const { return of->po.size(); }

  /// If it is not confluent, two runs that end differently. Otherwise, if it is not deterministic, two linearizations
  /// of po_c(z) that do, which need not be what a program does. Otherwise null.
  [[nodiscard]] const Witness* witness() const;
};

/// The frame in which a verdict is lost. Precondition: check decides this aspect.
[[nodiscard]] const Lost& lost(const LostFrames&, Aspect);

/// Decides a schedule over a number of frames. Throws what Instance throws, with `most`. If memory runs out after that,
/// or it is interrupted, the rest is undecided. Cost: that of the reference run twice, once more if a verdict is lost
/// before the last frame; for each of these at most `limit` configurations, unless a shorter argument decides. A caller
/// that decides one schedule at many starts can pass its static report as `known`, which is then made only once.
[[nodiscard]] Verdict check(const Program& program, const NamedSchedule& schedule, std::uint64_t frames,
                            std::size_t limit, std::size_t most = std::numeric_limits<std::size_t>::max(),
                            const StaticReport* known = nullptr);

/// A location where two states differ, if possible one of an initial entity.
[[nodiscard]] std::optional<Location> difference(const State& c, const State& c2);

}  // namespace coreecs
