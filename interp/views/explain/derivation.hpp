/// [explain] How a frame comes about: what each leaf of a schedule matches and observes, what it produces, and what
/// that changes. `props` says that these are the matches, mutations, orders and states that `semantics` defines.
#pragma once

#include "semantics/order.hpp"
#include "semantics/query.hpp"

namespace coreecs {

/// c_i(e) before and after.
struct ValueChange {
  Location l;
  std::optional<Value> before, after;
};

/// Why roll drops a match (D2): a query that is undefined at its entity by then.
struct Drop {
  /// Which query of the vector does not hold any more; none where φ does not.
  std::optional<std::size_t> query;
  /// The label of the constraint that does not hold; none where the entity is not live any more, nor for φ.
  std::optional<Label> i;
  /// Which visit of the leaf wrote there last; for φ, what is observed.
  std::optional<std::size_t> by;
};

/// An entity match of ⟦q_s⟧c, in its turn.
struct Visit {
  std::vector<Entity> e;
  std::vector<Cell> matched;  ///< w⃗ of ⟦q_s⟧c
  std::vector<Cell> w = {};  ///< what is observed of it: of conc the same, of seq w⃗' of roll; where dropped, nothing
  std::optional<Drop> dropped = {};
  Mutation m = Nil{};  ///< f_s(e⃗, w⃗'), as the function has it
  Update u = {};       ///< what is left of it when it is performed
  /// What it changes of the state that all before it in the order of the reference leave.
  std::vector<ValueChange> changes = {};
};

/// conc(s) or seq(s), as the reference performs it.
struct LeafDerivation {
  Leaf leaf = 0;  ///< over all frames
  SeriesParallel::Kind kind = SeriesParallel::Kind::Conc;
  const System* s = nullptr;
  std::size_t observes = 0;           ///< which of the observed states
  std::vector<Matches> factors = {};  ///< ⟦q_j⟧c of each query
  std::vector<Visit> visits = {};     ///< ⟦q_s⟧c
};

/// A state that something observes: c itself, or what a sub-schedule on the left of a ⨟ leaves of another one.
struct ObservedState {
  State c;
  std::size_t of = 0;                       ///< the one that it observes itself
  std::size_t node = SeriesParallel::none;  ///< the left side, in the table; none for c
};

/// z at c. It refers to the systems of z, which must outlive it.
struct Derivation {
  PartialOrder po;  ///< po_c(z), with the table of z
  std::vector<ObservedState> observed;
  std::vector<LeafDerivation> leaves;
  State end;  ///< z(c)
};

/// Throws what a system function throws. Cost: that of z(c) and of po_c(z), and for each ∥ left of
/// a ⨟ the writes of its right side.
[[nodiscard]] Derivation derive(const State& c, const Schedule& z, At at);

/// infl(f_s(r)) of an invocation: what it writes, but for the entities that it creates itself (D11).
[[nodiscard]] std::vector<Location> influence(const Invocation&);

}  // namespace coreecs
