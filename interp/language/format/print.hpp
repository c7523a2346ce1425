/// Programs back to JSON.
#pragma once

#include "interp/base/json/writer.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// A component type as in "components". Cost: its size.
void write(JsonWriter& out, const Type& type);

/// The program as a document of the program format, laid out for people. Loading it gives the same program, unless its
/// schedules are nested too deeply in another way than to the left, or a system or an invariant did not come from JSON.
/// Such a function is printed as its query vector and "a C++ function", which only loads if that function is known
/// (interp/language/format/native.hpp). Cost: n log n.
[[nodiscard]] std::string print(const Program& program);

}  // namespace coreecs
