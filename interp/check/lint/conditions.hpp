/// Finds conditions that are constant.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "interp/base/json/problem.hpp"

namespace coreecs {

/// Called with each finding: its place, and a text that says what it is and what to do.
using OnFinding = std::function<void(const Place&, const std::string&)>;

/// Checks all conditions of a system, an invariant (except for its measures) or a measure: `where`, `holds`, those of
/// each `if` and `filter`, and operands of `and` and `or`. A condition is constant if it is a literal, compares two
/// literals or a term with itself, or is composed of such. Names of constants are no literals, since `--set` changes
/// their values. Precondition: the document loads. Cost: its size, times the depth of its conditions.
void constant_conditions(const Place&, const nlohmann::ordered_json& of, const OnFinding&);

}  // namespace coreecs
