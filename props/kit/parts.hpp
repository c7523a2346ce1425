/// States of many small parts, whose created entities name one another, and other states of nearly the same parts.
#pragma once

#include <vector>

#include "interp/search/random_program.hpp"
#include "semantics/state.hpp"

namespace coreecs {

/// Entities in a ring, each of which names the next one; or six, each of which names its three neighbours in a graph
/// that has this shape, where colours do not tell the two apart.
struct Part {
  enum class Shape { Ring, Prism, Bipartite } shape = Shape::Ring;
  std::size_t entities = 6;
  /// In what way a ring does so: as a value; in a record with the one before, or with itself; with a list of all; with
  /// an initial entity that each names; or with an initial entity that names one.
  std::size_t style = 0;
};

/// Parts over three labels, on created entities under other names for each state.
class Parted {
 public:
  explicit Parted(Dice& dice) : dice_(dice) {}

  /// Parts with so many entities in all.
  std::vector<Part> parts(std::size_t entities);
  /// A state of these parts, in any order, whose created entities are the first ones of `entities`, in any order.
  State state(std::vector<Part> parts);
  /// Entities that are all in two random rings: in the same ones for the same number.
  State woven(std::size_t entities, unsigned rings);
  /// Two hubs that name one another, each of which six entities name, that name one another in these two shapes.
  State hubs(Part::Shape, Part::Shape);
  /// The rook's graph on 4 × 4 fields or the Shrikhande graph: both are strongly regular, with the same parameters.
  State rook_or_shrikhande(bool rook);

 private:
  template <class T>
  void shuffle(std::vector<T>& all) {
    for (std::size_t k = all.size(); k > 1; --k) std::swap(all[k - 1], all[dice_.below(k)]);
  }

  /// The first entities, in any order.
  std::vector<Entity> some(std::size_t entities);

  Dice& dice_;
  Entities entities_;
};

}  // namespace coreecs
