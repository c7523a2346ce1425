/// Random start states: small ones, whose values collide.
#pragma once

#include "interp/base/random.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// The material for the states of a program.
struct Material {
  /// Entities that every state may populate, the first ones first; at least one.
  std::vector<Entity> entities;
  /// The maximum number of them in a state.
  std::size_t most = 1;
  /// The ranges of the numbers at some places.
  std::vector<Range> ranges;
  /// Likely values; their neighbours are likely, too.
  std::vector<std::int64_t> ints;
  std::vector<double> reals;
  std::vector<std::string> texts;
  /// Whether numbers at other places may be the least and the greatest ones.
  bool extremes = true;
};

/// States over a program's schema. Some are the program's start with a few changes.
class StateGenerator {
 public:
  /// The program and the material must outlive it.
  StateGenerator(const Program&, const Material&);
  /// The state of this random stream. Cost: its size.
  [[nodiscard]] State operator()(Random) const;

 private:
  class Case;

  const Program& program_;
  const Material& material_;
  std::vector<Entity> own_;
  /// The constraints of each query of the systems and invariants.
  struct Wish {
    std::vector<Label> present, absent;
  };
  static void note_constraints(const Query&, Wish&);
  std::vector<Wish> wishes_;
  /// The ranges of the leaves of each label, ints, reals and so on, in order; null for those without one.
  std::vector<std::vector<const Range*>> ranges_;
};

}  // namespace coreecs
