/// Schedules that nothing performs.
#pragma once

#include "interp/check/lint/conditions.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// Schedules are there to be chosen from, as a rule. One that nothing names, and that does what no other one does, is a
/// part that is missing where it belongs, if there is one that is performed unless another one is named. Precondition:
/// the program is that of the document. Cost: the schedules, times their number.
void unused_schedules(const nlohmann::ordered_json& document, const Program&, const OnFinding&);

}  // namespace coreecs
