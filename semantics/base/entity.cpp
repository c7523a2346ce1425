#include "semantics/base/entity.hpp"

#include <algorithm>

namespace coreecs {

// The first place where two occurrences differ decides. If that place is an entity of their vectors, its own
// occurrence, one ν earlier, is compared next; hence the loop. Equal entities have equal occurrences, by address.
std::strong_ordering Entity::compare(Entity a, Entity b) {
  while (a != b) {
    const Occurrence* o = a.created();
    const Occurrence* p = b.created();
    if (!o && !p) return a.number() <=> b.number();
    if (!o) return std::strong_ordering::less;
    if (!p) return std::strong_ordering::greater;
    if (o->leaf != p->leaf) return o->leaf <=> p->leaf;
    const auto [x, y] = std::mismatch(o->entities.begin(), o->entities.end(), p->entities.begin(), p->entities.end());
    if (x == o->entities.end() && y == p->entities.end()) return o->number <=> p->number;
    if (x == o->entities.end()) return std::strong_ordering::less;
    if (y == p->entities.end()) return std::strong_ordering::greater;
    a = *x;
    b = *y;
  }
  return std::strong_ordering::equal;
}

std::size_t Entities::Hash::operator()(const Occurrence& o) const {
  std::size_t hash = mix(o.leaf, o.number);
  for (const Entity e : o.entities) hash = mix(hash, std::hash<Entity>{}(e));
  return hash;
}

Entity Entities::at(const Occurrence& occurrence) { return Entity(*occurrences_.insert(occurrence).first); }

std::vector<Entity> Entities::all() const {
  std::vector<Entity> entities;
  entities.reserve(occurrences_.size());
  for (const Occurrence& o : occurrences_) entities.push_back(Entity(o));
  std::sort(entities.begin(), entities.end());
  return entities;
}

}  // namespace coreecs
