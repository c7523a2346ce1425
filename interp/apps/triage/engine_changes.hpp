/// [triage/engine] What systems ask about changes, in the code of engines.
#pragma once

#include "interp/apps/app/app.hpp"

namespace coreecs::triage {

/// Comments that say which parameters the functions of bevy_ecs need. `names` are those of the systems.
[[nodiscard]] std::string parameters(const app::App& app, const std::vector<std::string>& names);
/// Comments that say what the code of another engine does not ask.
[[nodiscard]] std::string not_asked(const app::App& app, const std::vector<std::string>& names);

}  // namespace coreecs::triage
