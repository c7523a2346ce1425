/// [triage/engine] What to write in an engine for its scheduler to keep the order of an app (explanation/triage.md).
#pragma once

#include <span>
#include <string_view>

#include "interp/apps/app/app.hpp"
#include "interp/apps/order/dag.hpp"

namespace coreecs::triage {

struct Engine {
  std::string_view name;
  std::string_view about;  ///< in what form, and what the engine makes of it
  /// Code, with systems called by the last part of their path. Precondition: the order is one of the app's systems.
  std::string (*constraints)(const app::App& app, const Dag& order);
};

[[nodiscard]] std::span<const Engine> engines();
/// The one of this name, or none.
[[nodiscard]] const Engine* engine(std::string_view name);

}  // namespace coreecs::triage
