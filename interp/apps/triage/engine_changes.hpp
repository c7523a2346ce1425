/// [triage/engine] What systems ask about changes, and their events, in the code of engines.
#pragma once

#include "interp/apps/app/app.hpp"

namespace coreecs::triage {

/// Comments that say which parameters the functions of bevy_ecs need. `names` are those of the systems.
[[nodiscard]] std::string parameters(const app::App& app, const std::vector<std::string>& names);
/// Comments that say what the code of another engine does not have.
[[nodiscard]] std::string left_out_beyond_state(const app::App& app, const std::vector<std::string>& names);

}  // namespace coreecs::triage
