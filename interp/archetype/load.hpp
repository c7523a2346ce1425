/// Programs of the archetype calculus in JSON: from text to a Program (specs/archetype-format.md).
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "interp/archetype/program.hpp"
#include "interp/json/problem.hpp"

namespace coreecs {

class Document;

}  // namespace coreecs

namespace coreecs::archetype {

/// [archetype/format] The program that a document describes, or everything that is wrong with it that can be found
/// together, in document order. What the type system of the calculus refuses is not wrong with a document. Cost: the
/// length of the text.
[[nodiscard]] std::variant<Program, std::vector<Problem>> load(std::string_view text);
[[nodiscard]] std::variant<Program, std::vector<Problem>> load(const Document&, Problems, std::string_view text = {});

/// Whether a document says of which calculus it is, as those of Core ECS do not: it is an object with the key
/// "calculus".
[[nodiscard]] bool names_calculus(const Document&);

/// The rules that an expectation may name as the reason why something is ill-typed, and where a run is stuck.
[[nodiscard]] const std::vector<std::string_view>& typing_rules();
[[nodiscard]] const std::vector<std::string_view>& running_rules();
/// The claims, as expectations and reports call them, in the order of archetype::Claim.
[[nodiscard]] const std::vector<std::string_view>& claim_names();
/// The kinds of conflicts, likewise.
[[nodiscard]] const std::vector<std::string_view>& conflict_names();

}  // namespace coreecs::archetype
