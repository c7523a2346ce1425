/// The type checker of systems, invariants and constants: from JSON to typed mutations and terms (program format §3).
#pragma once

#include "interp/language/format/vocabulary.hpp"
#include "interp/language/program/term.hpp"

namespace coreecs {

/// The system with this name. Reports problems; the result must not be used then. Cost: its size.
[[nodiscard]] SystemTerm elaborate(std::string name, const Place&, const Json&, const Vocabulary&, Problems&);
/// The same for an invariant.
[[nodiscard]] InvariantTerm elaborate_invariant(std::string name, const Place&, const Json&, const Vocabulary&,
                                                Problems&);

/// A constant: the value of a term without variables, written as literals and records of literals. Reports problems,
/// also if the term has no value.
[[nodiscard]] Typed elaborate_constant(const Place&, const Json&, const Vocabulary&, Problems&);

}  // namespace coreecs
