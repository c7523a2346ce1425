/// [explain] The derivation of a frame: what each leaf of a schedule matches, observes, produces and changes. `props`
/// checks the matches, mutations, orders and states against `semantics`.
#pragma once

#include "semantics/order.hpp"
#include "semantics/query.hpp"

namespace coreecs {

/// c_i(e) before and after.
struct ValueChange {
  Location l;
  std::optional<Value> before, after;
};

/// Why roll drops a match (D2): a query is undefined at its entity when the match is visited.
struct Drop {
  /// The query of the vector that does not hold any more; none if it is φ.
  std::optional<std::size_t> query;
  /// The label of the constraint that does not hold; none if the entity is not live any more, or for φ.
  std::optional<Label> i;
  /// The visit of the leaf that wrote there last, or for φ to what is observed.
  std::optional<std::size_t> by;
};

/// An entity match of ⟦q_s⟧c, when it is visited.
struct Visit {
  std::vector<Entity> e;
  std::vector<Cell> matched;  ///< w⃗ of ⟦q_s⟧c
  std::vector<Cell> w = {};   ///< what it observes: in a conc the same, in a seq w⃗' of roll; empty if it is dropped
  std::optional<Drop> dropped = {};
  Mutation m = Nil{};  ///< f_s(e⃗, w⃗'), as the function returns it
  Update u = {};       ///< its effect when it is performed
  /// How it changes the state that all before it, in the order of the reference, leave.
  std::vector<ValueChange> changes = {};
};

/// conc(s) or seq(s), as the reference performs it.
struct LeafDerivation {
  Leaf leaf = 0;  ///< counted over all frames
  SeriesParallel::Kind kind = SeriesParallel::Kind::Conc;
  const System* s = nullptr;
  std::size_t observes = 0;           ///< the number of its observed state
  std::vector<Matches> factors = {};  ///< ⟦q_j⟧c of each query
  std::vector<Visit> visits = {};     ///< ⟦q_s⟧c
};

/// A state that is observed: c itself, or what a sub-schedule on the left of a ⨟ leaves of another one.
struct ObservedState {
  State c;
  std::size_t of = 0;                       ///< the state that the left side observes
  std::size_t node = SeriesParallel::none;  ///< the left side, in the table; none for c
};

/// The derivation of z at c. Refers to the systems of z, which must outlive it.
struct Derivation {
  PartialOrder po;  ///< po_c(z), with the table of z
  std::vector<ObservedState> observed;
  std::vector<LeafDerivation> leaves;
  State end;  ///< z(c)
};

/// Throws what a system function throws. Cost: that of z(c) and of po_c(z), and for each ∥ left of
/// a ⨟ the writes of its right side.
[[nodiscard]] Derivation derive(const State& c, const Schedule& z, At at);

/// infl(f_s(r)) of an invocation: what it writes, except to entities that it creates itself (D11).
[[nodiscard]] std::vector<Location> influence(const Invocation&);

}  // namespace coreecs
