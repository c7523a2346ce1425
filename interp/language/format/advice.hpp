/// What to write instead of the constructs of other languages and engines, for messages (program format §6).
#pragma once

#include <string_view>

#include "interp/base/json/problem.hpp"

namespace coreecs::instead {

// Advice for a name that the format does not know in this place; empty if there is none.

[[nodiscard]] std::string_view of_type(std::string_view name);
[[nodiscard]] std::string_view of_term(std::string_view name);
[[nodiscard]] std::string_view of_mutation(std::string_view name);
[[nodiscard]] std::string_view of_schedule(std::string_view name);
/// A key of a system or of a query.
[[nodiscard]] std::string_view of_key(std::string_view name);

}  // namespace coreecs::instead
