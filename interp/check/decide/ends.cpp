#include "interp/check/decide/ends.hpp"

#include "interp/fast/renaming.hpp"

namespace coreecs {

namespace {

bool holds_created(const Value& k) {
  bool holds = false;
  for_each_entity(k, [&](Entity e) { holds = holds || e.created(); });
  return holds;
}

/// A hash that is the same for states that are equal up to renaming.
std::size_t hash_up_to_renaming(const State& c) {
  std::size_t hash = 0;
  for (Label i = 0; i < c.labels(); ++i) {
    hash += mix(i, c[i].size());
    for (const auto& [e, k] : c[i])
      if (!e.created() && !holds_created(k)) hash += mix(std::hash<Location>{}({e, i}), std::hash<Value>{}(k));
  }
  return hash;
}

}  // namespace

std::size_t Ends::meet(State c) {
  const std::size_t key = hash_up_to_renaming(c);
  const auto same = by_hash_.equal_range(key);
  for (auto it = same.first; it != same.second; ++it) {
    End& end = all_[it->second];
    if (end.c == c || fast::equal_up_to_renaming(end.c, c) == Answer::Yes) {
      ++end.orders;
      return it->second;
    }
  }
  by_hash_.emplace(key, all_.size());
  all_.push_back({std::move(c), 1});
  return all_.size() - 1;
}

}  // namespace coreecs
