/// Mutation equivalence and commutativity (Definitions 4.1 and 4.2).
#pragma once

#include "semantics/mutation.hpp"

namespace coreecs {

/// m ≃ m' (Definition 4.1), for mutations whose ν's have their entities: c ↓ m = c ↓ m' for all c. The definition
/// allows "a correlated choice of fresh entities" for each pair; here each ν keeps the entity of its occurrence, which
/// is stricter (D10). Cost: the writes.
[[nodiscard]] bool equivalent(const Update& m1, const Update& m2);

/// Definition 4.2: m • m' ≃ m' • m.
[[nodiscard]] bool commute(const Update& m1, const Update& m2);

}  // namespace coreecs
