/// Searches in parts, which may run on several machines.
#pragma once

#include <cstdint>

namespace coreecs {

/// One part of a search: of all cases from 0, those that leave number - 1 when divided by `of`.
struct Shard {
  std::uint64_t number = 1, of = 1;
  static constexpr std::uint64_t most = 100'000;
};

}  // namespace coreecs
