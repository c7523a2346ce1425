// The operators of interp/language/program/operator.cpp as formulas. Ints are mathematical integers within their range:
// arithmetic that leaves it is an error (D13), which is assumed away (D12).
#include <array>
#include <cmath>
#include <string_view>

#include "interp/check/prove/terms.hpp"

namespace coreecs::symbolic {

namespace {

/// The operands, on a path.
struct Operands {
  Encoding& to;
  const std::string_view key;
  const SymbolicValue &a, &b;
  const z3::expr& path;
  bool may_fail;

  [[nodiscard]] bool reals() const { return a.kind == Type::Kind::Real; }
  [[nodiscard]] Reals how() const { return to.reals(); }
  [[nodiscard]] z3::context& z3() const { return to.z3(); }
};
using Apply = SymbolicValue (*)(const Operands&);

SymbolicValue truth(const Operands& o, z3::expr e) { return o.to.scalar(Type::Kind::Bool, std::move(e)); }

/// An int, which is in the range of 64 bits if the path is taken.
SymbolicValue in_range(const Operands& o, z3::expr e) {
  o.to.assume(o.path, e >= o.to.integer(INT64_MIN) && e <= o.to.integer(INT64_MAX));
  return o.to.scalar(Type::Kind::Int, std::move(e));
}
/// A real, which is finite if the path is taken.
SymbolicValue finite(const Operands& o, z3::expr e) {
  if (o.how() == Reals::Ieee) o.to.assume(o.path, !e.mk_is_inf() && !e.mk_is_nan());
  return o.to.scalar(Type::Kind::Real, std::move(e));
}

/// An uninterpreted function: it says only that equal operands have equal results.
SymbolicValue function_of(const Operands& o, Type::Kind result, bool two = false) {
  const z3::sort sort = result == Type::Kind::Real ? o.to.real() : o.z3().int_sort();
  std::vector<z3::expr> operands{o.a.e};
  if (two) operands.push_back(o.b.e);
  std::string name(o.key);
  for (const z3::expr& operand : operands) name += " " + operand.get_sort().name().str();
  SymbolicValue k = o.to.scalar(result, o.to.function(name, operands, sort));
  o.to.assume_of_kind(result, k.e);
  if (o.may_fail && o.to.notes_errors()) o.to.assume(o.path, o.to.function(name + " ok", operands, o.z3().bool_sort()));
  return k;
}

// Arithmetic

template <class OfInts, class OfDoubles>
SymbolicValue arithmetic(const Operands& o, OfInts of_numbers, OfDoubles of_doubles) {
  if (!o.reals()) return in_range(o, of_numbers(o.a.e, o.b.e));
  if (o.how() == Reals::Uninterpreted) return function_of(o, Type::Kind::Real, true);
  if (o.how() == Reals::Mathematical) return o.to.scalar(Type::Kind::Real, of_numbers(o.a.e, o.b.e));
  const z3::expr nearest(o.z3(), Z3_mk_fpa_rne(o.z3()));
  return finite(o, z3::expr(o.z3(), of_doubles(o.z3(), nearest, o.a.e, o.b.e)));
}

SymbolicValue sum(const Operands& o) {
  return arithmetic(
      o, [](const z3::expr& a, const z3::expr& b) { return a + b; }, Z3_mk_fpa_add);
}
SymbolicValue difference(const Operands& o) {
  return arithmetic(
      o, [](const z3::expr& a, const z3::expr& b) { return a - b; }, Z3_mk_fpa_sub);
}
SymbolicValue product(const Operands& o) {
  return arithmetic(
      o, [](const z3::expr& a, const z3::expr& b) { return a * b; }, Z3_mk_fpa_mul);
}
SymbolicValue negation(const Operands& o) {
  if (!o.reals()) return in_range(o, -o.a.e);
  if (o.how() == Reals::Uninterpreted) return function_of(o, Type::Kind::Real);
  return o.to.scalar(Type::Kind::Real,
                     o.how() == Reals::Mathematical ? -o.a.e : z3::expr(o.z3(), Z3_mk_fpa_neg(o.z3(), o.a.e)));
}
SymbolicValue magnitude(const Operands& o) {
  const z3::expr& a = o.a.e;
  if (!o.reals()) return in_range(o, z3::ite(a < 0, -a, a));
  if (o.how() == Reals::Uninterpreted) return function_of(o, Type::Kind::Real);
  return o.to.scalar(Type::Kind::Real, o.how() == Reals::Mathematical ? z3::ite(a < 0, -a, a)
                                                                      : z3::expr(o.z3(), Z3_mk_fpa_abs(o.z3(), a)));
}
SymbolicValue ratio(const Operands& o) {
  if (o.how() == Reals::Uninterpreted) return function_of(o, Type::Kind::Real, true);
  if (o.how() == Reals::Mathematical) {
    o.to.assume(o.path, o.b.e != 0);
    return o.to.scalar(Type::Kind::Real, o.a.e / o.b.e);
  }
  o.to.assume(o.path, !o.b.e.mk_is_zero());
  const z3::expr nearest(o.z3(), Z3_mk_fpa_rne(o.z3()));
  return finite(o, z3::expr(o.z3(), Z3_mk_fpa_div(o.z3(), nearest, o.a.e, o.b.e)));
}

// Division of ints. The solver's a / b rounds down if b > 0.

z3::expr rounded_down(const z3::expr& a, const z3::expr& b) { return z3::ite(b > 0, a / b, (-a) / (-b)); }
z3::expr rounded_to_zero(const z3::expr& a, const z3::expr& b) {
  return z3::ite(a >= 0, z3::ite(b > 0, a / b, -(a / (-b))), z3::ite(b > 0, -((-a) / b), (-a) / (-b)));
}
template <class Result>
SymbolicValue division(const Operands& o, Result result) {
  o.to.assume(o.path, o.b.e != 0);
  return in_range(o, result(o.a.e, o.b.e).simplify());
}
SymbolicValue floor_div(const Operands& o) { return division(o, rounded_down); }
SymbolicValue ceil_div(const Operands& o) {
  return division(o, [](const z3::expr& a, const z3::expr& b) { return -rounded_down(-a, b); });
}
SymbolicValue quot(const Operands& o) { return division(o, rounded_to_zero); }
SymbolicValue rem(const Operands& o) {
  return division(o, [](const z3::expr& a, const z3::expr& b) { return a - b * rounded_to_zero(a, b); });
}
SymbolicValue mod(const Operands& o) {
  return division(o, [](const z3::expr& a, const z3::expr& b) { return a - b * rounded_down(a, b); });
}

// Comparisons

z3::expr less(const Operands& o, const SymbolicValue& a, const SymbolicValue& b) {
  if (a.kind == Type::Kind::Real && o.how() == Reals::Uninterpreted)
    return o.to.function("real <", {a.e, b.e}, o.z3().bool_sort());
  if (a.kind == Type::Kind::Real && o.how() == Reals::Ieee) return z3::expr(o.z3(), Z3_mk_fpa_lt(o.z3(), a.e, b.e));
  return a.e < b.e;
}
SymbolicValue least(const Operands& o) { return o.to.either(less(o, o.b, o.a), o.b, o.a); }
SymbolicValue greatest(const Operands& o) { return o.to.either(less(o, o.a, o.b), o.b, o.a); }
SymbolicValue equal(const Operands& o) { return truth(o, o.to.same(o.a, o.b)); }
SymbolicValue unequal(const Operands& o) { return truth(o, !o.to.same(o.a, o.b)); }
SymbolicValue below(const Operands& o) { return truth(o, less(o, o.a, o.b)); }
SymbolicValue at_most(const Operands& o) { return truth(o, !less(o, o.b, o.a)); }
SymbolicValue above(const Operands& o) { return truth(o, less(o, o.b, o.a)); }
SymbolicValue at_least(const Operands& o) { return truth(o, !less(o, o.a, o.b)); }
SymbolicValue inverse(const Operands& o) { return truth(o, !o.a.e); }

// Between ints, reals and texts

SymbolicValue to_real(const Operands& o) {
  std::int64_t n = 0;
  if (o.a.e.is_numeral_i64(n)) return o.to.value(static_cast<double>(n));
  if (o.how() == Reals::Mathematical) return o.to.scalar(Type::Kind::Real, z3::to_real(o.a.e));
  return function_of(o, Type::Kind::Real);
}
template <class Rounded>
SymbolicValue rounding(const Operands& o, Rounded rounded) {
  if (o.how() != Reals::Mathematical) return function_of(o, Type::Kind::Int);
  return in_range(o, rounded(o.a.e));
}
z3::expr floor_of(const z3::expr& a) { return z3::expr(a.ctx(), Z3_mk_real2int(a.ctx(), a)); }
SymbolicValue floor(const Operands& o) { return rounding(o, floor_of); }
SymbolicValue ceil(const Operands& o) {
  return rounding(o, [](const z3::expr& a) { return -floor_of(-a); });
}
SymbolicValue trunc(const Operands& o) {
  return rounding(o, [](const z3::expr& a) { return z3::ite(a >= 0, floor_of(a), -floor_of(-a)); });
}
SymbolicValue round(const Operands& o) {
  return rounding(o, [](const z3::expr& a) {
    const z3::expr half = a.ctx().real_val(1, 2);
    return z3::ite(a >= 0, floor_of(a + half), -floor_of(-a + half));
  });
}
SymbolicValue square_root(const Operands& o) {
  if (o.how() != Reals::Mathematical) return function_of(o, Type::Kind::Real);
  const z3::expr root = o.to.fresh("root", o.to.real());
  o.to.assume(o.path, root >= 0 && root * root == o.a.e);
  return o.to.scalar(Type::Kind::Real, root);
}
SymbolicValue real_function(const Operands& o) { return function_of(o, Type::Kind::Real); }
SymbolicValue text_of(const Operands& o) { return function_of(o, Type::Kind::Text); }
SymbolicValue concat(const Operands& o) { return function_of(o, Type::Kind::Text, true); }

struct Row {
  std::string_view key;
  Apply apply;
};
constexpr std::array rows{
    Row{"+", sum},
    Row{"*", product},
    Row{"min", least},
    Row{"max", greatest},
    Row{"-", difference},
    Row{"neg", negation},
    Row{"abs", magnitude},
    Row{"/", ratio},
    Row{"ceil_div", ceil_div},
    Row{"floor_div", floor_div},
    Row{"quot", quot},
    Row{"rem", rem},
    Row{"mod", mod},
    Row{"==", equal},
    Row{"!=", unequal},
    Row{"<", below},
    Row{"<=", at_most},
    Row{">", above},
    Row{">=", at_least},
    Row{"not", inverse},
    Row{"to_real", to_real},
    Row{"floor", floor},
    Row{"ceil", ceil},
    Row{"trunc", trunc},
    Row{"round", round},
    Row{"sqrt", square_root},
    Row{"sin", real_function},
    Row{"cos", real_function},
    Row{"text_of", text_of},
    Row{"concat", concat},
};

}  // namespace

SymbolicValue apply(Encoding& to, const Operator& op, const SymbolicValue& a, const SymbolicValue& b,
                    const z3::expr& path) {
  for (const Row& row : rows)
    if (row.key == op.key) return row.apply({to, op.key, a, b, path, op.fails != Operator::Fails::Never});
  throw Unsupported("it has the operator " + std::string(op.key));
}

}  // namespace coreecs::symbolic
