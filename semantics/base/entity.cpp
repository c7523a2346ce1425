#include "semantics/base/entity.hpp"

#include <algorithm>

namespace coreecs {

namespace {

// The first place where two occurrences differ decides. If that place is an entity of their vectors, its own
// occurrence, one ν earlier, is compared next; hence the loop. Equal entities have equal occurrences, by address.
std::strong_ordering compare(const Occurrence* o, const Occurrence* p) {
  while (o != p) {
    if (!o) return std::strong_ordering::less;
    if (!p) return std::strong_ordering::greater;
    if (o->leaf != p->leaf) return o->leaf <=> p->leaf;
    const auto [x, y] = std::mismatch(o->entities.begin(), o->entities.end(), p->entities.begin(), p->entities.end());
    if (x == o->entities.end() && y == p->entities.end()) return o->number <=> p->number;
    if (x == o->entities.end()) return std::strong_ordering::less;
    if (y == p->entities.end()) return std::strong_ordering::greater;
    o = x->created();
    p = y->created();
    if (!o && !p) return x->number() <=> y->number();
  }
  return std::strong_ordering::equal;
}

}  // namespace

std::strong_ordering Entity::compare(Entity a, Entity b) { return coreecs::compare(a.created(), b.created()); }

std::strong_ordering operator<=>(const Occurrence& o, const Occurrence& p) { return compare(&o, &p); }

Entity Entities::at(const Occurrence& occurrence) {
  const auto found = occurrences_.insert(next_, occurrence);
  next_ = std::next(found);
  return Entity(*found);
}

std::vector<Entity> Entities::all() const {
  std::vector<Entity> entities;
  entities.reserve(occurrences_.size());
  for (const Occurrence& o : occurrences_) entities.push_back(Entity(o));
  return entities;
}

}  // namespace coreecs
