/// What to write instead of what other languages and engines have, for messages (program format §6).
#pragma once

#include <string_view>

#include "interp/base/json/problem.hpp"

namespace coreecs::instead {

// Of a name that the format does not know in such a place; empty where there is no advice.

[[nodiscard]] std::string_view of_type(std::string_view name);
[[nodiscard]] std::string_view of_term(std::string_view name);
[[nodiscard]] std::string_view of_mutation(std::string_view name);
[[nodiscard]] std::string_view of_schedule(std::string_view name);
/// A key of a system or of a query.
[[nodiscard]] std::string_view of_key(std::string_view name);

}  // namespace coreecs::instead
