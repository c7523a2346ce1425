/// Merges two maps, at the cost of the smaller.
#pragma once

#include <utility>

namespace coreecs::fast {

/// The keys of both maps. A key that both have gets join(key, its left value, its right value). The smaller map is
/// merged into the larger one, so in a tree of such unions each key moves at most log n times.
template <class Map, class Join>
Map merged(Map left, Map right, const Join& join) {
  const bool into_left = left.size() >= right.size();
  Map& both = into_left ? left : right;
  for (auto& [key, moved] : into_left ? right : left) {
    const auto [at, is_new] = both.try_emplace(key, std::move(moved));
    if (!is_new) at->second = into_left ? join(key, at->second, moved) : join(key, moved, at->second);
  }
  return std::move(both);
}

}  // namespace coreecs::fast
