/// Makes programs smaller, so that people can see what fails.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>

#include "interp/language/program/program.hpp"

namespace coreecs {

/// The parts of a program that may be made smaller. The state is its entities and its number of frames. Invariants are
/// requirements: each can be left out, but is not changed.
enum class Reducible { State, Everything };

/// Passes documents that are one step smaller than a program to `accept`, boldest first, until it takes one. Returns
/// whether it did. The first ones have no `expect`, which would not fit the others. A step is syntactic: a document
/// need not load. Every sequence of steps ends. Precondition: the program loads. Cost: one copy of the program, and for
/// each document at most its size.
bool reductions(const nlohmann::ordered_json& program, Reducible,
                const std::function<bool(const nlohmann::ordered_json&)>& accept);

/// Reduces the program step by step while it still fails, until no further step loads and fails, or until interrupted.
/// Preconditions: the program loads and fails; `still_fails` answers the same for the same program. It is called only
/// with documents that load.
[[nodiscard]] nlohmann::ordered_json reduce(
    nlohmann::ordered_json program, Reducible,
    const std::function<bool(const nlohmann::ordered_json&, const Program&)>& still_fails);

}  // namespace coreecs
