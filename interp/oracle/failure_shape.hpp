/// What a shrunk program looks like, without its names and values: programs of one shape mostly fail for one reason.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "interp/oracle/engine.hpp"

namespace coreecs {

/// "systems: conc 1; 1: incl int, do attach int". Precondition: the program loads. Cost: its size.
[[nodiscard]] std::string failure_shape(const nlohmann::ordered_json& program, Level,
                                        const std::optional<EngineFailure::Kind>& failure);

/// Notes on known failures, by shape, from a document: { "known": [{ "shape": ..., "note": ... }, ...] }; or all
/// problems of the document.
[[nodiscard]] std::variant<std::map<std::string, std::string>, std::vector<Problem>> read_known(std::string_view text);

}  // namespace coreecs
