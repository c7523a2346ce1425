#include "semantics/archetype/heap.hpp"

#include <algorithm>

namespace coreecs::archetype {

const Heap::Entities& Heap::operator[](const AType& A) const {
  static const Entities none;
  const auto table = tables_.find(A);
  return table == tables_.end() ? none : table->second;
}

const AType* Heap::archetype_of(Entity e) const {
  const auto table = std::find_if(tables_.begin(), tables_.end(), [&](const auto& t) { return t.second.find(e); });
  return table == tables_.end() ? nullptr : &table->first;
}

void Heap::insert(const AType& A, Entity e) {
  tables_[A].update(e, Unit{});
  next_ = std::max(next_, e.number() + 1);
}

void Heap::erase(const AType& A, Entity e) {
  const auto table = tables_.find(A);
  if (table == tables_.end()) return;
  table->second.update(e, std::nullopt);
  if (table->second.empty()) tables_.erase(table);
}

void add_entity(Heap& H, Entity e, const std::vector<std::pair<Label, Value>>& components) {
  AType A;
  for (const auto& [C, c] : components) {
    A.insert(C);
    H.write(e, C, c);
  }
  H.insert(A, e);
}

}  // namespace coreecs::archetype
