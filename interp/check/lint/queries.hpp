/// Queries that nothing can meet, and what of them decides nothing.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "interp/check/lint/conditions.hpp"

namespace coreecs {

/// Looks at a query by which components an entity may have, of which a live one has at least one, and at nothing else:
/// no state is asked. `nothing` is told where no entity meets it, `constant` of an `any`, an alternative or an `anyway`
/// that is the same of every entity that meets the rest. Precondition: the program loads, and has so many components.
/// Cost: as a rule the query, times its alternatives; where it is a puzzle, a limit, and nothing is said.
void impossible_queries(const Place&, const nlohmann::ordered_json& query, std::size_t components,
                        const OnFinding& nothing, const OnFinding& constant);

}  // namespace coreecs
