/// Sub-schedules of an app: sets with a `repeat`, whose systems run as one block, 0..n times in a frame
/// (specs/reference/app-format.md#blocks).
#pragma once

#include <span>

#include "interp/apps/app/app.hpp"
#include "interp/apps/order/dag.hpp"

namespace coreecs::app {

/// B: a set with a repeat that has systems.
struct Block {
  std::size_t set = 0;               ///< a position in App::sets
  std::vector<std::size_t> systems;  ///< in increasing order
};

/// The blocks of an app, and which system is in which.
class Blocks {
 public:
  /// Precondition: each system is in at most one of them. Cost: that of `members`.
  explicit Blocks(const App&);

  [[nodiscard]] bool empty() const { return all_.empty(); }
  [[nodiscard]] const std::vector<Block>& all() const { return all_; }
  /// The block of a system, a position in all(); none if it is in no block.
  [[nodiscard]] std::optional<std::size_t> of(std::size_t system) const { return of_[system]; }
  [[nodiscard]] bool are_in_one(std::size_t a, std::size_t b) const { return of_[a] == of_[b]; }
  /// All systems of its block, or only the system itself.
  [[nodiscard]] std::vector<std::size_t> with(std::size_t system) const;

  /// [app/block] Calls f(x, z) for all that a before b means: nothing comes between the systems of a block, so each of
  /// one block comes before each of the other one. Within a block, a before b.
  template <class F>
  void widened(std::size_t a, std::size_t b, const F& f) const {
    if (are_in_one(a, b)) return f(a, b);
    for (const std::size_t x : with(a))
      for (const std::size_t z : with(b)) f(x, z);
  }
  [[nodiscard]] std::vector<Edge> widened(std::span<const Edge> edges) const;

 private:
  std::vector<Block> all_;
  std::vector<std::optional<std::size_t>> of_;
};

/// An app whose blocks are one system each: what an engine sees that performs a block by an exclusive system.
struct Collapsed {
  App app;  ///< without sets; its order is that of the app
  /// For each of its systems, the first of the app's systems that it stands for.
  std::vector<std::size_t> systems;
};
/// [app/collapsed] Each block becomes an exclusive system of the set's name, at the place of its first system. It takes
/// the durations of its systems, as often as it is repeated; once, if that depends on the world. Precondition: `order`
/// is that of the app, or adds to it. Cost: that of the order, and of the app.
[[nodiscard]] Collapsed collapsed(const App&, const Blocks&, const Dag& order, const Duration& undeclared = {});

}  // namespace coreecs::app
