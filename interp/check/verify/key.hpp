/// Texts of values and states, for the verifier to tell them apart by.
#pragma once

#include <string>

#include "semantics/state.hpp"

namespace coreecs {

/// Appends a text that no other value has.
void append_key(std::string& out, const Value& k);
/// Appends what the state has otherwise than `start`, as a text that no other state has. Cost: k.
void append_key(std::string& out, const State& c, const State& start);
/// Appends what is said at a location, as a text that tells all apart but created entities.
void append_outline(std::string& out, const Location& l, const Value& k);

}  // namespace coreecs
