/// Random apps, and apps from text.
#pragma once

#include "interp/apps/app/app.hpp"

namespace coreecs::app {

/// What random apps are like.
struct AppShape {
  std::size_t most_systems = 6;
  bool only_constraints = false;  ///< before, after and chains; neither stages nor insertion order
};

/// An app with all that apps can have, whose constraints no cycle closes. To be called in properties.
[[nodiscard]] App random_app(const AppShape& = {});

}  // namespace coreecs::app

namespace coreecs {

/// The app of a text; the test fails if it has problems.
[[nodiscard]] app::App loaded_app(const std::string& text);
/// An app of examples/apps, by the name of its file.
[[nodiscard]] app::App example_app(const char* name);

}  // namespace coreecs
