/// [observer/open] Observers that one change triggers, in an order that engines leave open
/// (specs/explanation/observers.md).
#pragma once

#include "interp/apps/triage/interference.hpp"
#include "interp/apps/triage/setting.hpp"
#include "interp/base/answer.hpp"

namespace coreecs::triage {

/// What the app comes to in two orders that differ only in that of two observers, in the order of insertion of systems.
struct ObserverWitness {
  End a, b;                   ///< after the frame; with the first one of the two first, and last
  std::optional<Location> l;  ///< a location where these states differ; none if an execution fails
  std::uint64_t frame = 0;    ///< counted from 1
};

/// Two observers, first < second, that one change may trigger, and that may not be exchanged.
struct ObserverPair {
  std::size_t first = 0, second = 0;            ///< positions in App::observers
  std::vector<Label> on;                        ///< what may matter, as positions in App::components
  Answer matters = Answer::Unknown;             ///< whether their order matters from the start state
  std::optional<ObserverWitness> witness = {};  ///< if it does
};

struct ObserverOrders {
  /// Those that may not be exchanged on every state.
  std::vector<ObserverPair> pairs;
  /// Whether the executions in all orders of these end each frame in the same state.
  Answer confluent = Answer::Yes;
  std::optional<Cut> cut = {};
};

/// Explores all orders of these observers, if there are a few. `confluent` is the answer for the order of the app.
/// `partial`: there are executions that are not explored. Cost: that of `races` for each order.
[[nodiscard]] ObserverOrders observer_orders(const Setting& setting, const Plan& plan,
                                             const std::vector<Interference>& interferences, Answer confluent,
                                             bool partial, std::size_t limit);

}  // namespace coreecs::triage
