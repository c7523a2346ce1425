#include "interp/language/program/operator.hpp"

#include <algorithm>
#include <cmath>

#include "interp/language/program/values.hpp"

namespace coreecs {

namespace {

using Values = std::span<const Value>;
using Arity = Operator::Arity;
using Takes = Operator::Takes;
using Fails = Operator::Fails;
using Role = Operator::Role;
using Sign = Operator::Sign;

using Yields = TermType::Kind;
/// Yields what its operands are.
constexpr std::nullopt_t Same = std::nullopt;
/// Is written key(a, b).
constexpr std::nullopt_t Call = std::nullopt;

/// The operand on the left may bind as loosely as the operator, the others bind more tightly: a - (b - c).
constexpr Sign infix(std::string_view sign, Tightness t) {
  return {{}, sign, {}, t, t, static_cast<Tightness>(static_cast<int>(t) + 1)};
}
constexpr Sign comparison(std::string_view sign) {
  return {{}, sign, {}, Tightness::Comparison, Tightness::Sum, Tightness::Sum};
}
constexpr Sign prefix(std::string_view sign, Tightness operand) {
  return {sign, {}, {}, Tightness::Prefix, operand, operand};
}
constexpr Sign around(std::string_view before, std::string_view between, std::string_view after, Tightness operand) {
  return {before, between, after, Tightness::Atom, operand, static_cast<Tightness>(static_cast<int>(operand) + 1)};
}

const std::int64_t* integer(const Value& v) { return std::get_if<std::int64_t>(&v.sum()); }
double real(const Value& v) { return v.as<double>(); }
bool truth(const Value& v) { return v.as<bool>(); }

[[noreturn]] void overflow(const char* kind, const std::string& operation) {
  throw Undefined(std::string(kind) + " overflow: " + operation);
}
std::string written(Values v, const char* key) { return in_digits(v[0]) + ' ' + key + ' ' + in_digits(v[1]); }

Value finite(double result, Values v, const char* key) {
  if (!std::isfinite(result)) overflow("real", written(v, key));
  return result;
}

/// A sum, a difference or a product of ints or of reals.
template <class OfInts, class OfReals>
Value exact(Values v, const char* key, OfInts of_ints, OfReals of_reals) {
  const std::int64_t* a = integer(v[0]);
  if (!a) return finite(of_reals(real(v[0]), real(v[1])), v, key);
  std::int64_t result = 0;
  if (of_ints(*a, *integer(v[1]), &result)) overflow("integer", written(v, key));
  return result;
}

/// What an int becomes, which is not the least one, or a real.
template <class Step>
Value of_magnitude(Values v, const char* key, Step step) {
  const std::int64_t* n = integer(v[0]);
  if (!n) return step(real(v[0]));
  if (*n == INT64_MIN) overflow("integer", std::string(key) + ' ' + in_digits(v[0]));
  return std::int64_t{step(*n)};
}

void check_divisor(Values v) {
  if (*integer(v[1]) == 0) throw Undefined("division by zero");
}
template <class Quotient>
Value quotient(Values v, const char* key, Quotient of) {
  check_divisor(v);
  if (*integer(v[0]) == INT64_MIN && *integer(v[1]) == -1) overflow("integer", written(v, key));
  return std::int64_t{of(*integer(v[0]), *integer(v[1]))};
}
template <class Remainder>
Value remainder(Values v, Remainder of) {
  check_divisor(v);
  if (*integer(v[1]) == -1) return std::int64_t{0};
  return std::int64_t{of(*integer(v[0]), *integer(v[1]))};
}

/// A real that is whole, as an int.
Value whole(double rounded, Values v, const char* key) {
  constexpr double end = 9223372036854775808.0;  // 2⁶³
  if (rounded < -end || rounded >= end) overflow("integer", std::string(key) + ' ' + in_digits(v[0]));
  return static_cast<std::int64_t>(rounded);
}

/// A row of specs/format-extensions.md.
constexpr Operator extension(std::string_view key, Arity arity, Takes takes, TermType::Kind yields, Fails fails,
                             Value (*apply)(Values)) {
  return {key, arity, takes, yields, fails, Call, Role::None, apply, {}, true};
}

constexpr Operator table[] = {
    {"+", Arity::Several, Takes::Numbers, Same, Fails::Maybe, infix(" + ", Tightness::Sum), Role::Sum,
     [](Values v) {
       return exact(
           v, "+", [](auto a, auto b, auto* sum) { return __builtin_add_overflow(a, b, sum); },
           [](double a, double b) { return a + b; });
     }},
    {"*", Arity::Several, Takes::Numbers, Same, Fails::Maybe, infix(" · ", Tightness::Product), Role::None,
     [](Values v) {
       return exact(
           v, "*", [](auto a, auto b, auto* product) { return __builtin_mul_overflow(a, b, product); },
           [](double a, double b) { return a * b; });
     }},
    // the first of equals
    {"min", Arity::Several, Takes::Numbers, Same, Fails::Never, Call, Role::Least,
     [](Values v) { return less(v[1], v[0]) ? v[1] : v[0]; }},
    {"max", Arity::Several, Takes::Numbers, Same, Fails::Never, Call, Role::Greatest,
     [](Values v) { return less(v[0], v[1]) ? v[1] : v[0]; }},
    {"-", Arity::Two, Takes::Numbers, Same, Fails::Maybe, infix(" - ", Tightness::Sum), Role::Difference,
     [](Values v) {
       return exact(
           v, "-", [](auto a, auto b, auto* difference) { return __builtin_sub_overflow(a, b, difference); },
           [](double a, double b) { return a - b; });
     }},
    {"neg", Arity::One, Takes::Numbers, Same, Fails::Maybe, prefix("-", Tightness::Atom), Role::Negation,
     [](Values v) { return of_magnitude(v, "neg", [](auto a) { return -a; }); }},
    {"abs", Arity::One, Takes::Numbers, Same, Fails::Maybe, around("|", {}, "|", Tightness::Loose), Role::None,
     [](Values v) { return of_magnitude(v, "abs", [](auto a) { return std::abs(a); }); }},
    {"/", Arity::Two, Takes::Reals, Yields::Real, Fails::Maybe, infix(" / ", Tightness::Product), Role::None,
     [](Values v) {
       if (real(v[1]) == 0) throw Undefined("division by zero");
       return finite(real(v[0]) / real(v[1]), v, "/");
     }},
    // ⌈a / b⌉
    {"ceil_div", Arity::Two, Takes::Ints, Yields::Int, Fails::OnDivisor, around("⌈", "/", "⌉", Tightness::Product),
     Role::None,
     [](Values v) {
       return quotient(v, "ceil_div", [](auto a, auto b) { return a / b + (a % b != 0 && (a < 0) == (b < 0)); });
     }},
    // ⌊a / b⌋
    {"floor_div", Arity::Two, Takes::Ints, Yields::Int, Fails::OnDivisor, around("⌊", "/", "⌋", Tightness::Product),
     Role::None,
     [](Values v) {
       return quotient(v, "floor_div", [](auto a, auto b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); });
     }},
    // toward zero
    {"quot", Arity::Two, Takes::Ints, Yields::Int, Fails::OnDivisor, Call, Role::None,
     [](Values v) { return quotient(v, "quot", [](auto a, auto b) { return a / b; }); }},
    // the sign of a
    {"rem", Arity::Two, Takes::Ints, Yields::Int, Fails::OnDivisor, Call, Role::None,
     [](Values v) { return remainder(v, [](auto a, auto b) { return a % b; }); }},
    // the sign of b
    {"mod", Arity::Two, Takes::Ints, Yields::Int, Fails::OnDivisor, Call, Role::None,
     [](Values v) {
       return remainder(v, [](auto a, auto b) {
         const auto r = a % b;
         return r != 0 && (r < 0) != (b < 0) ? r + b : r;
       });
     }},
    {"==", Arity::Two, Takes::Alike, Yields::Bool, Fails::Never, comparison(" ≟ "), Role::Equality,
     [](Values v) -> Value { return same(v[0], v[1]); }},
    {"!=", Arity::Two, Takes::Alike, Yields::Bool, Fails::Never, comparison(" ≠ "), Role::None,
     [](Values v) -> Value { return !same(v[0], v[1]); }},
    {"<", Arity::Two, Takes::Ordered, Yields::Bool, Fails::Never, comparison(" < "), Role::None,
     [](Values v) -> Value { return less(v[0], v[1]); }},
    {"<=", Arity::Two, Takes::Ordered, Yields::Bool, Fails::Never, comparison(" ≤ "), Role::None,
     [](Values v) -> Value { return !less(v[1], v[0]); }},
    {">", Arity::Two, Takes::Ordered, Yields::Bool, Fails::Never, comparison(" > "), Role::None,
     [](Values v) -> Value { return less(v[1], v[0]); }},
    {">=", Arity::Two, Takes::Ordered, Yields::Bool, Fails::Never, comparison(" ≥ "), Role::None,
     [](Values v) -> Value { return !less(v[0], v[1]); }},
    {"and", Arity::Several, Takes::Truths, Yields::Bool, Fails::Never, infix(" ∧ ", Tightness::Conjunction), Role::All,
     [](Values v) -> Value { return truth(v[0]) && truth(v[1]); }, false},
    {"or", Arity::Several, Takes::Truths, Yields::Bool, Fails::Never, infix(" ∨ ", Tightness::Disjunction), Role::Any,
     [](Values v) -> Value { return truth(v[0]) || truth(v[1]); }, true},
    {"not", Arity::One, Takes::Truths, Yields::Bool, Fails::Never, prefix("¬", Tightness::Prefix), Role::None,
     [](Values v) -> Value { return !truth(v[0]); }},

