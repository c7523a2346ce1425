/// Integer literals that stand for reals (program format §4).
#pragma once

#include "interp/language/program/term.hpp"
#include "interp/language/program/typing.hpp"

namespace coreecs {

/// The term with its integer literals made reals where `to` requires it. Precondition: its type fits(to). Cost: the
/// term.
[[nodiscard]] Term coerce(const Term&, const TermType& to);

}  // namespace coreecs
