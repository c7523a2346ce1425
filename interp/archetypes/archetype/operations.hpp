/// The primitive operations of the archetype calculus (A2): the operators of the program format.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "interp/language/program/operator.hpp"
#include "semantics/archetype/syntax.hpp"

namespace coreecs::archetype {

/// The names of the operations on primitive values: the keys of terms of the program format, except those that do not
/// evaluate all their parts (and, or, if) and those on lists and `anyway`.
[[nodiscard]] const std::vector<std::string_view>& operation_names();
/// The operator of that name, or null.
[[nodiscard]] const Operator* operator_named(std::string_view name);

/// o : (τ_1, ..., τ_n) → τ of that name, for operands of these types; null if it does not exist. Its δ is undefined if
/// the term of the program format fails: a number out of range, or a division by zero. Cost: constant; for δ, that of
/// the term.
[[nodiscard]] std::shared_ptr<const Operation> operation(std::string_view name, std::span<const Tau> takes);
/// Why δ(o, v⃗) is undefined, in the words of the program format: "division by zero". Empty if it is defined.
[[nodiscard]] std::string why_undefined(const Operation& o, std::span<const Value> v);

/// .x : (C) → P, the field at that position; its name is that of the field, after a point. Precondition: C has it.
[[nodiscard]] std::shared_ptr<const Operation> field(const Schema& schema, Label C, std::size_t position);
/// C : (P_1, ..., P_n) → C, a component of its fields; its name is that of C.
[[nodiscard]] std::shared_ptr<const Operation> maker(const Schema& schema, Label C);
/// C.x : (P, C) → C, a component with another value of the field at that position. It takes the value first, so that
/// the other fields are read after the value is known. Precondition: C has it.
[[nodiscard]] std::shared_ptr<const Operation> changer(const Schema& schema, Label C, std::size_t position);
/// The field of C that an operation changes, if it is a changer.
[[nodiscard]] std::optional<std::size_t> changed_field(const Operation& o, const Schema& schema, Label C);

}  // namespace coreecs::archetype
