/// [triage/engine] Code that makes an engine's scheduler keep the order of an app (explanation/triage.md).
#pragma once

#include <span>
#include <string_view>

#include "interp/apps/app/app.hpp"
#include "interp/apps/order/dag.hpp"

namespace coreecs::triage {

struct Engine {
  std::string_view name;
  std::string_view about;  ///< the form of the code, and how the engine uses it
  /// Code that calls functions of the user's project, by the last part of their path. A further use of a function, the
  /// system "path #2", is a further use in the code. Precondition: the order is one of the app's systems.
  std::string (*constraints)(const app::App& app, const Dag& order);
};

[[nodiscard]] std::span<const Engine> engines();
/// The engine of this name, or null.
[[nodiscard]] const Engine* engine(std::string_view name);

}  // namespace coreecs::triage
