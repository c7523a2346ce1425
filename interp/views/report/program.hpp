/// A program in the paper's notation, with what of it is shown safe on every state.
#pragma once

#include "interp/language/program/program.hpp"

namespace coreecs {

/// The whole program: schema, systems as in Figure 11 with their effects, invariants, schedules (or only one of them).
[[nodiscard]] std::string show(const Program& program, const std::optional<std::string>& schedule = {});

}  // namespace coreecs
