/// Which concurrent invocations write to one location.
#pragma once

#include "semantics/order.hpp"

namespace coreecs {

struct Meeting {
  std::size_t u = 0, v = 0;
  Location l;
  bool same = false;  ///< whether both leave the same there, so that they commute as far as l is concerned
};

struct Meetings {
  std::vector<Meeting> all;  ///< those that do not commute first
  bool more = false;         ///< whether there are more of one kind
};

/// At most so many of each kind. Cost: w log w for w writes, and the depth for each two that are of one location.
[[nodiscard]] Meetings meetings(const PartialOrder& po, std::size_t most);

}  // namespace coreecs
