/// The expectations of a program of the archetype calculus, from JSON (specs/reference/archetype-format.md).
#pragma once

#include "interp/archetypes/archetype/vocabulary.hpp"

namespace coreecs::archetype {

/// The expectation for one set of rules, or nothing after its problems have been reported. Uses only the program's
/// schema and entities.
[[nodiscard]] std::optional<Expectation> read_expectation(Problems&, const Place&, const Json&, RuleSet, const Program&,
                                                          const Vocabulary&);

}  // namespace coreecs::archetype
