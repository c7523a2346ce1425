/// Programs made smaller, so that people can read what fails.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>

#include "interp/language/program/program.hpp"

namespace coreecs {

/// What of a program may be made smaller. The state is its entities and its number of frames. Invariants are what is
/// asked of a program: each can be left out, but is not changed.
enum class Reducible { State, Everything };

/// Passes documents that are one step smaller than a program, boldest first, to `accept`, until that takes one; returns
/// whether it did. The first ones are without `expect`, which would not fit the others. A step is syntactic: a document
/// need not load. No sequence of steps is endless. Precondition: the program loads.
/// Cost: one copy of the program, and for each document at most its size.
bool reductions(const nlohmann::ordered_json& program, Reducible,
                const std::function<bool(const nlohmann::ordered_json&)>& accept);

/// Those of them that load, e.g. for RapidCheck to shrink with. Cost: loading each.
[[nodiscard]] std::vector<nlohmann::ordered_json> reductions(const nlohmann::ordered_json& program, Reducible);

/// The program reduced step by step while it still fails, until no step is left: each that remains loads no more or
/// does not fail. Where it is interrupted, as far as that. Preconditions: the program loads and fails; `still_fails`
/// answers the same for the same program. It is asked only about documents that load.
[[nodiscard]] nlohmann::ordered_json reduce(
    nlohmann::ordered_json program, Reducible,
    const std::function<bool(const nlohmann::ordered_json&, const Program&)>& still_fails);

}  // namespace coreecs
