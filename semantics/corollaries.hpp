/// Corollaries 4.8 and 4.9: safety on any state, judged from the schema and the effects of systems.
#pragma once

#include "semantics/safety.hpp"

namespace coreecs {

/// Why a static judgement says no. The schedule may still be safe.
struct NotSingleton {
  std::size_t dim;  ///< of q_s
};
struct QueriesEntity {
  Label i;  ///< in q_s, with a type that references E
};
struct WritesLiteral {};   ///< f_s may write an entity named in the program text (D7)
struct UnknownEffects {};  ///< the effects of f_s are neither declared nor derived
struct SharedLabel {
  Label i;  ///< influenced by both sides of ∥
};
using StaticReason = std::variant<NotSingleton, QueriesEntity, WritesLiteral, UnknownEffects, SharedLabel>;

/// Where safety cannot be shown: at a leaf, or at the ∥ between the leaves [first, middle) and [middle, last).
struct NotStaticallySafe {
  Leaf first, middle, last;
  StaticReason reason;
};

/// Corollary 4.9: whether conc(s) is safe on any state.
[[nodiscard]] std::variant<Safe, StaticReason> conc_statically_safe(const System& s, const Schema& K);

/// Corollaries 4.8 and 4.9, with Theorem 4.7(1, 2): whether z is safe on any state; otherwise the first obstacle. A ∥
/// is an obstacle only if its sides are safe. Cost: the leaves of z times the labels they write.
[[nodiscard]] std::variant<Safe, NotStaticallySafe> statically_safe(const Schedule& z, const Schema& K);

}  // namespace coreecs
