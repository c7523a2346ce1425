#include "interp/run/entity_allocator.hpp"

namespace coreecs {

Entity EntityAllocator::at(const Occurrence& occurrence, const Names& names) {
  std::size_t hash = mix(occurrence.leaf, occurrence.number);
  for (const Entity e : occurrence.entities) hash = mix(hash, std::hash<Entity>{}(e));
  Part& part = parts_[mix(0, hash) % parts_.size()];
#ifndef COREECS_PLANTED_RACE  // specs/explanation/threads.md
  const std::lock_guard locked(part.lock);
#endif
  const Entity e = part.entities.at(occurrence);
  if (!names.knows(e)) part.fresh.push_back(e);
  return e;
}

std::vector<Entity> EntityAllocator::take_new() {
  std::vector<Entity> all;
  for (Part& part : parts_) {
    all.insert(all.end(), part.fresh.begin(), part.fresh.end());
    part.fresh.clear();
  }
  return all;
}

}  // namespace coreecs
