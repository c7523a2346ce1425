/// Pages of specs/, as interp/CMakeLists.txt makes them part of the program.
#pragma once

#include <string_view>

namespace coreecs::embedded {

extern const std::string_view glossary, deviations;

}  // namespace coreecs::embedded
