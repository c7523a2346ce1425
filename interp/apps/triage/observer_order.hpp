/// [observer/open] Observers that one change triggers, in an order that engines leave open
/// (specs/explanation/observers.md).
#pragma once

#include <array>
#include <map>

#include "interp/apps/triage/interference.hpp"
#include "interp/apps/triage/setting.hpp"
#include "interp/base/answer.hpp"

namespace coreecs::triage {

/// Two executions in orders of observers that differ only in two of these, and a frame that ends in different states.
struct ObserverWitness {
  End a, b;                   ///< after the frame; with the first one of the two first, and last
  std::optional<Location> l;  ///< a location where these states differ; none if an execution fails
  std::uint64_t frame = 0;    ///< counted from 1
  std::array<std::vector<std::size_t>, 2> observers, nodes;  ///< of both: the order of observers, and the steps
};

/// Two observers, first < second, that one change may trigger, and that may not be exchanged.
struct ObserverPair {
  std::size_t first = 0, second = 0;            ///< positions in App::observers
  std::vector<Label> on;                        ///< what may matter, as positions in App::components
  Answer matters = Answer::Unknown;             ///< whether their order matters from the start state
  std::optional<ObserverWitness> witness = {};  ///< if it does
};

/// The orders of all observers in which executions are explored.
struct OpenOrders {
  /// Which pairs have the second observer first, a bit for each.
  using Turned = std::uint64_t;

  std::vector<ObserverPair> pairs;                      ///< those that may not be exchanged on every state
  std::map<Turned, std::vector<std::size_t>> all = {};  ///< with that of the app, which is 0
  bool complete = true;                                 ///< whether no order of the pairs is missing
};

/// If there are at most six pairs, all of their orders; otherwise that of the app, and those in which one pair is
/// turned. Only that of the app if observers have no bodies. Cost: pairs of observers.
[[nodiscard]] OpenOrders open_orders(const Setting& setting);

struct ObserverOrders {
  /// Those that may not be exchanged on every state.
  std::vector<ObserverPair> pairs;
  /// Whether the executions in all orders of these end each frame in the same state.
  Answer confluent = Answer::Yes;
  std::optional<Cut> cut = {};
};

/// Explores the open orders. `partial`: there are executions that are not explored. Cost: `races` for each order.
[[nodiscard]] ObserverOrders observer_orders(const Setting& setting, const Plan& plan,
                                             const std::vector<Interference>& interferences, bool partial,
                                             std::size_t limit);

}  // namespace coreecs::triage
