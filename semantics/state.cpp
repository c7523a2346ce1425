#include "semantics/state.hpp"

#include <algorithm>
#include <iterator>

namespace coreecs {

namespace {

constexpr std::size_t longest_run = 512;

constexpr auto before = [](Entity e, const auto& part) { return e < part.first; };

}  // namespace

const Value* PartialMap::find(Entity e) const {
  const auto next = std::upper_bound(parts_.begin(), parts_.end(), e, before);
  if (next == parts_.begin()) return nullptr;
  const Run& run = *std::prev(next)->run;
  const auto entry = run.find(e);
  return entry == run.end() ? nullptr : &entry->second;
}

void PartialMap::update(Entity e, std::optional<Value> k) {
  auto part = std::upper_bound(parts_.begin(), parts_.end(), e, before);
  if (part != parts_.begin()) --part;
  if (part == parts_.end()) {
    if (!k) return;
    part = parts_.insert(part, {e, std::make_shared<Run>()});
  }
  if (part->run->size() == longest_run && k) {
    const bool appends = std::prev(part->run->end())->first < e;
    const auto middle = part->run->begin() + static_cast<std::ptrdiff_t>(appends ? longest_run : longest_run / 2);
    auto upper = std::make_shared<Run>(boost::container::ordered_unique_range, middle, part->run->end());
    auto lower = std::make_shared<Run>(boost::container::ordered_unique_range, part->run->begin(), middle);
    const Entity split = appends ? e : upper->begin()->first;
    part->run = std::move(lower);
    part = parts_.insert(std::next(part), {split, std::move(upper)});
    if (e < split) --part;
  }
  if (part->run.use_count() > 1) part->run = std::make_shared<Run>(*part->run);
  Run& run = *part->run;
  if (k) {
    size_ += run.insert_or_assign(e, std::move(*k)).second;
    part->first = run.begin()->first;
  } else {
    size_ -= run.erase(e);
    if (run.empty())
      parts_.erase(part);
    else
      part->first = run.begin()->first;
  }
}

bool operator==(const PartialMap& a, const PartialMap& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

// [state/live]  live(c) ≜ ⋃_{i ∈ I} dom(c_i)                                                                      §3.1
std::vector<Entity> live(const State& c) {
  std::vector<std::vector<Entity>> domains;
  for (Label i = 0; i < c.labels(); ++i) {
    auto& domain = domains.emplace_back();
    domain.reserve(c[i].size());
    for (const auto& [e, k] : c[i]) domain.push_back(e);
  }
  while (domains.size() > 1) {
    std::vector<std::vector<Entity>> merged;
    for (std::size_t j = 0; j + 1 < domains.size(); j += 2) {
      auto& both = merged.emplace_back();
      std::set_union(domains[j].begin(), domains[j].end(), domains[j + 1].begin(), domains[j + 1].end(),
                     std::back_inserter(both));
    }
    if (domains.size() % 2) merged.push_back(std::move(domains.back()));
    domains = std::move(merged);
  }
  return domains.empty() ? std::vector<Entity>{} : std::move(domains.front());
}

bool is_live(const State& c, Entity e) {
  for (Label i = 0; i < c.labels(); ++i)
    if (c[i].find(e)) return true;
  return false;
}

}  // namespace coreecs
