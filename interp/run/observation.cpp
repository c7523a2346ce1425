#include "interp/run/observation.hpp"

#include <algorithm>
#include <set>

namespace coreecs {

namespace {

void note(const Query& q, Entity e, std::span<const Cell> w, std::vector<Observed>& observed) {
  const auto at = [&](Label i) { observed.push_back({{e, i}, w[observed.size()]}); };
  std::visit(Clauses{
                 [&](const Incl& q) { at(q.i); },
                 [&](const Excl& q) { at(q.i); },
                 [&](const Anyway& q) { at(q.i); },
                 [&](const And& q) {
                   for (const Query& q_j : q.conjuncts) note(q_j, e, w, observed);
                 },
             },
             q);
}

/// Whether a query can yield the values; adds its cells, and the labels of those that are there.
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
    std::vector<Observed> observed;
    note(q[j], r.e[j], w, observed);
    w = w.subspan(observed.size());
    for (Observed& at : observed)
      if (at.k) values[j].emplace(at.l.i, std::move(*at.k));
  }
  return values;
}

std::vector<Observed> observation(const QueryVector& q, const Match& r) {
  std::vector<Observed> observed;
  for (std::size_t j = 0; j < q.size(); ++j) note(q[j], r.e[j], r.w, observed);
  return observed;
}

}  // namespace coreecs