    // the nearest real, of two that are as near the even one
    extension("to_real", Arity::One, Takes::Ints, Yields::Real, Fails::Never,
              [](Values v) -> Value { return static_cast<double>(*integer(v[0])); }),
    // ⌊t⌋
    extension("floor", Arity::One, Takes::Reals, Yields::Int, Fails::Maybe,
              [](Values v) { return whole(std::floor(real(v[0])), v, "floor"); }),
    // ⌈t⌉
    extension("ceil", Arity::One, Takes::Reals, Yields::Int, Fails::Maybe,
              [](Values v) { return whole(std::ceil(real(v[0])), v, "ceil"); }),
    // toward zero
    extension("trunc", Arity::One, Takes::Reals, Yields::Int, Fails::Maybe,
              [](Values v) { return whole(std::trunc(real(v[0])), v, "trunc"); }),
    // to the nearest, halves away from zero
    extension("round", Arity::One, Takes::Reals, Yields::Int, Fails::Maybe,
              [](Values v) { return whole(std::round(real(v[0])), v, "round"); }),
    extension("sqrt", Arity::One, Takes::Reals, Yields::Real, Fails::Maybe,
              [](Values v) -> Value {
                if (real(v[0]) < 0) throw Undefined("square root of " + in_digits(v[0]));
                return std::sqrt(real(v[0]));
              }),
    extension("sin", Arity::One, Takes::Reals, Yields::Real, Fails::Never,
              [](Values v) -> Value { return std::sin(real(v[0])); }),
    extension("cos", Arity::One, Takes::Reals, Yields::Real, Fails::Never,
              [](Values v) -> Value { return std::cos(real(v[0])); }),
    // as messages and documents write it
    extension("text_of", Arity::One, Takes::Numbers, Yields::Text, Fails::Never,
              [](Values v) -> Value { return Text(in_digits(v[0])); }),
    extension("concat", Arity::Several, Takes::Texts, Yields::Text, Fails::Never,
              [](Values v) -> Value { return Text(v[0].as<Text>().get() + v[1].as<Text>().get()); }),
};

template <class Wanted>
const Operator* find(Wanted wanted) {
  const auto found = std::find_if(std::begin(table), std::end(table), wanted);
  return found == std::end(table) ? nullptr : found;
}

}  // namespace

std::span<const Operator> operators() { return table; }

const Operator* find_operator(std::string_view key) {
  return find([&](const Operator& op) { return op.key == key; });
}

const Operator& operator_of(Operator::Role role) {
  return *find([&](const Operator& op) { return op.role == role; });
}

}  // namespace coreecs
