/// Programs, and their parts, back to JSON (program format §3 and §4 for systems and invariants).
#pragma once

#include "interp/base/json/writer.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// A component type as in "components". Cost: its size.
void write(JsonWriter& out, const Type& type);

/// The program as a document of the program format, laid out for people. Loading it gives the same program, unless its
/// schedules are nested too deeply in another way than to the left, or a system or an invariant did not come from JSON.
/// Such a function is printed as its query vector and "a C++ function", which only loads if that function is known
/// (interp/language/format/native.hpp). Cost: n log n.
[[nodiscard]] std::string print(const Program& program);

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
