/// Whether a body does what its system declares, and no more.
#pragma once

#include <string>
#include <vector>

#include "interp/app/app.hpp"

namespace coreecs::app {

/// What a body does that its system does not declare: "attaches \"Hit\" to an entity; expected ...". `labels` are those
/// of the schema of the body, as components of the app. Empty where the system is exclusive, or its access is not
/// known. Cost: the body.
[[nodiscard]] std::vector<std::string> undeclared(const SystemTerm& body, const std::vector<std::size_t>& labels,
                                                  const System&, const std::vector<Component>&);

}  // namespace coreecs::app
