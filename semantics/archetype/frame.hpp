/// Game states (§4.3) and frame evaluation (Figure 7): 𝓗, fr, q → 𝓗', fr', q'.
#pragma once

#include "semantics/archetype/rules.hpp"

namespace coreecs::archetype {

/// w = (𝓗, fr, q)
struct State {
  Heap H;
  Frame fr;
  Queue q = {};
};

/// 𝓗', fr', q' with 𝓗, fr, q → 𝓗', fr', q': one system, or one sync. Precondition: fr is not empty.
[[nodiscard]] OrStuck<State> step(State w, const Environment& env);

/// 𝓗 after all events of q, in their order: what sync does.
[[nodiscard]] OrStuck<Heap> synchronized(Heap H, const Queue& q, const Environment& env);

/// Where a run of a frame ends: where nothing is left of it, or at a state that is stuck.
struct End {
  State w;
  std::optional<Stuck> stuck = {};
};
/// The w' with w →* w' that has no step. Cost: that of the steps.
[[nodiscard]] End run(State w, const Environment& env);

}  // namespace coreecs::archetype
