#include "interp/language/program/operator.hpp"

#include <algorithm>
#include <cmath>

#include "interp/language/program/values.hpp"

namespace coreecs {

namespace {

using V = const Value&;
using Arity = Operator::Arity;
using Takes = Operator::Takes;
using Fails = Operator::Fails;
using Role = Operator::Role;
using Sign = Operator::Sign;

using Yields = TermType::Kind;
/// Yields the type of its operands.
constexpr std::nullopt_t Same = std::nullopt;
/// Written as key(a, b).
constexpr std::nullopt_t Call = std::nullopt;

/// The left operand may bind as loosely as the operator; the others must bind more tightly: a - (b - c).
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

const std::int64_t* integer(V v) { return std::get_if<std::int64_t>(&v.sum()); }
double real(V v) { return v.as<double>(); }
bool truth(V v) { return v.as<bool>(); }

[[noreturn]] void overflow(const char* kind, const std::string& operation) {
  throw UndefinedOperation(std::string(kind) + " overflow: " + operation);
}
std::string written(V u, V v, const char* key) { return in_digits(u) + ' ' + key + ' ' + in_digits(v); }

Value finite(double result, V u, V v, const char* key) {
  if (!std::isfinite(result)) overflow("real", written(u, v, key));
  return result;
}

/// A sum, a difference or a product of ints or of reals.
template <class OfInts, class OfReals>
Value exact(V u, V v, const char* key, OfInts of_ints, OfReals of_reals) {
  const std::int64_t* a = integer(u);
  if (!a) return finite(of_reals(real(u), real(v)), u, v, key);
  std::int64_t result = 0;
  if (of_ints(*a, *integer(v), &result)) overflow("integer", written(u, v, key));
  return result;
}

/// Applies a step to a real, or to an int other than the least one.
template <class Step>
Value of_magnitude(V u, const char* key, Step step) {
  const std::int64_t* n = integer(u);
  if (!n) return step(real(u));
  if (*n == INT64_MIN) overflow("integer", std::string(key) + ' ' + in_digits(u));
  return std::int64_t{step(*n)};
}

void check_divisor(V v) {
  if (*integer(v) == 0) throw UndefinedOperation("division by zero");
}
template <class Quotient>
Value quotient(V u, V v, const char* key, Quotient of) {
  check_divisor(v);
  if (*integer(u) == INT64_MIN && *integer(v) == -1) overflow("integer", written(u, v, key));
  return std::int64_t{of(*integer(u), *integer(v))};
}
template <class Remainder>
Value remainder(V u, V v, Remainder of) {
  check_divisor(v);
  if (*integer(v) == -1) return std::int64_t{0};
  return std::int64_t{of(*integer(u), *integer(v))};
}

/// A real that is whole, as an int.
Value whole(double rounded, V u, const char* key) {
  constexpr double end = 9223372036854775808.0;  // 2⁶³
  if (rounded < -end || rounded >= end) overflow("integer", std::string(key) + ' ' + in_digits(u));
  return static_cast<std::int64_t>(rounded);
}

/// An operator that the program format did not have in its first version.
constexpr Operator extension(std::string_view key, Arity arity, Takes takes, TermType::Kind yields, Fails fails,
                             Value (*apply)(V, V)) {
  return {key, arity, takes, yields, fails, Call, Role::None, apply, {}, true};
}

constexpr Operator table[] = {
    {"+", Arity::Several, Takes::Numbers, Same, Fails::Maybe, infix(" + ", Tightness::Sum), Role::Sum,
     [](V u, V v) {
       return exact(
           u, v, "+", [](auto a, auto b, auto* sum) { return __builtin_add_overflow(a, b, sum); },
           [](double a, double b) { return a + b; });
     }},
    {"*", Arity::Several, Takes::Numbers, Same, Fails::Maybe, infix(" · ", Tightness::Product), Role::None,
     [](V u, V v) {
       return exact(
           u, v, "*", [](auto a, auto b, auto* product) { return __builtin_mul_overflow(a, b, product); },
           [](double a, double b) { return a * b; });
     }},
    // the first of equal operands
    {"min", Arity::Several, Takes::Numbers, Same, Fails::Never, Call, Role::Least,
     [](V u, V v) { return less(v, u) ? v : u; }},
    {"max", Arity::Several, Takes::Numbers, Same, Fails::Never, Call, Role::Greatest,
     [](V u, V v) { return less(u, v) ? v : u; }},
    {"-", Arity::Two, Takes::Numbers, Same, Fails::Maybe, infix(" - ", Tightness::Sum), Role::Difference,
     [](V u, V v) {
       return exact(
           u, v, "-", [](auto a, auto b, auto* difference) { return __builtin_sub_overflow(a, b, difference); },
           [](double a, double b) { return a - b; });
     }},
    {"neg", Arity::One, Takes::Numbers, Same, Fails::Maybe, prefix("-", Tightness::Atom), Role::Negation,
     [](V u, V) { return of_magnitude(u, "neg", [](auto a) { return -a; }); }},
    {"abs", Arity::One, Takes::Numbers, Same, Fails::Maybe, around("|", {}, "|", Tightness::Loose), Role::None,
     [](V u, V) { return of_magnitude(u, "abs", [](auto a) { return std::abs(a); }); }},
    {"/", Arity::Two, Takes::Reals, Yields::Real, Fails::Maybe, infix(" / ", Tightness::Product), Role::None,
     [](V u, V v) {
       if (real(v) == 0) throw UndefinedOperation("division by zero");
       return finite(real(u) / real(v), u, v, "/");
     }},
    // ⌈a / b⌉
    {"ceil_div", Arity::Two, Takes::Ints, Yields::Int, Fails::OnDivisor, around("⌈", "/", "⌉", Tightness::Product),
     Role::None,
     [](V u, V v) {
       return quotient(u, v, "ceil_div", [](auto a, auto b) { return a / b + (a % b != 0 && (a < 0) == (b < 0)); });
     }},
    // ⌊a / b⌋
    {"floor_div", Arity::Two, Takes::Ints, Yields::Int, Fails::OnDivisor, around("⌊", "/", "⌋", Tightness::Product),
     Role::None,
     [](V u, V v) {
       return quotient(u, v, "floor_div", [](auto a, auto b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); });
     }},
    // toward zero
    {"quot", Arity::Two, Takes::Ints, Yields::Int, Fails::OnDivisor, Call, Role::None,
     [](V u, V v) { return quotient(u, v, "quot", [](auto a, auto b) { return a / b; }); }},
    // with the sign of a
    {"rem", Arity::Two, Takes::Ints, Yields::Int, Fails::OnDivisor, Call, Role::None,
     [](V u, V v) { return remainder(u, v, [](auto a, auto b) { return a % b; }); }},
    // with the sign of b
    {"mod", Arity::Two, Takes::Ints, Yields::Int, Fails::OnDivisor, Call, Role::None,
     [](V u, V v) {
       return remainder(u, v, [](auto a, auto b) {
         const auto r = a % b;
         return r != 0 && (r < 0) != (b < 0) ? r + b : r;
       });
     }},
    {"==", Arity::Two, Takes::Alike, Yields::Bool, Fails::Never, comparison(" ≟ "), Role::Equality,
     [](V u, V v) -> Value { return same(u, v); }},
    {"!=", Arity::Two, Takes::Alike, Yields::Bool, Fails::Never, comparison(" ≠ "), Role::None,
     [](V u, V v) -> Value { return !same(u, v); }},
    {"<", Arity::Two, Takes::Ordered, Yields::Bool, Fails::Never, comparison(" < "), Role::None,
     [](V u, V v) -> Value { return less(u, v); }},
    {"<=", Arity::Two, Takes::Ordered, Yields::Bool, Fails::Never, comparison(" ≤ "), Role::None,
     [](V u, V v) -> Value { return !less(v, u); }},
    {">", Arity::Two, Takes::Ordered, Yields::Bool, Fails::Never, comparison(" > "), Role::None,
     [](V u, V v) -> Value { return less(v, u); }},
    {">=", Arity::Two, Takes::Ordered, Yields::Bool, Fails::Never, comparison(" ≥ "), Role::None,
     [](V u, V v) -> Value { return !less(u, v); }},
    {"and", Arity::Several, Takes::Truths, Yields::Bool, Fails::Never, infix(" ∧ ", Tightness::Conjunction), Role::All,
     [](V u, V v) -> Value { return truth(u) && truth(v); }, false},
    {"or", Arity::Several, Takes::Truths, Yields::Bool, Fails::Never, infix(" ∨ ", Tightness::Disjunction), Role::Any,
     [](V u, V v) -> Value { return truth(u) || truth(v); }, true},
    {"not", Arity::One, Takes::Truths, Yields::Bool, Fails::Never, prefix("¬", Tightness::Prefix), Role::None,
     [](V u, V) -> Value { return !truth(u); }},

