/// The bodies of an app's systems: Core ECS systems, read as those of a program.
#pragma once

#include <string_view>
#include <vector>

#include "interp/apps/app/app.hpp"
#include "interp/base/json/document.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs::app {

/// The keys that an app's document shares with a program's, such as "entities" and "frames".
[[nodiscard]] const std::vector<std::string_view>& program_keys();

/// Reads the types of components and resources, the bodies, and the members with program_keys(). A body must do nothing
/// that its system does not declare. Precondition: the app has the components and systems of the document, except those
/// with reported problems.
void read_bodies(Problems&, const Json::Object& document, App&);

}  // namespace coreecs::app
