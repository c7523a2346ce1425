/// Mutation equivalence and commutativity (Definitions 4.1 and 4.2).
#pragma once

#include <unordered_map>

#include "semantics/mutation.hpp"

namespace coreecs {

/// What a mutation without ν leaves at each location that it affects: a value, or none where it detaches.
using Writes = std::unordered_map<Location, std::optional<Value>>;

/// The last write of m to each location: c ↓ m is c overwritten by it, for all c. Precondition: m has no ν.
[[nodiscard]] Writes last_writes(const Mutation& m);

/// m ≃ m' (Definition 4.1), for mutations without ν: c ↓ m = c ↓ m' for all c. Cost: |m| + |m'|.
/// With each ν inlined at its occurrence, the choice of fresh entities is correlated already (D3).
[[nodiscard]] bool equivalent(const Mutation& m, const Mutation& m_);

/// Definition 4.2: m • m' ≃ m' • m. Precondition: neither has a ν.
[[nodiscard]] bool commute(const Mutation& m, const Mutation& m_);

}  // namespace coreecs
