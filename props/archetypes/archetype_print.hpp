/// Programs of the archetype calculus back to JSON.
#pragma once

#include <string>

#include "interp/archetypes/archetype/program.hpp"

namespace coreecs::archetype {

/// The program as a document, laid out for people. Loading it yields the same program. Cost: its size.
[[nodiscard]] std::string print(const Program&);

}  // namespace coreecs::archetype
