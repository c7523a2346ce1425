/// Archetypes and storage (§4.2): 𝓗 ∈ Heap ≜ Archetype → {Entity} ∪ Entity → (CType → Component).
#pragma once

#include <map>

#include "semantics/archetype/syntax.hpp"
#include "semantics/state.hpp"

namespace coreecs::archetype {

/// [heap] 𝓗, with value semantics. A copy costs k/512 for k entities, and shares everything that neither has written
/// since. The two halves are independent, as in the paper. That a table holds the entities with exactly its components
/// is a claim about heaps (claims.hpp), not a property of this type.
class Heap {
 public:
  /// The set of entities of an archetype: the domain of the map.
  using Entities = PartialMap;

  Heap() = default;
  /// An empty heap for a schema with this number of component types.
  explicit Heap(std::size_t components) : components_(components) {}

  /// 𝓗[A], empty if A has no table. Cost: log of the number of tables.
  [[nodiscard]] const Entities& operator[](const AType& A) const;
  /// 𝓗[e][C], or null if it is undefined.
  [[nodiscard]] const Value* at(Entity e, Label C) const { return components_.at({e, C}); }
  /// The archetype A with e ∈ 𝓗[A], or null if e is in no table; the first one, if it is in several (A7). Cost: a
  /// look-up in each table.
  [[nodiscard]] const AType* archetype_of(Entity e) const;

  /// Makes this 𝓗[e ↦ 𝓗[e][C ↦ c]], or 𝓗[e ↦ 𝓗[e][C ↦ ⊥]] without a c. Cost: log k.
  void write(Entity e, Label C, std::optional<Value> c) { components_.write({e, C}, std::move(c)); }
  /// Makes this 𝓗[A ↦ 𝓗[A] ∪ {e}]. Cost: log k.
  void insert(const AType& A, Entity e);
  /// Makes this 𝓗[A ↦ 𝓗[A] − {e}]. Cost: log k.
  void erase(const AType& A, Entity e);
  /// An integer that no entity of this heap has or ever had.
  [[nodiscard]] Entity fresh() const { return Entity(next_); }

  /// The nonempty tables, in the order of archetypes.
  [[nodiscard]] const std::map<AType, Entities>& tables() const { return tables_; }
  /// Entity → (CType → Component), as a family of partial maps: the columns.
  [[nodiscard]] const coreecs::State& components() const { return components_; }

  /// Compares tables and components, but not fresh().
  friend bool operator==(const Heap& a, const Heap& b) {
    return a.tables_ == b.tables_ && a.components_ == b.components_;
  }

 private:
  std::map<AType, Entities> tables_;
  coreecs::State components_;
  std::uint64_t next_ = 0;
};

/// Adds an entity with these components to H, in the table of their archetype. Precondition: e is initial and in no
/// table. Cost: that of a look-up for each component.
void add_entity(Heap& H, Entity e, const std::vector<std::pair<Label, Value>>& components);

}  // namespace coreecs::archetype
