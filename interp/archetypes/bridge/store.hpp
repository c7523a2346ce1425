/// What is known of entities and their components at a point of a term: σ of specs/explanation/bridge.md.
#pragma once

#include <map>

#include "interp/archetypes/bridge/block.hpp"
#include "semantics/parameters.hpp"

namespace coreecs::bridge {

struct Known;
/// The known value of a component, as a term with the same meaning wherever it is in scope.
using Pointer = std::shared_ptr<const Known>;
/// One of two values, chosen at run time.
struct Choice {
  Expr b;
  std::shared_ptr<const Block> then, otherwise;
  Pointer k, k2;
};
struct Known : std::variant<Expr, Choice> {
  using variant::variant;
};

[[nodiscard]] Pointer known(std::variant<Expr, Choice> k);
/// if b then k else k', each after the names of its block. Cost: the size of the alternatives.
[[nodiscard]] Expr term_of(const Known& k);

/// σ: what is known at a point of t of the entities x⃗, and of their components. Absent components have no entry.
struct Store {
  std::vector<bool> there;  ///< of each of x⃗: it is surely in a table
  std::map<std::pair<std::size_t, Label>, Pointer> components;
};

}  // namespace coreecs::bridge
