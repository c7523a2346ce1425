/// Terms as formulas (program format §4).
#pragma once

#include <map>

#include "interp/check/prove/encoding.hpp"
#include "interp/language/program/operator.hpp"

namespace coreecs::symbolic {

/// The value of a variable; of one that `anyway` binds, also whether it is there.
struct Bound {
  std::optional<z3::expr> present;
  SymbolicValue value;
};
using Variables = std::map<Slot, Bound>;

/// Applies an operator to two operands; one of one operand ignores the second. Assumes that it has a value if the path
/// is taken (D12), and only that. Throws Unsupported. Precondition: the operator is neither `and` nor `or`.
[[nodiscard]] SymbolicValue apply(Encoding& to, const Operator& op, const SymbolicValue& a, const SymbolicValue& b,
                                  const z3::expr& path);

/// The value of a term, if the path is taken. Assumes that it has one (D12). Binds variables of the term. Throws
/// Unsupported.
[[nodiscard]] SymbolicValue evaluate(Encoding& to, const Term& term, Variables& variables, const z3::expr& path);
[[nodiscard]] inline z3::expr truth_of(Encoding& to, const Term& term, Variables& variables, const z3::expr& path) {
  return evaluate(to, term, variables, path).e;
}

void bind(Variables& variables, const Binder& x, SymbolicValue value);

}  // namespace coreecs::symbolic
