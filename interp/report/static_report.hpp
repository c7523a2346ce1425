/// What is safe on every state, in words and in JSON.
#pragma once

#include "interp/decide/static_report.hpp"

namespace coreecs {

/// In the paper's notation, each place with a number; and as a JSON document.
[[nodiscard]] std::string show(const StaticReport& report, const Program& program, const NamedSchedule& schedule,
                               bool coloured);
[[nodiscard]] std::string json(const StaticReport& report, const Program& program, const NamedSchedule& schedule);

}  // namespace coreecs
