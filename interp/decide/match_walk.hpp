/// The reference run, with the order of matches left open (D1).
#pragma once

#include "interp/program/ending.hpp"

namespace coreecs {

using EntityVector = std::vector<Entity>;

/// A schedule as a list of what is done one after the other. z ∥ z' is Fork, z, Right, z', Join.
struct Instruction {
  enum Kind { Conc, Seq, Fork, Right, Join } kind;
  const System* s = nullptr;
  Leaf leaf = 0;
};

/// What a schedule does. Cost: its size, however deep it is.
[[nodiscard]] std::vector<Instruction> instructions(const Schedule& z);

/// The reference run, made step by step, where the order of the matches of some seqs is chosen on the way.
class MatchWalk {
 public:
  /// Before the first step. `code` and `env` must outlive it.
  MatchWalk(const std::vector<Instruction>& code, const State& c, const Environment& env)
      : code_(&code), env_(&env), states_{c} {}

  /// Goes on up to the next seq, at its start, and returns it; null at the end.
  const Instruction* next_seq();
  /// Of the seq that was started: all its matches, and whether each is visited.
  [[nodiscard]] const std::vector<EntityVector>& matches() const { return *matches_; }
  [[nodiscard]] bool matches_left() const { return to_visit_ > 0; }
  [[nodiscard]] bool visited(std::size_t j) const { return visited_[j]; }
  [[nodiscard]] const State& state() const { return states_.back(); }

  /// Visits a match, as roll does it (§3.5). After the last one, next_seq goes on.
  void visit(std::size_t j);
  /// Ends a seq that has no matches left.
  void leave();
  void log_to(std::vector<Performed>& log) { log_ = &log; }

  /// Whether two walks of one schedule have the same future and the same state.
  friend bool operator==(const MatchWalk&, const MatchWalk&);
  [[nodiscard]] std::size_t hash() const;

 private:
  void start(const Instruction& at);
  void perform(const Update& m);

  const std::vector<Instruction>* code_;
  const Environment* env_;
  std::size_t position_ = 0;
  /// What is observed, on top; below it, for each ∥ around: the state at the fork while its left side runs, and what
  /// both sides have done so far while its right side does.
  std::vector<State> states_;
  std::vector<std::size_t> outer_;  // of those, where both sides write
  std::shared_ptr<const std::vector<EntityVector>> matches_;
  std::vector<bool> visited_;
  std::size_t to_visit_ = 0;
  std::vector<Performed>* log_ = nullptr;
};

}  // namespace coreecs
