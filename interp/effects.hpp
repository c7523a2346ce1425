/// What a system may read and write, read off its term.
#pragma once

#include "interp/term.hpp"

namespace coreecs {

/// Labels that the query reads, labels that the mutation may write, and where entities that it may write come
/// from: other than from the match or a ν, that is, from the program text or from component values. Entities
/// are followed through variables, records and branches; of a branch it is not asked whether it is ever
/// taken. Precondition: the schema is that of the term. Cost: the term.
[[nodiscard]] Effects effects(const SystemTerm&, const Schema&);

}  // namespace coreecs
