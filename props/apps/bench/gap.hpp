/// The gap between the concurrency that is safe and that which schedulers let happen, in numbers
/// (specs/explanation/schedulers.md).
#pragma once

#include <array>
#include <functional>

#include "interp/apps/schedulers/plan.hpp"
#include "semantics/order.hpp"

namespace coreecs::gap {

constexpr std::size_t models = 8;  ///< as many as there are schedulers

/// Concurrent invocation pairs of two systems, or of one; how many are of what kind.
struct Pairs {
  std::uint64_t all = 0;
  std::uint64_t disjoint = 0;     ///< disjoint influence: safe by Theorem 4.7
  std::uint64_t commuting = 0;    ///< safe by Definition 4.3
  std::uint64_t independent = 0;  ///< disjoint influence, and neither reads what the other one writes
  /// Of those of disjoint influence, by scheduler: the systems of both may run beside each other; and so may what they
  /// do, which commands do not.
  std::array<std::uint64_t, models> beside = {}, effective = {};
  std::uint64_t divided = 0;  ///< of those, within one system of one query: what updates no more than it owns
  /// By scheduler, pairs that it lets take effect at once, and that do not commute.
  std::array<std::uint64_t, models> extra = {};

  Pairs& operator+=(const Pairs& other);
};

/// How the leaves of a schedule are declared to an engine: what a query yields is borrowed, mutably where the system
/// may write it; whatever else a system writes takes commands: other components, other entities, insertions, removals.
struct Declared {
  schedulers::Tasks tasks;     ///< one for each leaf
  std::vector<bool> deferred;  ///< of each invocation: it takes commands
};
[[nodiscard]] Declared declared(const PartialOrder& po, std::size_t labels);

/// Which invocations count: all, unless a category has a side condition.
using Counts = std::function<bool(const Invocation&)>;

/// The pairs of po_c(z): those between systems, and those within one.
struct Measured {
  Pairs between, within;

  Measured& operator+=(const Measured& other) {
    between += other.between;
    within += other.within;
    return *this;
  }
};
[[nodiscard]] Measured measure(const PartialOrder& po, std::size_t labels, const Counts& counts = {});

}  // namespace coreecs::gap
