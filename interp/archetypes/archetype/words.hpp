/// The words of expectations and reports for results of the archetype calculus.
#pragma once

#include <string_view>
#include <vector>

namespace coreecs::archetype {

/// The rules that an expectation may give as the reason for an ill-typed program, and for a stuck run.
[[nodiscard]] const std::vector<std::string_view>& typing_rules();
[[nodiscard]] const std::vector<std::string_view>& running_rules();
/// The names of the claims, in the order of archetype::Claim.
[[nodiscard]] const std::vector<std::string_view>& claim_names();
/// The names of the kinds of conflicts.
[[nodiscard]] const std::vector<std::string_view>& conflict_names();

}  // namespace coreecs::archetype
