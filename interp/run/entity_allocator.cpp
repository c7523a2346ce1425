#include "interp/run/entity_allocator.hpp"

#include <limits>

namespace coreecs {

namespace {

/// Occurrences at neighbouring entities have the same, and those at others seldom.
std::size_t block(const Occurrence& occurrence) {
  if (occurrence.entities.empty()) return 0;
  const Entity e = occurrence.entities.front();
  const Occurrence* created = e.created();
  constexpr int half = std::numeric_limits<std::size_t>::digits / 2;  // whose bits are mixed best
  return mix(0, created ? reinterpret_cast<std::uintptr_t>(created) >> 18 : e.number() >> 12) >> half;
}

}  // namespace

Entity EntityAllocator::at(const Occurrence& occurrence) {
  Part& part = parts_[block(occurrence) % parts_.size()];
#ifndef COREECS_PLANTED_RACE  // specs/explanation/threads.md
  const std::lock_guard locked(part.lock);
#endif
  part.requested.push_back(part.entities.at(occurrence));
  return part.requested.back();
}

std::vector<Entity> EntityAllocator::take_requested() {
  std::vector<Entity> all;
  for (Part& part : parts_) {
    all.insert(all.end(), part.requested.begin(), part.requested.end());
    part.requested.clear();
  }
  return all;
}

}  // namespace coreecs
