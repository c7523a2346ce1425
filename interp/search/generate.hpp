/// Start states at random: small ones, whose values collide.
#pragma once

#include "interp/base/random.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// What the states of a program are made of.
struct Material {
  /// Entities that every state may populate, the first ones first; at least one.
  std::vector<Entity> entities;
  /// How many of them a state populates at most.
  std::size_t most = 1;
  /// The numbers of these places lie in these ranges.
  std::vector<Range> ranges;
  /// Values that are likely, and so are their neighbours.
  std::vector<std::int64_t> ints;
  std::vector<double> reals;
  std::vector<std::string> texts;
  /// Whether the numbers of other places may be the least and the greatest ones.
  bool extremes = true;
};

/// States over a program's schema. Some are the program's start with a few changes.
class StateGenerator {
 public:
  /// The program and the material must outlive it.
  StateGenerator(const Program&, const Material&);
  /// The state that this stream makes. Cost: its size.
  [[nodiscard]] State operator()(Random) const;

 private:
  class Case;

  const Program& program_;
  const Material& material_;
  std::vector<Entity> own_;
  /// What each query of the systems and invariants asks for.
  struct Wish {
    std::vector<Label> present, absent;
  };
  static void note_constraints(const Query&, Wish&);
  std::vector<Wish> wishes_;
  /// For each label its leaves, ints, reals and so on, in order: the range of each, if it has one.
  std::vector<std::vector<const Range*>> ranges_;
};

}  // namespace coreecs
