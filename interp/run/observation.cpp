#include "interp/run/observation.hpp"

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

}  // namespace

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
