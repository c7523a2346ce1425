/// Two maps as one, at the cost of the smaller.
#pragma once

#include <utility>

namespace coreecs::fast {

/// The keys of both, where a key of both has join(key, its value on the left, its value on the right). The smaller map
/// goes into the larger one: in a tree of such unions, each key is moved log n times at most.
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
