/// Systems and invariants as JSON (program format §3 and §4).
#pragma once

#include "interp/language/notation/notation.hpp"

namespace coreecs {

/// {"match": [query, ...], "do": m}, with a line break after its first bracket.
void write(JsonWriter& out, const SystemTerm& s, const Notation& notation);
/// {"match": [query, ...], "holds": t}, likewise.
void write(JsonWriter& out, const InvariantTerm& invariant, const Notation& notation);
/// The same for a function without a term: {"match": [query, ...], key: "a C++ function"}, whose queries have no
/// variables.
void write_function(JsonWriter& out, const QueryVector& q, const char* key, const Notation& notation);
/// An invariant without a term; for the whole state, {"measure": {m: "a C++ function"}, "holds": "a C++ function"}.
void write_function(JsonWriter& out, const Invariant& invariant, const Notation& notation);

}  // namespace coreecs
