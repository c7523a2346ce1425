/// Searches in parts, which may run on several machines.
#pragma once

#include <cstdint>

namespace coreecs {

/// One part of a search: the cases, counted from 0, whose remainder modulo `of` is number - 1.
struct Shard {
  std::uint64_t number = 1, of = 1;
  static constexpr std::uint64_t most = 100'000;
};

}  // namespace coreecs
