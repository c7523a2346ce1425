/// [triage/pair] An app judged: what its engine would report as ambiguous, and what it cannot see, pair by pair; and
/// whether it is confluent at its start, and on every state (specs/explanation/triage.md).
#pragma once

#include "interp/apps/app/conflicts.hpp"
#include "interp/apps/triage/constraints.hpp"

namespace coreecs::triage {

enum class Label { Real, Undecided, Masked, Harmless };

/// What an answer is missing.
enum class Want {
  Access,     ///< it is not known what one of the two accesses
  Body,       ///< it is not known what one of the two does, or one of the others
  Limit,      ///< more had to be looked at than is allowed
  Condition,  ///< it is not known what a run condition of one of the two reads, and the other one may write it
};

struct Pair {
  std::size_t first = 0, second = 0;  ///< positions in App::systems, first < second
  /// The labels on which the engine reports the pair, none for the whole world; nothing where it sees no conflict.
  std::optional<app::Labels> reported = {};
  bool allowed = false;  ///< its author has said that the order is no matter
  Label label = Label::Undecided;
  bool on_every_state = false;  ///< harmless on every state, as the arguments say; otherwise at the start
  std::vector<std::pair<coreecs::Label, Argument>> arguments = {};
  std::vector<Obstacle> obstacles = {};  ///< what there is no argument for
  std::optional<Over> over = {};         ///< what is real, or met
  std::optional<Witness> witness = {};   ///< of what is real
  /// Of what is real by the order that a scheduler keeps: whether, with so many workers, it does perform both
  /// executions, by some durations; nothing where it was too much to find out, or there is none between the order and
  /// the executions.
  std::optional<bool> performed = {};
  Want want = Want::Body;  ///< of what is undecided
};

/// The first obstacle over run conditions, and the system of the two that they are of; none where there is none.
[[nodiscard]] std::optional<std::pair<const Obstacle*, std::size_t>> asked(const Pair& pair);

/// What constraints cost in time, by the scheduler that the model stands for.
struct MendingCost {
  const schedulers::Scheduler* scheduler = nullptr;
  std::size_t workers = 0;
  std::uint64_t before = 0, after = 0;  ///< in ticks, where each system takes the middle of what it declares
};

struct Judgement {
  Plan plan;
  std::vector<Pair> pairs;             ///< by label, then first and second
  Answer confluent = Answer::Unknown;  ///< at the start
  Answer on_every_state = Answer::No;  ///< confluent whatever the state is; undecided for run conditions alone
  std::vector<std::size_t> bodiless;   ///< systems without bodies, which were taken to do nothing
  bool unknown_access = false;  ///< some access is not told, so that what its engine does not report is not known
  std::size_t explored = 0;
  std::optional<Cut> cut = {};
  std::optional<End> end = {};  ///< of the execution in the order of insertion, where there are bodies
  /// What removes the real ones; none where there are none, or no constraints do.
  std::optional<Constraints> mended = {};
  std::optional<MendingCost> cost = {};  ///< of these; none where durations are too long to be added up

  [[nodiscard]] std::size_t count(Label label) const;
};

/// Judges an app under the model of the setting. Cost: pairs of systems; then `races` within `limit`, and `constraints`
/// where something is real.
[[nodiscard]] Judgement judge(const Setting& setting, std::size_t limit);

/// Pairs that have the label, what is real, what they are about, and whether they are reported in common: one group for
/// all of them.
struct Group {
  std::vector<std::size_t> pairs;  ///< positions in Judgement::pairs
};
[[nodiscard]] std::vector<Group> grouped(const Judgement& judgement);

}  // namespace coreecs::triage
