/// The words by which expectations and reports name what becomes of a program of the archetype calculus.
#pragma once

#include <string_view>
#include <vector>

namespace coreecs::archetype {

/// The rules that an expectation may name as the reason why something is ill-typed, and where a run is stuck.
[[nodiscard]] const std::vector<std::string_view>& typing_rules();
[[nodiscard]] const std::vector<std::string_view>& running_rules();
/// The claims, as expectations and reports call them, in the order of archetype::Claim.
[[nodiscard]] const std::vector<std::string_view>& claim_names();
/// The kinds of conflicts, likewise.
[[nodiscard]] const std::vector<std::string_view>& conflict_names();

}  // namespace coreecs::archetype
