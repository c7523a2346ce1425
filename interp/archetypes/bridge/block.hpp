/// Mutations under construction: what an invocation does, step by step, with names for the values on the way.
#pragma once

#include <memory>
#include <set>

#include "interp/language/program/term.hpp"

namespace coreecs::bridge {

using Slots = std::set<Slot>;

/// A term, and what is to be known of it.
struct Expr {
  Term t;
  Slots uses = {};        ///< the variables in it
  bool small = true;      ///< whether it may stand in several places: a literal, a variable, or a record of these
  bool partial = false;   ///< whether it may fail
  std::size_t depth = 1;  ///< how deep its document is
};

struct Block;

/// let x = value in what follows
struct Named {
  Binder x;
  Expr value;
};
/// A mutation.
struct Done {
  MutationTerm m;
  Slots uses;
  std::size_t depth;
  /// Where the value of an attach or the condition of an if is a name, the variables besides: what is named may as well
  /// stand there itself if it is named for that only.
  std::optional<Slots> besides = {};
};
/// if b then ... else ...
struct Branched {
  Expr b;
  std::shared_ptr<const Block> then, otherwise;
};
/// What is done, in this order.
struct Block {
  std::vector<std::variant<Named, Done, Branched>> items = {};
};

/// The block as a mutation. Names that are of no use are left out, unless their value may fail.
[[nodiscard]] Done mutation(const Block& block);
/// A term after the block, with the names of the block that it needs.
[[nodiscard]] Expr within(const Block& block, Expr t);
/// The block with what it names only, followed by another one.
[[nodiscard]] Block names_then(const Block& block, const Block& next);

}  // namespace coreecs::bridge
