/// Random programs with a resource.
#pragma once

#include "props/kit/generate.hpp"

namespace coreecs {

/// The program with the resource cfg, which has Once. Most systems ask for it in a query of their own, and some write
/// to it: Once, or a component that they observed. Precondition: the program has no resource.
[[nodiscard]] Tree with_resource(Dice& dice, Tree document);

}  // namespace coreecs
