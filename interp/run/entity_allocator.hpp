/// **fresh** for many threads at once (§3.4, D3).
#pragma once

#include <array>
#include <mutex>
#include <vector>

#include "semantics/parameters.hpp"

namespace coreecs {

/// Always yields the same entity for an occurrence, to any thread. It has several parts with a lock each, by the first
/// entity of the match, so that threads seldom wait for each other.
class EntityAllocator {
 public:
  /// The entity created at an occurrence. Cost: as for Entities.
  Entity at(const Occurrence&);
  /// The entities requested since the previous call, possibly with repetitions. Precondition: no thread uses this.
  [[nodiscard]] std::vector<Entity> take_requested();

 private:
  struct alignas(64) Part {
    std::mutex lock;
    Entities entities;
    std::vector<Entity> requested;
  };
  std::array<Part, 16> parts_;
};

}  // namespace coreecs
