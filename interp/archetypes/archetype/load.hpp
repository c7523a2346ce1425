/// Programs of the archetype calculus in JSON: from text to a Program (specs/reference/archetype-format.md).
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "interp/archetypes/archetype/program.hpp"
#include "interp/base/json/problem.hpp"

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

}  // namespace coreecs::archetype
