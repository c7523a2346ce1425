/// The operators of the terms of both languages, in one table (program format §4). Code that loads, prints, shows,
/// evaluates, analyses or generates terms reads it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>

#include "interp/language/program/typing.hpp"

namespace coreecs {

/// How tightly a term binds. A term that binds less tightly than its place requires is put in parentheses.
enum class Tightness { Loose, Disjunction, Conjunction, Comparison, Sum, Product, Prefix, Atom };

struct Operator {
  /// `Several` is two or more: a + b + c is (a + b) + c.
  enum class Arity { One, Two, Several };
  /// All operands are of one type. `Alike` and `Ordered` are for two operands.
  enum class Takes {
    Numbers,  ///< int or real
    Ints,
    Reals,
    Texts,
    Truths,
    Alike,    ///< any type
    Ordered,  ///< int, real or text
  };
  enum class Fails {
    Never,
    Maybe,
    OnDivisor,  ///< unless the last operand is a literal other than 0 and -1
  };
  /// The sign in the paper's notation: `before`, the operands separated by `between`, `after`.
  struct Sign {
    std::string_view before, between, after;
    Tightness whole;        ///< how tightly the whole binds
    Tightness first, rest;  ///< how tightly its operands must bind
  };
  /// What analyses of terms need to know about an operator. Most have no role.
  enum class Role { None, Sum, Difference, Negation, Least, Greatest, All, Any, Equality };

  std::string_view key;  ///< of its JSON form
  Arity arity;
  Takes takes;
  std::optional<TermType::Kind> yields;  ///< none: that of its operands
  Fails fails;
  std::optional<Sign> sign;  ///< none: key(a, b)
  Role role;
  /// The value for two operands. An operator of one operand ignores the second. Precondition: they are of the types
  /// that it takes. Throws `UndefinedOperation` if there is no value.
  Value (*apply)(const Value&, const Value&);

  /// If an operand has this value, so has the whole, and later operands are not evaluated.
  std::optional<bool> decides = {};
  bool extension = false;  ///< not in the first version of the format; messages list these after all other terms

  /// The number of operands that it takes, from `least` to `most`.
  [[nodiscard]] std::size_t least() const { return arity == Arity::One ? 1 : 2; }
  [[nodiscard]] std::size_t most() const { return arity == Arity::Several ? SIZE_MAX : least(); }
};

/// Why an operator has no value for its operands, as in messages: "division by zero".
struct UndefinedOperation : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// All operators, in the order in which messages list them.
[[nodiscard]] std::span<const Operator> operators();
/// The operator of this key, or null.
[[nodiscard]] const Operator* find_operator(std::string_view key);
/// The operator of this role. Precondition: it is not `None`.
[[nodiscard]] const Operator& operator_of(Operator::Role);

}  // namespace coreecs
