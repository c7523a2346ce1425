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

/// [archetype/format] The program that a document describes, or all problems that can be found together, in document
/// order. Programs that the type system rejects load without problems. Cost: the length of the text.
[[nodiscard]] std::variant<Program, std::vector<Problem>> load(std::string_view text);
[[nodiscard]] std::variant<Program, std::vector<Problem>> load(const Document&, Problems, std::string_view text = {});

/// Whether a document names its calculus, unlike those of Core ECS: an object with the key "calculus".
[[nodiscard]] bool names_calculus(const Document&);

}  // namespace coreecs::archetype
