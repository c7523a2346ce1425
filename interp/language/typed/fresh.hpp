/// Whether a system treats all fresh entities alike (D11): Theorem 4.7 needs that.
#pragma once

#include "semantics/grammar.hpp"

namespace coreecs::typed {

/// An entity that no run creates.
[[nodiscard]] Entity unseen();

/// Whether k and k' are equal, where `fresh` in k stands for unseen() in k'.
[[nodiscard]] bool alike(const Value& k, const Value& other, Entity fresh);

/// Whether f does to unseen() what m, which is f(fresh), does to `fresh`. What a ν within m does is compared, too. An
/// f that tells only further entities apart passes. Cost: that of m, and of f.
[[nodiscard]] bool treats_alike(const std::function<Mutation(Entity)>& f, Entity fresh, const Mutation& m);

}  // namespace coreecs::typed
