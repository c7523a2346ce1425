/// [queue/body] What bodies and run conditions may do with events (specs/explanation/events.md).
#pragma once

#include "interp/apps/app/app.hpp"
#include "interp/base/json/document.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs::app {

/// Whether a component of the app, by its position, is an event.
[[nodiscard]] inline bool is_event(const App& app, std::size_t label) {
  return app.components[label].kind == Component::Kind::Event;
}

/// Reports what no event can be: an event that an entity has at the start, or that an invariant, a measure or the view
/// names; one that a query asks for with more; one that a body gives to an entity that exists, or takes away; a
/// condition that reads an event in two parts, or beside parts that the app does not define. Precondition: the bodies
/// have no other problems. Cost: the bodies.
void check_events(Problems&, const Json& document, const App&);

}  // namespace coreecs::app
