/// The primitive operations of the archetype calculus (A2): the operators of the program format.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "interp/language/program/operator.hpp"
#include "semantics/archetype/syntax.hpp"

namespace coreecs::archetype {

/// The names of the operations on primitive values: the keys of the terms of the program format, but for those that are
/// no operations, since they do not evaluate all that they are made of (and, or, if), or are about lists and `anyway`.
[[nodiscard]] const std::vector<std::string_view>& operation_names();
/// The operator of that name, if it is one of these; otherwise null.
[[nodiscard]] const Operator* operator_named(std::string_view name);

/// o : (τ_1, ..., τ_n) → τ of that name, for operands of these types; null where there is none. Its δ is undefined
/// where the term of the program format fails: where a number leaves its range, and of a division by zero. Cost:
/// constant; of δ, that of the term.
[[nodiscard]] std::shared_ptr<const Operation> operation(std::string_view name, std::span<const Tau> takes);
/// Why δ(o, v⃗) is undefined, as the program format has it: "division by zero". Empty where it is defined.
[[nodiscard]] std::string why_undefined(const Operation& o, std::span<const Value> v);

/// .x : (C) → P, the field of that position; its name is that of the field, after a point. Precondition: C has it.
[[nodiscard]] std::shared_ptr<const Operation> field(const Schema& schema, Label C, std::size_t position);
/// C : (P_1, ..., P_n) → C, a component of its fields; its name is that of C.
[[nodiscard]] std::shared_ptr<const Operation> maker(const Schema& schema, Label C);
/// C.x : (P, C) → C, a component with another value of the field of that position. It takes the value first, so that
/// the others are as they are when that is known. Precondition: C has it.
[[nodiscard]] std::shared_ptr<const Operation> changer(const Schema& schema, Label C, std::size_t position);
/// The field of C that an operation changes, if it is one of these.
[[nodiscard]] std::optional<std::size_t> changed_field(const Operation& o, const Schema& schema, Label C);

}  // namespace coreecs::archetype
