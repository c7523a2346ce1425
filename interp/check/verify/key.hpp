/// Texts of values and states, by which the verifier compares them.
#pragma once

#include <string>

#include "semantics/state.hpp"

namespace coreecs {

/// Appends a text that no other value has.
void append_key(std::string& out, const Value& k);
/// Appends the differences of the state from `start`, as a text that no other state has. Cost: k.
void append_key(std::string& out, const State& c, const State& start);
/// Appends a text of a location and its value, the same whichever created entities they name.
void append_outline(std::string& out, const Location& l, const Value& k);

}  // namespace coreecs
