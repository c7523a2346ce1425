/// What is known of entities and their components at a point of a term: σ of specs/explanation/bridge.md.
#pragma once

#include <map>

#include "interp/archetypes/bridge/block.hpp"
#include "semantics/parameters.hpp"

namespace coreecs::bridge {

struct Known;
/// What is known of the component of an entity: its value, as a term that means the same wherever it is in scope.
using Pointer = std::shared_ptr<const Known>;
/// Of two values, which one depends on what is only known when it runs.
struct Choice {
  Expr b;
  std::shared_ptr<const Block> then, otherwise;
  Pointer k, k2;
};
struct Known : std::variant<Expr, Choice> {
  using variant::variant;
};

[[nodiscard]] Pointer known(std::variant<Expr, Choice> k);
/// if b then k else k', each behind what its block names. Cost: what it chooses among.
[[nodiscard]] Expr term_of(const Known& k);

/// σ: what is known at a point of t of the entities x⃗, and of their components. What is not there is not in it.
struct Store {
  std::vector<bool> there;  ///< of each of x⃗, whether it is surely in a table
  std::map<std::pair<std::size_t, Label>, Pointer> components;
};

}  // namespace coreecs::bridge
