/// What is safe on every state, in words and in JSON.
#pragma once

#include "interp/check/decide/static_report.hpp"

namespace coreecs {

/// The schedule with the number of each leaf, from 0 as in JSON: "conc(inertia)⁰ ⨟ seq(collide)¹". On a terminal what
/// is shown safe is green, and what is not is red.
[[nodiscard]] std::string numbered(const Schedule& z, const StaticReport& report, bool coloured);
/// "conc(collide), leaf 1"; "∥ before leaf 2", of the operators of ∥ and ⨟ the one between the leaves 1 and 2
[[nodiscard]] std::string shown_place(const StaticPlace& at);
/// By what a place is safe, or why that is not shown: "by Corollary 4.9".
[[nodiscard]] std::string why(const StaticPlace& at, const Schema& K);

/// In the paper's notation, and as a JSON document.
[[nodiscard]] std::string show(const StaticReport& report, const Program& program, const NamedSchedule& schedule,
                               bool coloured);
[[nodiscard]] std::string json(const StaticReport& report, const Program& program, const NamedSchedule& schedule);

}  // namespace coreecs
