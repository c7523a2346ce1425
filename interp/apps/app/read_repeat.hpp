/// Reads how often a set repeats its systems.
#pragma once

#include "interp/apps/app/app.hpp"
#include "interp/apps/app/names.hpp"

namespace coreecs::app {

/// 2, [0, 3], { "resource": "Steps" }, or a measure of the state, such as { "count": { "match": [...] } }. Its term is
/// read with the bodies.
[[nodiscard]] Repeat read_repeat(Problems&, const Place&, const Json&, const Names&);

/// Reports blocks within blocks, systems in several of them, and blocks in several stages. Removes what it reports.
void check_blocks(Problems&, const Json& document, App&);

}  // namespace coreecs::app
