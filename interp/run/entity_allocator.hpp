/// **fresh** for many threads at once (§3.4, D3).
#pragma once

#include <array>
#include <mutex>

#include "interp/language/program/names.hpp"

namespace coreecs {

/// Always yields the same entity for an occurrence, to any thread. It has several parts with a lock each, so that
/// threads seldom wait for each other.
class EntityAllocator {
 public:
  /// The entity created at an occurrence; it is new until it has a name. Cost: two hash look-ups.
  Entity at(const Occurrence&, const Names&);
  /// The new entities requested since the previous call, possibly with repetitions. Precondition: no thread uses this.
  [[nodiscard]] std::vector<Entity> take_new();

 private:
  struct alignas(64) Part {
    std::mutex lock;
    Entities entities;
    std::vector<Entity> fresh;
  };
  std::array<Part, 16> parts_;
};

}  // namespace coreecs
