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

/// 𝓗 after all events of q, in order: the effect of sync.
[[nodiscard]] OrStuck<Heap> synchronized(Heap H, const Queue& q, const Environment& env);

/// The end of a run of a frame: the empty frame, or a stuck state.
struct End {
  State w;
  std::optional<Stuck> stuck = {};
};
/// The w' with w →* w' that has no step. Cost: that of the steps.
[[nodiscard]] End run(State w, const Environment& env);

}  // namespace coreecs::archetype
