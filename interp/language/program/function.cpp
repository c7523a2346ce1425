#include "interp/language/program/function.hpp"

#include <cmath>

#include "interp/base/json/decimal.hpp"
#include "interp/language/program/values.hpp"

namespace coreecs {

namespace {

using Kind = TermType::Kind;
using Values = std::span<const Value>;
using Applied = std::variant<Value, std::string>;

double real(Values values) { return values[0].as<double>(); }

/// A real that is whole, as an int.
Applied whole(const char* function, double x, double rounded) {
  constexpr double end = 9223372036854775808.0;  // 2⁶³
  if (rounded < -end || rounded >= end) return std::string("integer overflow: ") + function + " " + decimal(x);
  return Value(static_cast<std::int64_t>(rounded));
}

std::vector<Function> table() {
  return {
      // the nearest real, of two that are as near the even one
      {"to_real", Kind::Int, false, Kind::Real, true,
       [](Values v) -> Applied { return Value(static_cast<double>(v[0].as<std::int64_t>())); }},
      // ⌊t⌋
      {"floor", Kind::Real, false, Kind::Int, false,
       [](Values v) { return whole("floor", real(v), std::floor(real(v))); }},
      // ⌈t⌉
      {"ceil", Kind::Real, false, Kind::Int, false,
       [](Values v) { return whole("ceil", real(v), std::ceil(real(v))); }},
      // toward zero
      {"trunc", Kind::Real, false, Kind::Int, false,
       [](Values v) { return whole("trunc", real(v), std::trunc(real(v))); }},
      // to the nearest, halves away from zero
      {"round", Kind::Real, false, Kind::Int, false,
       [](Values v) { return whole("round", real(v), std::round(real(v))); }},
      {"sqrt", Kind::Real, false, Kind::Real, false,
       [](Values v) -> Applied {
         if (real(v) < 0) return "square root of " + decimal(real(v));
         return Value(std::sqrt(real(v)));
       }},
      {"sin", Kind::Real, false, Kind::Real, true, [](Values v) -> Applied { return Value(std::sin(real(v))); }},
      {"cos", Kind::Real, false, Kind::Real, true, [](Values v) -> Applied { return Value(std::cos(real(v))); }},
      // as messages and documents write it
      {"text_of", Kind::Number, false, Kind::Text, true,
       [](Values v) -> Applied { return Value(Text(in_digits(v[0]))); }},
      {"concat", Kind::Text, true, Kind::Text, true,
       [](Values v) -> Applied {
         std::string all;
         for (const Value& text : v) all += text.as<Text>().get();
         return Value(Text(std::move(all)));
       }},
  };
}

}  // namespace

const std::vector<Function>& functions() {
  static const std::vector<Function> all = table();
  return all;
}

}  // namespace coreecs
