/// The access that a system declares, read from its document.
#pragma once

#include "interp/apps/app/names.hpp"

namespace coreecs::app {

// These functions report problems. If they report any, the caller must not use the result.

/// { "reads": [...], "writes": [...], "optional": [...], "with": [...], "without": [...], "added": [...],
///   "changed": [...] }
[[nodiscard]] Query read_query(Problems&, const Place&, const Json&, const Names&);
/// { "reads": [...], "writes": [...] }, of resources
void read_resources(Problems&, const Place&, const Json&, const Names&, System&);
/// { "reads": [...], "sends": [...] }, of events
[[nodiscard]] EventAccess read_events(Problems&, const Place&, const Json&, const Names&);
/// { "insert": [...], "remove": [...], "spawn": [[...]], "destroy": [{ "with": [...], "without": [...] }] }
[[nodiscard]] Commands read_commands(Problems&, const Place&, const Json&, const Names&);
/// 3, or [1, 5]
[[nodiscard]] Duration read_duration(Problems&, const Place&, const Json&);

}  // namespace coreecs::app
