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

/// What a body does that its system does not declare: "attaches \"Hit\" to an entity; expected ...". If the result is
/// empty, the commands cover all that the body defers. `labels` are those of the schema, as components of the app. An
/// exclusive system may do anything; of one whose access is unknown only the commands are compared. Cost: that of the
/// body.
[[nodiscard]] std::vector<std::string> undeclared(const SystemTerm& body, const Schema&,
                                                  const std::vector<std::size_t>& labels, const System&,
                                                  const std::vector<Component>&);

}  // namespace coreecs::app
