/// What an app says of the order of its systems, taken together: a partial order, or a circle.
#pragma once

#include <variant>

#include "interp/apps/app/app.hpp"
#include "interp/apps/order/dag.hpp"

namespace coreecs::app {

/// That one system comes before another one, and who says so.
struct Link {
  enum class Said { Before, After, Chain, Stages };

  std::size_t before = 0, after = 0;  ///< systems
  Said said = Said::Before;
  Node earlier, later;       ///< of which it is said, but for stages; the systems are these, or in these sets
  std::size_t position = 0;  ///< where in the list of the one that says so; of a chain, which one it is

  friend bool operator==(const Link&, const Link&) = default;
};

/// Links of which each begins where the one before it ends, and the first one where the last one does.
using Circle = std::vector<Link>;

/// [app/order] The order of an app's systems, or a circle. Whatever is before a set is before each of its systems, and
/// what is after it after each; where it has none, what is before it is before what is after it, as bevy_ecs does. All
/// systems of a stage come before those of later ones. With InsertionOrder::Conflicting two systems that conflict, and
/// that no allowance names, come in the order of insertion, pair by pair by the later one, then by the earlier one from
/// the end, unless what was said before, or follows from it, says otherwise; with All, so do all pairs.
/// Cost: n² / 64 for n systems, for each pair of systems that a constraint has.
[[nodiscard]] std::variant<Dag, Circle> try_order(const App&);

/// The same of an app that was loaded, or built: it has no circle.
[[nodiscard]] Dag order(const App&);

/// A circle in words: "a before b, b before a (Physics before Input)".
[[nodiscard]] std::string show(const Circle&, const App&);

}  // namespace coreecs::app
