/// Schedules that nothing performs.
#pragma once

#include "interp/check/lint/conditions.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// Most schedules are there to be chosen from. But if one is performed by default, a schedule that nothing names and
/// that shares no system with another one is probably missing in a schedule. Precondition: the program is that of the
/// document. Cost: the schedules, times their number.
void unused_schedules(const nlohmann::ordered_json& document, const Program&, const OnFinding&);

}  // namespace coreecs
