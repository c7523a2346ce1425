#include "interp/run/writes.hpp"

#include <algorithm>

namespace coreecs {

namespace {

constexpr std::size_t small = 4096;  // fewer writes are not worth dividing

bool before(const Ticketed& a, const Ticketed& b) { return a.i != b.i ? a.i < b.i : a.e < b.e; }

}  // namespace

void append(Batch& batch, const Update& m, Ticket ticket) {
  for (const Write& write : m.writes()) batch.push_back({write.l.i, write.l.e, ticket, write.k});
}

void settle(Batch& batch) {
  if (!std::is_sorted(batch.begin(), batch.end(), before)) std::stable_sort(batch.begin(), batch.end(), before);
  const auto same = [](const Ticketed& a, const Ticketed& b) { return !before(a, b) && !before(b, a); };
  // keeps the last of equals
  batch.erase(batch.begin(), std::unique(batch.rbegin(), batch.rend(), same).base());
}

Merge::Merge(Stamped to, Log& log, bool keep, std::size_t parts) : to_(std::move(to)), keep_(keep) {
  for (Label i = 0; i < to_.c.labels(); ++i) {
    std::vector<std::span<Ticketed>> writes;
    std::size_t n = 0;
    for (Batch& batch : log) {
      const auto from = std::partition_point(batch.begin(), batch.end(), [&](const Ticketed& w) { return w.i < i; });
      const auto to = std::partition_point(from, batch.end(), [&](const Ticketed& w) { return w.i == i; });
      if (from != to) writes.emplace_back(from, to);
      n += static_cast<std::size_t>(to - from);
    }
    if (n > 0) divide(i, std::move(writes), std::min(parts, n / small + 1));
  }
}

/// Divides c_i and the writes to it at evenly spaced entities of these writes.
void Merge::divide(Label i, std::vector<std::span<Ticketed>> writes, std::size_t parts) {
  std::vector<Entity> ends;
  if (parts > 1) {
    constexpr std::size_t step = 64;
    for (const auto& batch : writes)
      for (std::size_t j = 0; j < batch.size(); j += step) ends.push_back(batch[j].e);
    std::sort(ends.begin(), ends.end());
    for (std::size_t j = 1; j < parts; ++j) ends[j - 1] = ends[j * ends.size() / parts];
    ends.resize(parts - 1);
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  }
  std::vector<PartialMap> c = std::move(to_.c[i]).split(ends);
  std::vector<PartialMap> tickets(c.size());
  if (to_.tickets) tickets = std::move((*to_.tickets)[i]).split(ends);
  for (std::size_t j = 0; j < c.size(); ++j) {
    Part part{i, {}, std::move(c[j]), std::move(tickets[j])};
    for (auto& batch : writes) {
      const auto end = j == ends.size() ? batch.end()
                                        : std::partition_point(batch.begin(), batch.end(),
                                                               [&](const Ticketed& w) { return w.e < ends[j]; });
      if (end != batch.begin()) part.writes.emplace_back(batch.begin(), end);
      batch = {end, batch.end()};
    }
    parts_.push_back(std::move(part));
  }
}

void Merge::operator()(std::size_t j) {
  Part& part = parts_[j];
  std::vector<Ticketed*> writes;
  for (const auto& batch : part.writes)
    for (Ticketed& w : batch) writes.push_back(&w);
  const auto earlier = [&](const Ticketed* a, const Ticketed* b) {
    return a->e != b->e ? a->e < b->e : a->ticket < b->ticket;
  };
  if (!std::is_sorted(writes.begin(), writes.end(), earlier)) std::stable_sort(writes.begin(), writes.end(), earlier);

  std::vector<PartialMap::Change> changes, tickets;
  changes.reserve(writes.size());
  for (std::size_t w = 0; w < writes.size(); ++w) {
    Ticketed& write = *writes[w];
    if (w + 1 < writes.size() && writes[w + 1]->e == write.e) continue;
    if (to_.tickets) {
      const Value* last = part.tickets.find(write.e);
      if (last && last->as<Ticket>() > write.ticket) continue;
      if (keep_) tickets.push_back({write.e, Value(write.ticket)});  // otherwise no later merge needs them
    }
    changes.push_back({write.e, keep_ ? write.k : std::move(write.k)});
  }
  part.c.update(changes);
  part.tickets.update(tickets);
}

Stamped Merge::take() {
  for (auto part = parts_.begin(); part != parts_.end();) {
    const Label i = part->i;
    std::vector<PartialMap> c, tickets;
    for (; part != parts_.end() && part->i == i; ++part) {
      c.push_back(std::move(part->c));
      tickets.push_back(std::move(part->tickets));
    }
    to_.c[i] = PartialMap::joined(std::move(c));
    if (to_.tickets) (*to_.tickets)[i] = PartialMap::joined(std::move(tickets));
  }
  return std::move(to_);
}

}  // namespace coreecs
