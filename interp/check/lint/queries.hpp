/// Queries that match nothing, and parts of queries that decide nothing.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "interp/check/lint/conditions.hpp"

namespace coreecs {

/// Checks a query only by the components that an entity may have; a live one has at least one. Calls `nothing` if no
/// entity can match, and `constant` for an `any`, an alternative or an `anyway` that is the same for every entity that
/// matches the rest. Precondition: the program loads, and has this many components. Cost: usually the query, times its
/// alternatives. Hard queries reach a limit, and are not reported.
void impossible_queries(const Place&, const nlohmann::ordered_json& query, std::size_t components,
                        const OnFinding& nothing, const OnFinding& constant);

}  // namespace coreecs
