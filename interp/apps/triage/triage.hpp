/// [triage/pair] An app judged pair by pair: what its engine would report as ambiguous, and what it cannot see. Also
/// whether the app is confluent at its start, and on every state (specs/explanation/triage.md).
#pragma once

#include <array>

#include "interp/apps/app/conflicts.hpp"
#include "interp/apps/triage/constraints.hpp"
#include "interp/apps/triage/observer_order.hpp"
#include "interp/apps/triage/stale.hpp"

namespace coreecs::triage {

enum class Label { Real, Undecided, Masked, Harmless };

/// Why an answer is missing.
enum class Want {
  Access,     ///< the access of one of the two is unknown
  Body,       ///< the body of one of the two, or of another system, is unknown
  Limit,      ///< the limit was reached
  Condition,  ///< a run condition of one of the two may read what the other one may write
  Rounds,     ///< blocks may run more or less often than the executions have it
  Assumed,    ///< systems may not run: the app does not say when their run conditions hold
  Contrary,   ///< the executions in which the order matters take run conditions to hold that may contradict each other
};

struct Pair {
  std::size_t first = 0, second = 0;  ///< positions in App::systems, first < second
  /// The labels on which the engine reports the pair, empty for the whole world; nothing if it sees no conflict.
  std::optional<app::Labels> reported = {};
  bool allowed = false;  ///< its author says that the order does not matter
  Label label = Label::Undecided;
  bool on_every_state = false;  ///< harmless on every state, by the arguments; otherwise at the start
  std::vector<std::pair<coreecs::Label, Argument>> arguments = {};
  std::vector<Obstacle> obstacles = {};  ///< questions without an argument
  std::optional<Over> over = {};         ///< the cause of a real race or conflict
  std::optional<Witness> witness = {};   ///< of a real race
  /// What the two executions of the witness break.
  std::array<std::vector<Break>, 2> broken = {};
  /// For a race under a scheduler's model: whether that scheduler performs two such runs on these workers, for some
  /// durations. If not, the pair is harmless. Nothing if that was too much to find out, or the model has no scheduler.
  std::optional<bool> performed = {};
  Want want = Want::Body;  ///< if undecided
};

/// The first obstacle over run conditions, and the system that has these; nothing if there is none.
[[nodiscard]] std::optional<std::pair<const Obstacle*, std::size_t>> asked(const Pair& pair);

/// How long constraints make the app run, by the scheduler that represents the model.
struct FixCost {
  const schedulers::Scheduler* scheduler = nullptr;
  std::size_t workers = 0;
  std::uint64_t before = 0, after = 0;  ///< in ticks, with the middle of each declared duration
};

/// What a scheduler with a coordinator does with the races.
struct Coordination {
  Answer confluent = Answer::Unknown;
  std::size_t explored = 0;
  std::optional<Cut> cut = {};
};

struct Judgement {
  Plan plan;
  std::vector<Pair> pairs;  ///< by label, then first and second; with observers in the order of the app
  /// [observer/open] Observers whose order may matter, and which the engine leaves open.
  std::vector<ObserverPair> observers = {};
  Answer confluent = Answer::Unknown;  ///< at the start
  Answer on_every_state = Answer::No;  ///< confluent from every state; Unknown if only run conditions leave it open
  std::vector<std::size_t> bodiless;   ///< systems without bodies, which are taken to do nothing
  /// [triage/assumed] Run conditions that the executions take to hold, by name.
  std::vector<std::string> assumed = {};
  /// Two of them that may never hold together: there may be no such execution. The same one twice if its parts do.
  std::optional<std::pair<std::string, std::string>> contrary = {};
  /// [repeat/number] Blocks that are repeated in a range: the executions take its numbers in turn.
  std::vector<std::size_t> in_turn = {};
  bool unknown_access = false;  ///< some access is unknown, so conflicts that the engine does not report are unknown
  std::size_t explored = 0;
  std::optional<Cut> cut = {};
  /// If there are races under the model of a scheduler with a coordinator.
  std::optional<Coordination> coordinated = {};
  std::optional<End> end = {};  ///< of the execution in the order of insertion, if there are bodies
  Kept kept;                    ///< what the executions break; unknown without bodies
  /// What no order that the app's constraints allow keeps, wherever commands are applied: invariants by name.
  std::vector<std::string> hopeless = {};
  bool hopeless_together = false;  ///< no such order keeps everything, although one may keep each
  StaleReads stale;                ///< which systems read last frame's value
  /// The constraints that remove all real races, and keep all but the hopeless invariants if some constraints do; or
  /// that keep these, if nothing is real. Nothing if there are none, or no constraints do.
  std::optional<Constraints> fix = {};
  std::optional<FixCost> cost = {};  ///< of these constraints; nothing if durations are too long to add up

  [[nodiscard]] std::size_t count(Label label) const;
};

/// Judges an app under the model of the setting. Precondition: the app has no blocks, or the model no coordinator.
/// Cost: pairs of systems; then `races` within `limit`, `stale` within `limit_of_stale` or else `limit`, and
/// `constraints` if there is a real race.
[[nodiscard]] Judgement judge(const Setting& setting, std::size_t limit,
                              std::optional<std::size_t> limit_of_stale = {});

/// Pairs with the same label, cause, explanation and reported conflict, grouped.
struct Group {
  std::vector<std::size_t> pairs;  ///< positions in Judgement::pairs
};
[[nodiscard]] std::vector<Group> grouped(const Judgement& judgement);

}  // namespace coreecs::triage
