/// Whether a body does only what its system declares.
#pragma once

#include <string>
#include <vector>

#include "interp/apps/app/app.hpp"

namespace coreecs::app {

/// What a body does that its system does not declare: "attaches \"Hit\" to an entity; expected ...". If the result is
/// empty, the commands cover all that the body defers. `labels` are those of the schema, as components of the app. An
/// exclusive system may do anything; of one whose access is unknown only the commands are compared. Cost: that of the
/// body.
[[nodiscard]] std::vector<std::string> undeclared(const SystemTerm& body, const Schema&,
                                                  const std::vector<std::size_t>& labels, const System&,
                                                  const std::vector<Component>&);

}  // namespace coreecs::app
