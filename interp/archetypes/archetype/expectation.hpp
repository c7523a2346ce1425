/// What a program of the archetype calculus says that it expects, from JSON (specs/reference/archetype-format.md).
#pragma once

#include "interp/archetypes/archetype/vocabulary.hpp"

namespace coreecs::archetype {

/// What is expected by one set of rules, or nothing; what is wrong is reported. Of the program its schema and its
/// entities are read.
[[nodiscard]] std::optional<Expectation> read_expectation(Problems&, const Place&, const Json&, RuleSet, const Program&,
                                                          const Vocabulary&);

}  // namespace coreecs::archetype
