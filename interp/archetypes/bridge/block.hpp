/// Mutations under construction: the steps of an invocation, with names for intermediate values.
#pragma once

#include <memory>
#include <set>

#include "interp/language/program/term.hpp"

namespace coreecs::bridge {

using Slots = std::set<Slot>;

/// A term with the facts needed to place it.
struct Expr {
  Term t;
  Slots uses = {};        ///< the variables in it
  bool small = true;      ///< cheap enough to repeat: a literal, a variable, or a record of these
  bool partial = false;   ///< it may fail
  std::size_t depth = 1;  ///< the depth of its document
};

struct Block;

/// let x = value in the following items
struct Named {
  Binder x;
  Expr value;
};
/// A mutation.
struct Done {
  MutationTerm m;
  Slots uses;
  std::size_t depth;
  /// For a name as the value of an attach or the condition of an if: the other variables. A value that is named only
  /// for this place can replace the name.
  std::optional<Slots> besides = {};
};
/// if b then ... else ...
struct Branched {
  Expr b;
  std::shared_ptr<const Block> then, otherwise;
};
/// Items in order of execution.
struct Block {
  std::vector<std::variant<Named, Done, Branched>> items = {};
};

/// The block as a mutation, without unused names, except names of values that may fail.
[[nodiscard]] Done mutation(const Block& block);
/// A term after the block, with the names that it needs.
[[nodiscard]] Expr within(const Block& block, Expr t);
/// Only the names of the block, followed by another block.
[[nodiscard]] Block names_then(const Block& block, const Block& next);

}  // namespace coreecs::bridge
