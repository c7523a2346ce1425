/// [oracle] The part of an adapter that schedules: for engines that store and query, and leave it to the game when
/// systems run and when their commands are performed.
#pragma once

#include "interp/oracle/handles.hpp"

namespace coreecs {

/// An engine whose systems run one after the other, on one thread. What a conc does is deferred until its last match;
/// what a seq does is performed at once. The sides of ∥ run one after the other, each from the state at the fork.
class SequentialEngine : public Engine {
 public:
  /// The entities that match a query, in any order. What changes later does not change the list.
  [[nodiscard]] virtual std::vector<Entity> select(const QueryFilter& q) = 0;
  /// Whether an entity matches a query. If so, appends the values of q.cells: none where it has none.
  virtual bool observe(const QueryFilter& q, Entity e, std::vector<Cell>& w) = 0;
  /// Makes what brings the state of now back, as often as it is called. Need not be overridden without
  /// Level::Schedules.
  [[nodiscard]] virtual std::function<void()> fork();

  [[nodiscard]] std::vector<std::vector<Entity>> matches(const QueryVector& q) override;
  std::vector<std::size_t> run(const Schedule& leaf, Leaf number, const Respond&) override;
  void frame(const Schedule& z, Leaf first, const Respond&, const std::vector<Expected>&) override;

 private:
  Operations perform(const Schedule& z, Leaf first, const Respond&);
};

}  // namespace coreecs
