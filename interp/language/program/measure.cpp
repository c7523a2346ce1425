
#include <cmath>
#include <unordered_set>

#include "interp/fast/query.hpp"
#include "interp/language/program/condition.hpp"
#include "interp/language/program/error.hpp"
#include "interp/language/program/values.hpp"

namespace coreecs {

namespace {

/// Adds a value to a sum; none if the result overflows its type.
std::optional<Value> plus(const Value& sum, const Value& k) {
  std::int64_t n = 0;
  if (const auto* so_far = std::get_if<std::int64_t>(&sum.sum()))
    return __builtin_add_overflow(*so_far, k.as<std::int64_t>(), &n) ? std::nullopt : std::optional<Value>(n);
  const double x = sum.as<double>() + k.as<double>();
  return std::isfinite(x) ? std::optional<Value>(x) : std::nullopt;
}

/// A measure that evaluates its term at each match.
class Measure {
 public:
  Measure(const MeasureTerm& term, const std::string& invariant) : term_(term), invariant_(invariant) {
    term_.name = invariant;
    q_ = unconditional(term_);
    q_.where = condition(term_, true);
    if (term_.of) of_ = value_of(term_.of, term_, true);
    if (term_.otherwise) otherwise_ = value_of(term_.otherwise, MatchTerm{.name = invariant}, true)({});
  }

  Value operator()(const State& c, const Environment& env) const {
    const Matches r = fast::query(q_, c, env);
    switch (term_.kind) {
      case MeasureTerm::Kind::Count:
        return static_cast<std::int64_t>(r.size());
      case MeasureTerm::Kind::Exists:
        return r.size() > 0;
      case MeasureTerm::Kind::Unique:
        return all_differ(r);
      case MeasureTerm::Kind::Sum:
        return sum(r);
      case MeasureTerm::Kind::Min:
      case MeasureTerm::Kind::Max:
        break;
    }
    return extreme(r);
  }

 private:
  [[nodiscard]] bool all_differ(const Matches& r) const {
    std::unordered_set<Value> seen;
    for (std::size_t j = 0; j < r.size(); ++j)
      if (!seen.insert(of_(r[j])).second) return false;
    return true;
  }
  [[nodiscard]] Value sum(const Matches& r) const {
    Value sum = term_.real ? Value(0.0) : Value(0);
    for (std::size_t j = 0; j < r.size(); ++j) {
      std::optional<Value> more = plus(sum, of_(r[j]));
      if (!more) fail(r[j]);
      sum = std::move(*more);
    }
    return sum;
  }
  [[nodiscard]] Value extreme(const Matches& r) const {
    if (r.size() == 0) return otherwise_;
    Value best = of_(r[0]);
    for (std::size_t j = 1; j < r.size(); ++j) {
      Value k = of_(r[j]);
      if (term_.kind == MeasureTerm::Kind::Min ? less(k, best) : less(best, k)) best = std::move(k);
    }
    return best;
  }
  [[noreturn]] void fail(const Match& r) const {
    RuntimeError error(invariant_, {r.e.begin(), r.e.end()}, term_.at,
                       term_.real ? "real overflow" : "integer overflow");
    error.invariant = true;
    throw error;
  }

  MeasureTerm term_;
  std::string invariant_;
  QueryVector q_;
  std::function<Value(const Match&)> of_;
  Value otherwise_;
};

}  // namespace

std::function<Value(const State&, const Environment&)> measure(const MeasureTerm& term, const std::string& invariant) {
  return [measure = std::make_shared<const Measure>(term, invariant)](const State& c, const Environment& env) {
    return (*measure)(c, env);
  };
}

}  // namespace coreecs
