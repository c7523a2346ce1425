#include "semantics/base/partial_map.hpp"

#include <algorithm>
#include <utility>

namespace coreecs {

namespace {

constexpr auto before = [](Entity e, const auto& part) { return e < part.first; };

}  // namespace

PartialMap::Entries::const_iterator PartialMap::locate(const Run& run, Entity e) {
  auto last = run.end();
  if (!run.empty() && !e.created() && run.begin()->first <= e) {
    // At most as many entries are before e as there are numbers between the first entry and e.
    const std::uint64_t most = e.number() - run.begin()->first.number();
    if (most < run.size()) last = run.nth(most);
    if (last != run.end() && last->first == e) return last;
  }
  return std::lower_bound(run.begin(), last, e, [](const Entry& entry, Entity e) { return entry.first < e; });
}

PartialMap::Parts& PartialMap::own_parts() {
  if (!parts_)
    parts_ = new Parts;
  else if (parts_->is_shared())
    parts_ = new Parts(*parts_);
  return *parts_;
}

const Value* PartialMap::find(Entity e) const {
  const std::span<const Part> all = parts();
  const auto next = std::upper_bound(all.begin(), all.end(), e, before);
  if (next == all.begin()) return nullptr;
  const Run& run = *std::prev(next)->run;
  const auto entry = locate(run, e);
  return entry == run.end() || entry->first != e ? nullptr : &entry->second;
}

PartialMap::const_iterator PartialMap::from(Entity e) const {
  const_iterator at = begin();
  if (at != end()) at.advance_to(e);
  return at;
}

void PartialMap::const_iterator::skip_to(Entity e) {
  const Part* next = std::upper_bound(part_ + 1, end_, e, before);
  if (next != part_ + 1)
    enter(part_ = next - 1);
  else if (entry_ == last_)
    return enter(++part_);
  entry_ = std::lower_bound(entry_, last_, e, [](const Entry& entry, Entity e) { return entry.first < e; });
  if (entry_ == last_) enter(++part_);
}

std::vector<Entity> PartialMap::division(std::size_t n) const {
  std::vector<Entity> firsts;
  for (std::size_t j = 1; j < n; ++j) {
    const std::size_t part = j * parts().size() / n;
    if (part > 0 && (firsts.empty() || firsts.back() < parts()[part].first)) firsts.push_back(parts()[part].first);
  }
  return firsts;
}

void PartialMap::update(Entity e, std::optional<Value> k) {
  Parts& parts = own_parts();
  const bool in_last = !parts.empty() && !before(e, parts.back());
  auto part = in_last ? parts.end() : std::upper_bound(parts.begin(), parts.end(), e, before);
  if (part != parts.begin()) --part;
  const auto alone = [&] {
    Run::sequence_type only;
    only.emplace_back(e, std::move(*k));
    return part_of(std::move(only));
  };
  if (part == parts.end()) {
    if (k) append(alone());
    return;
  }
  if (part->run->size() == longest_run && k) {
    if (std::prev(part->run->end())->first < e) {
      parts.insert(std::next(part), alone());
      ++size_;
      return;
    }
    const auto middle = part->run->begin() + static_cast<std::ptrdiff_t>(longest_run / 2);
    RunPtr upper = new Run(boost::container::ordered_unique_range, middle, part->run->end());
    RunPtr lower = new Run(boost::container::ordered_unique_range, part->run->begin(), middle);
    const Entity split = upper->begin()->first;
    part = std::prev(parts.insert(std::next(part), {split, std::move(upper)}));
    part->run = std::move(lower);
    if (!(e < split)) ++part;
  }
  if (part->run->is_shared()) part->run = new Run(*part->run);
  Run& run = *part->run;
  const auto entry = run.begin() + (locate(run, e) - run.cbegin());
  const bool defined = entry != run.end() && entry->first == e;
  size_ += k.has_value();
  size_ -= defined;
  if (k && defined)
    entry->second = std::move(*k);
  else if (k)
    run.emplace_hint(entry, e, std::move(*k));
  else if (defined)
    run.erase(entry);
  if (run.empty())
    parts.erase(part);
  else
    part->first = run.begin()->first;
}

void PartialMap::update(std::span<Change> changes) {
  constexpr std::ptrdiff_t few = 16;
  if (changes.empty()) return;
  Parts& parts = own_parts();
  if (parts.empty()) parts.push_back({Entity{}, new Run});
  auto first = std::upper_bound(parts.begin(), parts.end(), changes.front().e, before);
  if (first != parts.begin()) --first;
  const auto last = std::upper_bound(std::next(first), parts.end(), changes.back().e, before);
  if (std::ssize(changes) <= std::max(few, (last - first) / few)) {
    for (Change& change : changes) update(change.e, std::move(change.k));
    return;
  }
  std::vector<Part> changed;
  changed.reserve(static_cast<std::size_t>(last - first) + changes.size() / longest_run + 1);
  auto change = changes.begin();
  for (auto part = first; part != last; ++part) {
    const auto from = change;
    const auto next = std::next(part);
    if (next != last)
      change = std::partition_point(from, changes.end(), [&](const Change& x) { return x.e < next->first; });
    else
      change = changes.end();
    size_ -= part->run->size();
    if (change == from)
      changed.push_back(std::move(*part));
    else
      merge(std::move(*part), {from, change}, changed);
  }
  for (const Part& part : changed) size_ += part.run->size();
  const auto rest = std::move(changed.begin(), changed.begin() + std::min(last - first, std::ssize(changed)), first);
  if (rest != last)
    parts.erase(rest, last);
  else
    parts.insert(last, std::make_move_iterator(changed.begin() + (last - first)),
                 std::make_move_iterator(changed.end()));
}

/// Adds the entries of a part, with these changes made, to `parts`.
void PartialMap::merge(Part part, std::span<Change> changes, std::vector<Part>& parts) {
  const bool shared = part.run->is_shared();
  Run::sequence_type merged;
  merged.reserve(std::max(part.run->size(), changes.size()));
  const auto keep = [&](Entry& entry) {
    if (shared)
      merged.push_back(entry);
    else
      merged.push_back(std::move(entry));
  };
  auto entry = part.run->begin();
  const auto end = part.run->end();
  for (Change& change : changes) {
    for (; entry != end && entry->first < change.e; ++entry) keep(*entry);
    if (entry != end && entry->first == change.e) ++entry;
    if (change.k) merged.emplace_back(change.e, std::move(*change.k));
  }
  for (; entry != end; ++entry) keep(*entry);

  const std::size_t runs = (merged.size() + longest_run - 1) / longest_run;
  if (runs == 1) return parts.push_back(part_of(std::move(merged)));
  for (std::size_t j = 0; j < runs; ++j) {
    const auto from = merged.begin() + static_cast<std::ptrdiff_t>(j * merged.size() / runs);
    const auto to = merged.begin() + static_cast<std::ptrdiff_t>((j + 1) * merged.size() / runs);
    parts.push_back(part_of({std::make_move_iterator(from), std::make_move_iterator(to)}));
  }
}

PartialMap::Part PartialMap::part_of(Run::sequence_type entries) {
  const Entity first = entries.front().first;
  RunPtr run = new Run;
  run->adopt_sequence(boost::container::ordered_unique_range, std::move(entries));
  return {first, std::move(run)};
}

void PartialMap::append(Part part) {
  size_ += part.run->size();
  own_parts().push_back(std::move(part));
}

std::vector<PartialMap> PartialMap::split(std::span<const Entity> ends) && {
  std::vector<PartialMap> pieces(ends.size() + 1);
  std::size_t piece = 0;
  for (Part& part : own_parts()) {
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
  parts_.reset();
  size_ = 0;
  return pieces;
}

PartialMap PartialMap::joined(std::vector<PartialMap> pieces) {
  PartialMap all;
  for (PartialMap& piece : pieces)
    for (Part& part : piece.own_parts()) all.append(std::move(part));
  return all;
}

std::vector<PartialMap::Change> PartialMap::difference(const PartialMap& from, const PartialMap& to) {
  std::vector<Change> changes;
  const_iterator a = from.begin(), b = to.begin();
  if (from.is_copy_of(to)) return changes;
  while (a != from.end() || b != to.end()) {
    if (a == from.end() || (b != to.end() && b->first < a->first)) {
      changes.push_back({b->first, b->second});
      ++b;
    } else if (b == to.end() || a->first < b->first) {
      changes.push_back({a->first, std::nullopt});
      ++a;
    } else if (a.entry_ == b.entry_) {  // in a run of both
      a.enter(++a.part_);
      b.enter(++b.part_);
    } else {
      if (a->second != b->second) changes.push_back({b->first, b->second});
      ++a;
      ++b;
    }
  }
  return changes;
}

PartialMap::Rewrite::Rewrite(const PartialMap& map, std::optional<Entity> begin)
    : at_(begin ? map.from(*begin) : map.begin()) {}

void PartialMap::Rewrite::keep(std::optional<Entity> end) {
  const auto before_end = [&](Entity e) { return !end || e < *end; };
  while (at_ != const_iterator() && before_end(at_->first)) {
    const bool is_short = !written_.empty() && written_.size() < longest_run / 2;  // sharing would leave a short run
    if (!is_short && at_.begins_run() && before_end(std::prev(at_.last_)->first)) {
      flush();
      piece_.append(*at_.part_);
      at_.enter(++at_.part_);
      continue;
    }
    if (written_.size() == longest_run) flush();
    push(at_->first, Value(at_->second));
    ++at_;
  }
}

void PartialMap::Rewrite::flush() {
  if (written_.empty()) return;
  if (written_.size() < longest_run / 2) written_.shrink_to_fit();
  piece_.append(part_of(std::exchange(written_, {})));
}

PartialMap PartialMap::Rewrite::take(std::optional<Entity> end) && {
  keep(end);
  flush();
  return std::move(piece_);
}

bool operator==(const PartialMap& a, const PartialMap& b) {
  if (a.is_copy_of(b)) return true;
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

}  // namespace coreecs
