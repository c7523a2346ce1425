#include "interp/decide/match_sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "interp/program/error.hpp"
#include "semantics/query.hpp"
#include "semantics/system.hpp"

namespace coreecs {

namespace {

/// What there is at a part, and what is done to it.
class Part {
 public:
  explicit Part(PartUpdate how) : how_(how) {}

  void start_at(const Value& x) {
    if (how_ != PartUpdate::Sets) take(x);
  }
  void take(const Value& d) {
    switch (how_) {
      case PartUpdate::Adds:
        std::visit(Clauses{[&](std::int64_t n) { add(n); }, [&](double x) { reals_.push_back(x); }, [](const auto&) {}},
                   d.sum());
        return;
      case PartUpdate::Least:
      case PartUpdate::Greatest:
        if (const double* x = std::get_if<double>(&d.sum()); x && *x == 0) (std::signbit(*x) ? minus_ : plus_) = true;
        return;
      case PartUpdate::Sets:
        if (set_ && !(*set_ == d)) commutes_ = false;
        set_ = d;
        return;
      case PartUpdate::Keeps:
      case PartUpdate::All:
      case PartUpdate::Any:
        return;
    }
  }
  /// Of the two zeros, min and max take the first.
  [[nodiscard]] bool commutes() const { return commutes_ && !(minus_ && plus_) && exact(); }

 private:
  void add(std::int64_t n) {
    const std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    const std::uint64_t size = n < 0 ? 0 - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n);
    commutes_ = commutes_ && size <= most - sum_;
    if (commutes_) sum_ += size;
  }
  /// Whether every sum of some of them is a double: a multiple of the lowest bit of them all, and less than 2⁵³ of it.
  [[nodiscard]] bool exact() const {
    int lowest = std::numeric_limits<int>::max();
    for (const double x : reals_) {
      if (x == 0) continue;
      int exponent = 0;
      auto digits = static_cast<std::uint64_t>(std::ldexp(std::frexp(std::fabs(x), &exponent), 53));
      for (exponent -= 53; digits % 2 == 0; digits /= 2) ++exponent;
      lowest = std::min(lowest, exponent);
    }
    constexpr double most = 9007199254740992;
    double sum = 0;
    for (const double x : reals_)
      if (x != 0) sum += std::ldexp(std::fabs(x), -lowest);
    return sum < most;
  }

  PartUpdate how_;
  bool commutes_ = true, minus_ = false, plus_ = false;
  std::uint64_t sum_ = 0;
  std::vector<double> reals_;
  std::optional<Value> set_;
};

/// Calls visit(part, k) for the parts of a value of this type, in their order.
template <class Visit>
void each_part(const Type& type, const Value& k, std::size_t& part, const Visit& visit) {
  if (type.kind != Type::Kind::Record) return visit(part++, k);
  const std::span<const Value> fields = k.as<Record>().fields();
  for (std::size_t j = 0; j < fields.size(); ++j) each_part(type.fields[j].type, fields[j], part, visit);
}

/// That of which x + d and the like is d; where the update does not depend on what is there, what is there.
Value neutral(PartUpdate how, const Value& x) {
  const bool real = std::holds_alternative<double>(x.sum());
  const bool least = how == PartUpdate::Least;
  if (how == PartUpdate::Adds) return real ? Value(-0.0) : Value(0);
  if (how == PartUpdate::All || how == PartUpdate::Any) return how == PartUpdate::All;
  if (how == PartUpdate::Keeps || how == PartUpdate::Sets) return x;
  using Int = std::numeric_limits<std::int64_t>;
  using Real = std::numeric_limits<double>;
  return real ? Value(least ? Real::max() : Real::lowest()) : Value(least ? Int::max() : Int::min());
}

Value neutral(const Type& type, const Value& x, const std::vector<PartUpdate>& leaves, std::size_t& part) {
  if (type.kind != Type::Kind::Record) return neutral(leaves[part++], x);
  std::vector<Value> fields;
  for (std::size_t j = 0; j < type.fields.size(); ++j)
    fields.push_back(neutral(type.fields[j].type, x.as<Record>().fields()[j], leaves, part));
  return Record(fields);
}

class Sums {
 public:
  Sums(const SeriesParallel::Node& seq, const State& c, const Environment& env, const std::vector<Accumulated>& all,
       const Schema& schema)
      : seq_(seq), c_(c), env_(env), all_(all), schema_(schema) {}

  /// Whether nothing fails.
  bool visit(std::size_t j, const EntityVector& e) {
    std::vector<Cell> w;
    if (!query_at(seq_.s->q, c_, e, w)) return true;  // nor whenever it is visited
    for (const Accumulated& one : all_) {
      std::size_t part = 0;
      w[one.cell] = neutral(schema_[one.i].type, *w[one.cell], one.leaves, part);
    }
    try {
      const Update m = invoke(*seq_.s, {e, w}, seq_.leaf, env_);
      for (const auto& [l, k] : m.writes()) {
        parts_of(l, *k);
        at_[j].push_back(l);
      }
    } catch (const RuntimeError&) {
      return false;
    }
    return true;
  }
  [[nodiscard]] bool commutes(std::size_t j) const {
    const auto locations = at_.find(j);
    return locations == at_.end() ||
           std::all_of(locations->second.begin(), locations->second.end(), [&](const Location& l) {
             const std::vector<Part>& parts = parts_.at(l);
             return std::all_of(parts.begin(), parts.end(), [](const Part& part) { return part.commutes(); });
           });
  }

 private:
  void parts_of(const Location& l, const Value& d) {
    const auto& one = *std::find_if(all_.begin(), all_.end(), [&](const Accumulated& one) { return one.i == l.i; });
    const auto [at, is_new] = parts_.emplace(l, std::vector<Part>{});
    std::vector<Part>& parts = at->second;
    std::size_t part = 0;
    if (is_new) {
      for (const PartUpdate how : one.leaves) parts.emplace_back(how);
      each_part(schema_[l.i].type, *c_.at(l), part, [&](std::size_t k, const Value& x) { parts[k].start_at(x); });
    }
    part = 0;
    each_part(schema_[l.i].type, d, part, [&](std::size_t k, const Value& d) { parts[k].take(d); });
  }

  const SeriesParallel::Node& seq_;
  const State& c_;
  const Environment& env_;
  const std::vector<Accumulated>& all_;
  const Schema& schema_;
  std::unordered_map<Location, std::vector<Part>> parts_;
  std::unordered_map<std::size_t, std::vector<Location>> at_;  // of each match, what it writes
};

}  // namespace

Accumulations::Accumulations(const Program& program) : schema_(program.schema) {
  for (const auto& [name, term] : program.terms)
    if (auto all = accumulation(term, program.schema)) by_system_.emplace(name, *std::move(all));
}

std::vector<std::size_t> Accumulations::order_matters(const SeriesParallel::Node& seq, const State& c,
                                                      const std::vector<EntityVector>& matches,
                                                      std::vector<std::size_t> numbers, const Environment& env) const {
  const auto known = by_system_.find(seq.s->name);
  if (known == by_system_.end()) return numbers;
  Sums sums(seq, c, env, known->second, schema_);
  for (const std::size_t j : numbers)
    if (!sums.visit(j, matches[j])) return numbers;
  numbers.erase(std::remove_if(numbers.begin(), numbers.end(), [&](std::size_t j) { return sums.commutes(j); }),
                numbers.end());
  return numbers;
}

}  // namespace coreecs
