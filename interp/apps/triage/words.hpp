/// Phrases about the pairs of a judgement.
#pragma once

#include "interp/apps/triage/triage.hpp"
#include "interp/language/program/names.hpp"

namespace coreecs::triage {

class Words {
 public:
  Words(const Judgement& judgement, const Setting& setting);

  /// The last part of a path if it is unique; otherwise the whole path. Observers, numbered after the systems, have
  /// their names.
  [[nodiscard]] const std::string& system(std::size_t s) const { return names_[s]; }
  /// "a and b"
  [[nodiscard]] std::string systems(std::size_t a, std::size_t b) const;
  /// "a and b, on Health"
  [[nodiscard]] std::string pair(const Pair& pair) const;
  /// What all pairs of a group share: "on Health: it is overwritten ..."
  [[nodiscard]] std::string group(const Pair& pair) const;
  /// Why the pair has its label.
  [[nodiscard]] std::string reason(const Pair& pair) const;
  /// For a real race: what the two race for, if not their order.
  [[nodiscard]] std::string how(const Pair& pair) const;
  /// Why the app is confluent, or not.
  [[nodiscard]] std::string confluent() const;
  /// What executions break: "a fails in every execution"; empty if they keep everything.
  [[nodiscard]] std::string invariants() const;
  /// "the_dead_score fails after frame 1 at ⟨world⟩", "ignite writes to ann, which reap has despawned (Bevy panics
  /// here)"
  [[nodiscard]] std::string broken(const Break& how) const;
  /// All of them, separated by ", "; empty for none.
  [[nodiscard]] std::string broken(const std::vector<Break>& all) const;
  [[nodiscard]] std::string broken(const Kept& kept) const;
  /// "in every execution"
  [[nodiscard]] static std::string_view how_often(const Broken& one, const Kept& of);
  /// "move before draw (writes Position, which draw reads)"
  [[nodiscard]] std::string constraint(const Edge& edge, const std::optional<Flow>& flow) const;
  /// The same, and the flow of data that it reverses.
  [[nodiscard]] std::string constraint(const AddedConstraint& one) const;
  /// "draw reads Position before move writes it, in every execution"
  [[nodiscard]] std::string stale(const Stale& one) const;
  /// "draw may read Position before move writes it: to know, the bodies of both are needed"
  [[nodiscard]] std::string may_be_stale(const Stale& one) const;
  /// The first of those that are late, and how many more there are.
  [[nodiscard]] std::string stale() const;
  /// "adding move before draw fixes it", or what prevents that
  [[nodiscard]] std::string mended(const Stale& one, const LateWriter& writer) const;
  /// Why confluence on every state is undecided; empty if it is decided.
  [[nodiscard]] std::string on_every_state() const;
  /// The assumptions of the judgement.
  [[nodiscard]] std::vector<std::string> assumptions() const;
  /// The steps around the exchanged ones.
  [[nodiscard]] std::string steps(const std::vector<std::size_t>& nodes, const Witness& witness) const;
  /// "on_add and on_set, on Double: their order changes the state after a frame"
  [[nodiscard]] std::string observers(const ObserverPair& pair) const;
  /// "on Health, Position", "on the whole world", or empty.
  [[nodiscard]] std::string labels(const Pair& pair) const;

 private:
  /// "draw", "the run condition playing of draw", "the number of rounds of Fixed"
  [[nodiscard]] std::string reader(const Stale& one) const;
  /// "Position before move writes it"
  [[nodiscard]] std::string late(const Stale& one) const;
  /// Whose condition it is: the block, if that asks it before all its rounds; otherwise the system.
  [[nodiscard]] std::string asker(const Question& of, std::size_t system) const;
  /// "spawn triggers count": the observers through which the two meet; empty if there are none.
  [[nodiscard]] std::string triggered(const Pair& pair) const;
  /// "the run condition playing of move may not hold". Precondition: some are assumed to hold.
  [[nodiscard]] std::string assumed() const;
  /// "playing and not(playing) may never hold together, so there may be no such execution"
  [[nodiscard]] std::string contrary() const;
  /// "the run condition playing of move may read what draw writes"
  [[nodiscard]] std::string condition(const Pair& pair, std::string_view writer) const;
  /// "the run condition playing of move reads State"
  [[nodiscard]] std::string asks(const Pair& pair, const Obstacle& obstacle, std::string_view reads) const;
  [[nodiscard]] std::string arguments(const Pair& pair) const;
  /// What one or several systems do to a label: "writes", or "sends" if it is an event.
  [[nodiscard]] std::string_view writes(std::size_t label, bool several = false) const;
  /// "Fixed runs 2, 1, 0 times in the frames, in turn; other numbers from 0 to 2 were not performed"
  [[nodiscard]] std::string in_turn(std::size_t block) const;
  /// The name of a block.
  [[nodiscard]] std::string block(std::size_t block) const;
  /// A system as one outside of its block meets it: the block.
  [[nodiscard]] std::string node(std::size_t system, std::size_t by) const;
  /// "move", "(sync)", "(Fixed begins)" or "(Fixed runs 0 times)"
  [[nodiscard]] std::string step(const std::vector<std::size_t>& nodes, std::size_t j) const;

  const Judgement& judgement_;
  const Setting& setting_;
  std::vector<std::string> names_;
  const Names entities_;
};

/// What this label means.
[[nodiscard]] std::string_view about(Label label, bool one);

}  // namespace coreecs::triage
