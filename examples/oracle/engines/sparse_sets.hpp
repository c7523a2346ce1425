/// An engine that keeps each component in a sparse set: to attach and to detach is cheap, and a query looks each entity
/// of its smallest set up in the others.
#pragma once

#include "interp/oracle/sequential.hpp"

namespace coreecs {

/// One component: its entities and their values, packed, and where each entity is among them.
class SparseSet {
 public:
  /// A tag has no values.
  explicit SparseSet(bool tag) : tag_(tag) {}

  [[nodiscard]] bool has(Handle h) const { return h.index < sparse_.size() && sparse_[h.index] != none; }
  /// The value of an entity, or null where it has none.
  [[nodiscard]] const Value* find(Handle h) const;
  void set(Handle h, Value k);
  /// The last entity moves to the place of the one that goes.
  void remove(Handle h);

  [[nodiscard]] const std::vector<Handle>& entities() const { return dense_; }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  bool tag_;
  std::vector<std::uint32_t> sparse_;  // by slot: the place in the others
  std::vector<Handle> dense_;
  std::vector<Value> values_;
};

/// All components, and the slots of entities.
class SparseSets {
 public:
  SparseSets() = default;
  /// With `toggled`, queries do not see components that are disabled.
  explicit SparseSets(const Schema& K, bool toggled = false);

  [[nodiscard]] Handle create();
  void destroy(Handle h);
  [[nodiscard]] bool alive(Handle h) const;
  void attach(Handle h, Label i, Value k) { sets_[i].set(h, std::move(k)); }
  void detach(Handle h, Label i);
  /// The component that is disabled there, if that is what this label is for.
  [[nodiscard]] std::optional<Label> toggled(Label off) const;
  /// Whether an entity has a component, and it is enabled.
  [[nodiscard]] bool sees(Handle h, Label i) const { return sets_[i].has(h) && !(off_[i] && sets_[*off_[i]].has(h)); }
  /// Whether an entity has no components.
  [[nodiscard]] bool bare(Handle h) const;

  [[nodiscard]] const std::vector<SparseSet>& sets() const { return sets_; }
  [[nodiscard]] bool matches(const QueryFilter& q, Handle h) const;
  /// All matches of a query. It is a list of its own: what comes and goes while it is gone through does not change it.
  [[nodiscard]] std::vector<Handle> matches(const QueryFilter& q) const;

 private:
  struct Slot {
    std::uint32_t generation = 0;
    bool alive = false;
  };
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::vector<SparseSet> sets_;
  std::vector<std::optional<Label>> off_;
};

/// The engine for the oracle.
class SparseSetEngine : public SequentialEngine {
 public:
  [[nodiscard]] EngineDescription describe() override;
  void enter(Level level) override { level_ = level; }
  void reset(const Schema& K, Names&, Entities&) override;
  void apply(const Operations&) override;
  [[nodiscard]] std::vector<Entity> select(const QueryFilter& q) override;
  bool observe(const QueryFilter& q, Entity e, std::vector<Cell>& w) override;
  [[nodiscard]] std::function<void()> fork() override;
  [[nodiscard]] State dump() override;
  [[nodiscard]] State look(const std::vector<Entity>& e) override;
  [[nodiscard]] std::function<void()> save() override;

 protected:
  /// Destroys an entity, and those below it.
  virtual void destroy(Entity e);
  /// Level::Hierarchy: those whose parent is this entity.
  [[nodiscard]] virtual std::vector<Entity> children(Entity e) const;

 private:
  struct World {
    SparseSets sets;
    Handles handles;
  };
  [[nodiscard]] std::optional<Handle> living(Entity e) const;
  void clear();
  /// Level::Saves: makes this its state. Its entities are new, and stand for those of the same place in the list.
  void load(const State& file, const std::vector<Entity>& entities);

  Level level_ = Level::Storage;
  Schema schema_;
  std::optional<Label> parent_;
  World world_;
};

}  // namespace coreecs
