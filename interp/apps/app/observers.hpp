/// [observer/body] Observers of an app, read from its document (specs/reference/app-format.md#observers).
#pragma once

#include "interp/apps/app/names.hpp"

namespace coreecs::app {

/// "added", "set", "removed"
[[nodiscard]] const char* name(Trigger::On on);
/// The components of an observer's triggers of this kind.
[[nodiscard]] Labels triggers(const Observer& observer, Trigger::On on);

/// Reads "observers" into the app, except for their bodies. Reports triggers that two hooks have, and observers with a
/// body in an app whose systems have none, or without one in an app whose systems have some, which is `bodies`.
/// Precondition: the names are those of the document. Cost: the document, and observers times triggers.
void read_observers(Problems&, const Place&, const Json&, const Names&, bool bodies, App&);

/// What a body of an observer does that coreecs refuses: what a system could not do either with what it declares, where
/// the observer may test for the components of its triggers; what it does to events; and a body without a query for the
/// entity. `labels` are those of the schema, as components of the app. Cost: that of the body.
[[nodiscard]] std::vector<std::string> undeclared(const SystemTerm& body, const Schema& schema,
                                                  const std::vector<std::size_t>& labels, const Observer& observer,
                                                  const std::vector<Component>& components);

}  // namespace coreecs::app
