/// What a judgement says of pairs, piece by piece.
#pragma once

#include "interp/apps/triage/triage.hpp"

namespace coreecs::triage {

class Words {
 public:
  Words(const Judgement& judgement, const Setting& setting);

  /// The last part of a path, where no other system has it; otherwise the whole path.
  [[nodiscard]] const std::string& system(std::size_t s) const { return names_[s]; }
  /// "a and b"
  [[nodiscard]] std::string systems(std::size_t a, std::size_t b) const;
  /// "a and b, on Health"
  [[nodiscard]] std::string pair(const Pair& pair) const;
  /// What a group of pairs has in common: "on Health: it is overwritten ..."
  [[nodiscard]] std::string group(const Pair& pair) const;
  /// Why it has its label.
  [[nodiscard]] std::string reason(const Pair& pair) const;
  /// Of what is real: what the two race for, other than which of them comes first.
  [[nodiscard]] std::string how(const Pair& pair) const;
  /// Why the app is confluent, or not.
  [[nodiscard]] std::string confluent() const;
  /// Why it is undecided whether it is on every state; nothing where it is not.
  [[nodiscard]] std::string on_every_state() const;
  /// What had to be assumed.
  [[nodiscard]] std::vector<std::string> assumptions() const;
  /// The steps around those that are exchanged.
  [[nodiscard]] std::string steps(const std::vector<std::size_t>& nodes, const Witness& witness) const;
  /// "on Health, Position", "on the whole world", or nothing
  [[nodiscard]] std::string labels(const Pair& pair) const;

 private:
  /// "the run condition playing of move may read what draw writes"
  [[nodiscard]] std::string condition(const Pair& pair, std::string_view writer) const;
  [[nodiscard]] std::string arguments(const Pair& pair) const;

  const Judgement& judgement_;
  const Setting& setting_;
  std::vector<std::string> names_;
};

/// What pairs of this label are.
[[nodiscard]] std::string_view about(Label label);

}  // namespace coreecs::triage