    // the nearest real; of two equally near ones, the even one
    extension("to_real", Arity::One, Takes::Ints, Yields::Real, Fails::Never,
              [](V u, V) -> Value { return static_cast<double>(*integer(u)); }),
    // ⌊t⌋
    extension("floor", Arity::One, Takes::Reals, Yields::Int, Fails::Maybe,
              [](V u, V) { return whole(std::floor(real(u)), u, "floor"); }),
    // ⌈t⌉
    extension("ceil", Arity::One, Takes::Reals, Yields::Int, Fails::Maybe,
              [](V u, V) { return whole(std::ceil(real(u)), u, "ceil"); }),
    // toward zero
    extension("trunc", Arity::One, Takes::Reals, Yields::Int, Fails::Maybe,
              [](V u, V) { return whole(std::trunc(real(u)), u, "trunc"); }),
    // to the nearest, halves away from zero
    extension("round", Arity::One, Takes::Reals, Yields::Int, Fails::Maybe,
              [](V u, V) { return whole(std::round(real(u)), u, "round"); }),
    extension("sqrt", Arity::One, Takes::Reals, Yields::Real, Fails::Maybe,
              [](V u, V) -> Value {
                if (real(u) < 0) throw UndefinedOperation("square root of " + in_digits(u));
                return std::sqrt(real(u));
              }),
    extension("sin", Arity::One, Takes::Reals, Yields::Real, Fails::Never,
              [](V u, V) -> Value { return std::sin(real(u)); }),
    extension("cos", Arity::One, Takes::Reals, Yields::Real, Fails::Never,
              [](V u, V) -> Value { return std::cos(real(u)); }),
    // as in messages and documents
    extension("text_of", Arity::One, Takes::Numbers, Yields::Text, Fails::Never,
              [](V u, V) -> Value { return Text(in_digits(u)); }),
    extension("concat", Arity::Several, Takes::Texts, Yields::Text, Fails::Never,
              [](V u, V v) -> Value { return Text(u.as<Text>().get() + v.as<Text>().get()); }),
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
