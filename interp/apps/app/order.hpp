/// The order of an app's systems that all its constraints give together: a partial order, or a circle.
#pragma once

#include <variant>

#include "interp/apps/app/app.hpp"
#include "interp/apps/order/dag.hpp"

namespace coreecs::app {

/// One system comes before another one, by this constraint.
struct Link {
  enum class Said { Before, After, Chain, Stages };

  std::size_t before = 0, after = 0;  ///< systems
  Said said = Said::Before;
  Node earlier, later;       ///< the nodes that it names, except for stages; the systems are these, or in these sets
  std::size_t position = 0;  ///< its position in the list that holds it; for a chain, which chain

  friend bool operator==(const Link&, const Link&) = default;
};

/// Links in a circle: each begins where the previous one ends.
using Circle = std::vector<Link>;

/// [app/order] The order of an app's systems, or a circle. A system before a set comes before each system of the set; a
/// system after it comes after each. A system before an empty set comes before the systems after that set, as in
/// bevy_ecs. All systems of a stage come before those of later stages. With InsertionOrder::Conflicting, two systems
/// that conflict, without an allowance for it, come in the order of insertion. Pairs are added by the later system,
/// then by the earlier one from the end, unless the order so far contradicts them. With All, this applies to all pairs.
/// A system outside of a block that is ordered with one of its systems is ordered with all of them ([app/block]).
/// Cost: n² / 64 for n systems, for each pair of systems that a constraint has.
[[nodiscard]] std::variant<Dag, Circle> try_order(const App&);

/// The same for an app that was loaded or built: it has no circle.
[[nodiscard]] Dag order(const App&);

/// A circle in words: "a before b, b before a (Physics before Input)".
[[nodiscard]] std::string show(const Circle&, const App&);

}  // namespace coreecs::app
