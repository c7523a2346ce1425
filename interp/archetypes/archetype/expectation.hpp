/// The expectations of a program of the archetype calculus, from JSON (specs/reference/archetype-format.md), and the
/// words of expectations and reports for results.
#pragma once

#include <string_view>
#include <vector>

#include "interp/archetypes/archetype/vocabulary.hpp"

namespace coreecs::archetype {

/// The rules that an expectation may give as the reason for an ill-typed program, and for a stuck run.
[[nodiscard]] const std::vector<std::string_view>& typing_rules();
[[nodiscard]] const std::vector<std::string_view>& running_rules();
/// The names of the claims, in the order of archetype::Claim.
[[nodiscard]] const std::vector<std::string_view>& claim_names();
/// The names of the kinds of conflicts.
[[nodiscard]] const std::vector<std::string_view>& conflict_names();

/// The expectation for one set of rules, or nothing after its problems have been reported. Uses only the program's
/// schema and entities.
[[nodiscard]] std::optional<Expectation> read_expectation(Problems&, const Place&, const Json&, RuleSet, const Program&,
                                                          const Vocabulary&);

}  // namespace coreecs::archetype
