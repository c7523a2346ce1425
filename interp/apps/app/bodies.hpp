/// The bodies of an app's systems: Core ECS systems, read as those of a program.
#pragma once

#include <string_view>
#include <vector>

#include "interp/apps/app/app.hpp"
#include "interp/base/json/document.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs::app {

/// The keys that an app's document has in common with a program's: what bodies work upon, and what is asked of that.
[[nodiscard]] const std::vector<std::string_view>& program_keys();

/// Reads the types of components and resources; the bodies, which must do nothing that their system does not declare;
/// and what has program_keys(). Precondition: the app has its components and systems as the document has them, apart
/// from what is reported.
void read_bodies(Problems&, const Json::Object& document, App&);

}  // namespace coreecs::app
