/// **fresh** for many threads at once (§3.4, D3).
#pragma once

#include <array>
#include <mutex>

#include "interp/language/program/names.hpp"

namespace coreecs {

/// One entity for every occurrence, and always the same one, whichever thread asks. Kept in parts, each with its lock,
/// so that threads seldom wait for each other.
class Nursery {
 public:
  /// The entity created at an occurrence; it is new as long as it has no name. Cost: two hash look-ups.
  Entity at(const Occurrence&, const Names&);
  /// The new entities that were asked for since the last call, perhaps several times. Precondition: no thread asks now.
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
