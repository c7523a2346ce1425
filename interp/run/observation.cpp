#include "interp/run/observation.hpp"

#include <algorithm>
#include <set>

namespace coreecs {

namespace {

void note(const Query& q, Entity e, std::vector<Location>& all) {
  std::visit(Clauses{
                 [&](const auto& q) {
                   all.push_back({e, q.i});
                 },
                 [&](const And& q) {
                   for (const Query& q_j : q.conjuncts) note(q_j, e, all);
                 },
             },
             q);
}

/// Whether a query can yield these values; adds its cells, and the labels of present values.
bool note(const Query& q, const ObservedValues::value_type& values, std::vector<Cell>& w, std::set<Label>& there) {
  const auto at = [&](Label i) {
    const auto found = values.find(i);
    w.push_back(found == values.end() ? Cell() : Cell(found->second));
    if (w.back()) there.insert(i);
    return w.back().has_value();
  };
  return std::visit(Clauses{
                        [&](const Incl& q) { return at(q.i); },
                        [&](const Excl& q) { return !at(q.i); },
                        [&](const Anyway& q) {
                          (void)at(q.i);
                          return true;
                        },
                        [&](const And& q) {
                          return std::all_of(q.conjuncts.begin(), q.conjuncts.end(),
                                             [&](const Query& q_j) { return note(q_j, values, w, there); });
                        },
                    },
                    q);
}

}  // namespace

std::optional<std::vector<Cell>> cells_of(const QueryVector& q, const ObservedValues& values) {
  if (values.size() != q.size()) return std::nullopt;
  std::vector<Cell> w;
  for (std::size_t j = 0; j < q.size(); ++j) {
    std::set<Label> there;
    if (!note(q[j], values[j], w, there) || there.size() != values[j].size()) return std::nullopt;
  }
  return w;
}

ObservedValues observed_values(const QueryVector& q, const Match& r) {
  ObservedValues values(q.size());
  std::span<const Cell> w = r.w;
  for (std::size_t j = 0; j < q.size(); ++j) {
    std::vector<Location> at;
    note(q[j], r.e[j], at);
    for (std::size_t k = 0; k < at.size(); ++k)
      if (w[k]) values[j].emplace(at[k].i, *w[k]);
    w = w.subspan(at.size());
  }
  return values;
}

std::vector<Location> locations(const QueryVector& q, std::span<const Entity> e) {
  std::vector<Location> all;
  for (std::size_t j = 0; j < q.size(); ++j) note(q[j], e[j], all);
  return all;
}

std::vector<Observed> observation(const QueryVector& q, const Match& r) {
  std::vector<Observed> observed;
  for (const Location& l : locations(q, r.e)) observed.push_back({l, r.w[observed.size()]});
  return observed;
}

}  // namespace coreecs
