/// The type checker of systems and invariants: from JSON to typed mutations and terms (program format §3).
#pragma once

#include "interp/format/vocabulary.hpp"
#include "interp/program/term.hpp"

namespace coreecs {

/// The system of that name. What is wrong is reported, and then the result is not to be used. Cost: its size.
[[nodiscard]] SystemTerm elaborate(std::string name, const Place&, const Json&, const Vocabulary&, Problems&);
/// The same of an invariant.
[[nodiscard]] InvariantTerm elaborate_invariant(std::string name, const Place&, const Json&, const Vocabulary&,
                                                Problems&);

}  // namespace coreecs
