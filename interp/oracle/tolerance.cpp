#include "interp/oracle/tolerance.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "semantics/renaming.hpp"

namespace coreecs {

namespace {

/// Maps reals to integers in the same order; both zeros are 0.
std::int64_t step_of(double x) {
  const auto bits = std::bit_cast<std::int64_t>(x);
  return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
}

/// Calls f(x, place) for each real of a value. Reals at the same place of two values correspond.
template <class F>
void for_each_real(const Value& k, std::vector<std::size_t>& place, const F& f) {
  if (const double* x = std::get_if<double>(&k.sum())) f(*x, place);
  if (const Record* r = std::get_if<Record>(&k.sum()))
    for (std::size_t j = 0; j < r->fields().size(); ++j) {
      place.push_back(j);
      for_each_real(r->fields()[j], place, f);
      place.pop_back();
    }
}

/// The value with each real replaced by f(x, place).
template <class F>
Value with_reals(const Value& k, std::vector<std::size_t>& place, const F& f) {
  if (const double* x = std::get_if<double>(&k.sum())) return f(*x, place);
  const Record* r = std::get_if<Record>(&k.sum());
  if (!r) return k;
  std::vector<Value> fields;
  for (std::size_t j = 0; j < r->fields().size(); ++j) {
    place.push_back(j);
    fields.push_back(with_reals(r->fields()[j], place, f));
    place.pop_back();
  }
  return Record(std::move(fields));
}

/// Groups the reals of some states into clusters of reals that are close, directly or through others. States that are
/// equal up to a renaming and close reals become equal up to that renaming if each real is replaced by its cluster.
class Heaps {
 public:
  Heaps(std::initializer_list<const State*> states, const Tolerance& tolerance) {
    for (const State* c : states)
      for (Label i = 0; i < c->labels(); ++i)
        for (const auto& [e, k] : (*c)[i]) {
          std::vector<std::size_t> place{i};
          for_each_real(k, place, [&](double x, const auto& at) { heaps_[at].emplace_back(x, x); });
        }
    for (auto& [place, reals] : heaps_) {
      std::sort(reals.begin(), reals.end());
      for (std::size_t j = 1; j < reals.size(); ++j)
        if (close(reals[j - 1].first, reals[j].first, tolerance)) reals[j].second = reals[j - 1].second;
    }
  }

  [[nodiscard]] State replaced(const State& c) const {
    State out(c.labels());
    for (Label i = 0; i < c.labels(); ++i)
      for (const auto& [e, k] : c[i]) {
        std::vector<std::size_t> place{i};
        out = std::move(out).with(
            i, e, with_reals(k, place, [&](double x, const auto& at) {
              return Value(
                  std::lower_bound(heaps_.at(at).begin(), heaps_.at(at).end(), std::pair(x, -HUGE_VAL))->second);
            }));
      }
    return out;
  }

 private:
  std::map<std::vector<std::size_t>, std::vector<std::pair<double, double>>> heaps_;  // (real, cluster), by place
};

bool close(const State& c, const State& c2, const Tolerance& tolerance) {
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) {
      const Value* k2 = c2.at({e, i});
      if (!k2 || !close(k, *k2, tolerance)) return false;
    }
  return true;
}

}  // namespace

bool close(double x, double y, const Tolerance& tolerance) {
  if (x == y || std::fabs(x - y) <= tolerance.relative * std::max(std::fabs(x), std::fabs(y))) return true;
  const auto [a, b] = std::minmax({step_of(x), step_of(y)});
  return static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a) <= tolerance.ulps;
}

bool close(const Value& k, const Value& k2, const Tolerance& tolerance) {
  const double* x = std::get_if<double>(&k.sum());
  const double* x2 = std::get_if<double>(&k2.sum());
  if (x && x2) return close(*x, *x2, tolerance);
  const Record* r = std::get_if<Record>(&k.sum());
  const Record* r2 = std::get_if<Record>(&k2.sum());
  return r && r2 ? std::equal(r->fields().begin(), r->fields().end(), r2->fields().begin(), r2->fields().end(),
                              [&](const Value& a, const Value& b) { return close(a, b, tolerance); })
                 : k == k2;
}

std::pair<Answer, fast::Images> renaming(const State& expected, const State& found, const Tolerance& tolerance) {
  std::pair<Answer, fast::Images> exactly = fast::renaming(expected, found);
  if (tolerance.exact() || exactly.first == Answer::Yes) return exactly;
  const Heaps heaps({&expected, &found}, tolerance);
  std::pair<Answer, fast::Images> closely = fast::renaming(heaps.replaced(expected), heaps.replaced(found));
  if (closely.first != Answer::Yes) return closely;
  const State image = renamed(expected, [&](Entity e) { return closely.second.at(e); });
  if (!close(image, found, tolerance)) return {Answer::Unknown, {}};
  return closely;
}

}  // namespace coreecs
