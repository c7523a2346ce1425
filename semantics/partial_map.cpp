#include "semantics/partial_map.hpp"

#include <algorithm>

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

void PartialMap::update(std::span<Change> changes) {
  constexpr std::size_t few = 16;
  if (changes.size() <= parts_.size() / few) {
    for (Change& change : changes) update(change.e, std::move(change.k));
    return;
  }
  std::vector<Part> before = std::move(parts_);
  if (before.empty()) before.push_back({Entity{}, std::make_shared<Run>()});
  parts_.clear();
  parts_.reserve(before.size() + changes.size() / longest_run + 1);
  size_ = 0;
  auto change = changes.begin();
  for (auto part = before.begin(); part != before.end(); ++part) {
    const auto first = change;
    const auto next = std::next(part);
    change = next == before.end()
                 ? changes.end()
                 : std::partition_point(first, changes.end(), [&](const Change& x) { return x.e < next->first; });
    if (change == first && !part->run->empty())
      append(std::move(*part));
    else
      merge(std::move(*part), {first, change});
  }
}

void PartialMap::merge(Part part, std::span<Change> changes) {
  const bool shared = part.run.use_count() > 1;
  auto old = shared ? Run::sequence_type(part.run->begin(), part.run->end()) : part.run->extract_sequence();
  Run::sequence_type merged;
  merged.reserve(old.size() + changes.size());
  auto entry = old.begin();
  for (Change& change : changes) {
    for (; entry != old.end() && entry->first < change.e; ++entry) merged.push_back(std::move(*entry));
    if (entry != old.end() && entry->first == change.e) ++entry;
    if (change.k) merged.emplace_back(change.e, std::move(*change.k));
  }
  merged.insert(merged.end(), std::make_move_iterator(entry), std::make_move_iterator(old.end()));

  const std::size_t runs = (merged.size() + longest_run - 1) / longest_run;
  if (runs == 1) return append(part_of(std::move(merged)));
  for (std::size_t j = 0; j < runs; ++j) {
    const auto from = merged.begin() + static_cast<std::ptrdiff_t>(j * merged.size() / runs);
    const auto to = merged.begin() + static_cast<std::ptrdiff_t>((j + 1) * merged.size() / runs);
    append(part_of({std::make_move_iterator(from), std::make_move_iterator(to)}));
  }
}

PartialMap::Part PartialMap::part_of(Run::sequence_type entries) {
  const Entity first = entries.front().first;
  auto run = std::make_shared<Run>();
  run->adopt_sequence(boost::container::ordered_unique_range, std::move(entries));
  return {first, std::move(run)};
}

void PartialMap::append(Part part) {
  size_ += part.run->size();
  parts_.push_back(std::move(part));
}

std::vector<PartialMap> PartialMap::split(std::span<const Entity> ends) && {
  std::vector<PartialMap> pieces(ends.size() + 1);
  std::size_t piece = 0;
  for (Part& part : parts_) {
    auto from = part.run->begin();
    const auto to = part.run->end();
    const auto append = [&](auto end) {
      if (from == part.run->begin() && end == to)
        pieces[piece].append(std::move(part));
      else if (from != end)
        pieces[piece].append(part_of({from, end}));
    };
    for (; piece < ends.size() && !(std::prev(to)->first < ends[piece]); ++piece) {
      const auto end = part.run->lower_bound(ends[piece]);
      append(end);
      from = end;
    }
    append(to);
  }
  parts_.clear();
  size_ = 0;
  return pieces;
}

PartialMap PartialMap::joined(std::vector<PartialMap> pieces) {
  PartialMap all;
  for (PartialMap& piece : pieces)
    for (Part& part : piece.parts_) all.append(std::move(part));
  return all;
}

bool operator==(const PartialMap& a, const PartialMap& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

}  // namespace coreecs
