/// [triage/engine] What systems ask about changes, their events, and observers, in the code of engines.
#pragma once

#include "interp/apps/app/app.hpp"

namespace coreecs::triage {

/// Comments that say which parameters the functions of bevy_ecs need. `names` are those of the systems.
[[nodiscard]] std::string parameters(const app::App& app, const std::vector<std::string>& names);
/// Comments that say what the code of another engine does not have.
[[nodiscard]] std::string left_out_beyond_state(const app::App& app, const std::vector<std::string>& names);

/// The observers of an app in the code of Bevy, which has no such line for hooks.
[[nodiscard]] std::string bevy_observers(const app::App& app);
/// Comments that say which observers the code of another engine does not have.
[[nodiscard]] std::string left_out_observers(const app::App& app);

}  // namespace coreecs::triage
