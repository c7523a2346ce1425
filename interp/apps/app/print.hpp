/// Apps back to JSON.
#pragma once

#include <string>

#include "interp/apps/app/app.hpp"

namespace coreecs::app {

/// The app as a document, laid out for people. Loading it yields the same app. Cost: its size.
[[nodiscard]] std::string print(const App&);

}  // namespace coreecs::app
