/// Phrases about the pairs of a judgement.
#pragma once

#include "interp/apps/triage/triage.hpp"

namespace coreecs::triage {

class Words {
 public:
  Words(const Judgement& judgement, const Setting& setting);

  /// The last part of a path if it is unique; otherwise the whole path.
  [[nodiscard]] const std::string& system(std::size_t s) const { return names_[s]; }
  /// "a and b"
  [[nodiscard]] std::string systems(std::size_t a, std::size_t b) const;
  /// "a and b, on Health"
  [[nodiscard]] std::string pair(const Pair& pair) const;
  /// What all pairs of a group share: "on Health: it is overwritten ..."
  [[nodiscard]] std::string group(const Pair& pair) const;
  /// Why the pair has its label.
  [[nodiscard]] std::string reason(const Pair& pair) const;
  /// For a real race: what the two race for, if not their order; or that the scheduler never performs it.
  [[nodiscard]] std::string how(const Pair& pair) const;
  /// Why the app is confluent, or not.
  [[nodiscard]] std::string confluent() const;
  /// Why confluence on every state is undecided; empty if it is decided.
  [[nodiscard]] std::string on_every_state() const;
  /// The assumptions of the judgement.
  [[nodiscard]] std::vector<std::string> assumptions() const;
  /// The steps around the exchanged ones.
  [[nodiscard]] std::string steps(const std::vector<std::size_t>& nodes, const Witness& witness) const;
  /// "on Health, Position", "on the whole world", or empty.
  [[nodiscard]] std::string labels(const Pair& pair) const;

 private:
  /// "the run condition playing of move may read what draw writes"
  [[nodiscard]] std::string condition(const Pair& pair, std::string_view writer) const;
  /// "the run condition playing of move reads State"
  [[nodiscard]] std::string asks(const Pair& pair, const Obstacle& obstacle, std::string_view reads) const;
  [[nodiscard]] std::string arguments(const Pair& pair) const;

  const Judgement& judgement_;
  const Setting& setting_;
  std::vector<std::string> names_;
};

/// What this label means.
[[nodiscard]] std::string_view about(Label label);

}  // namespace coreecs::triage
