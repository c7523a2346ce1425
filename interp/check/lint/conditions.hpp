/// Conditions that are the same whatever they are asked of.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "interp/base/json/problem.hpp"

namespace coreecs {

/// Told of each finding: where it is, and what it is and what to do.
using OnFinding = std::function<void(const Place&, const std::string&)>;

/// Looks at all conditions of a system, an invariant (but for its measures) or a measure: `where`, `holds`, of each
/// `if` and `filter`, and operands of `and` and `or`. One is constant where it is a literal, compares two literals or a
/// term with itself, or is put together of such; names of constants are no literals, since `--set` gives them other
/// values. Precondition: the document loads. Cost: its size, times the depth of its conditions.
void constant_conditions(const Place&, const nlohmann::ordered_json& of, const OnFinding&);

}  // namespace coreecs
