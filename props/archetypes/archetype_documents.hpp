/// Random programs of the archetype calculus, as documents.
#pragma once

#include <string>

namespace coreecs::archetype {

/// A document that loads, whether or not it is well typed.
[[nodiscard]] std::string any_document();

}  // namespace coreecs::archetype
