#include "semantics/archetype/frame.hpp"

#include "semantics/archetype/auxiliary.hpp"
#include "semantics/archetype/event.hpp"
#include "semantics/archetype/system.hpp"

namespace coreecs::archetype {

OrStuck<Heap> synchronized(Heap H, const Queue& q, const Environment& env) {
  for (std::size_t i = 0; i < q.size(); ++i) {
    OrStuck<Heap> H_i = perform(std::move(H), q[i], env);
    if (const Stuck* at = stuck(H_i)) {
      Stuck with_event = *at;
      with_event.event = i;
      return with_event;
    }
    H = std::get<Heap>(std::move(H_i));
  }
  return H;
}

OrStuck<State> step(State w, const Environment& env) {
  const Step first = w.fr.steps().front();
  return match(
      first,
      // [frame/system]  𝓗, s → 𝓗', q'   no_conflict(𝓗, s, q)                                       Figure 7, F-System
      //                 ───────────────────────────────────
      //                 𝓗, s :: fr, q → 𝓗', fr, q + q'
      [&](const System& s) -> OrStuck<State> {
        if (std::optional<Stuck> dirty = conflict(w.H, s, w.q, env)) return *std::move(dirty);
        OrStuck<Produced> produced = evaluate(std::move(w.H), s, env);
        if (const Stuck* at = stuck(produced)) return *at;
        auto& [H2, q2] = std::get<Produced>(produced);
        w.q.insert(w.q.end(), q2.begin(), q2.end());
        return State{std::move(H2), w.fr.rest(), std::move(w.q)};
      },
      // [frame/sync]    ∀evt_i ∈ q = [evt_1, ..., evt_n]. 𝓗_{i-1}, evt_i → 𝓗_i, ()                   Figure 7, F-Sync
      //                 ────────────────────────────────────────────────────────
      //                 𝓗_0, sync :: fr, q → 𝓗_n, fr, nil
      [&](const Sync&) -> OrStuck<State> {
        OrStuck<Heap> H_n = synchronized(std::move(w.H), w.q, env);
        if (const Stuck* at = stuck(H_n)) return *at;
        return State{std::get<Heap>(std::move(H_n)), w.fr.rest(), {}};
      });
}

End run(State w, const Environment& env) {
  while (!w.fr.empty()) {
    OrStuck<State> next = step(w, env);
    if (const Stuck* at = stuck(next)) return {std::move(w), *at};
    w = std::get<State>(std::move(next));
  }
  return {std::move(w)};
}

}  // namespace coreecs::archetype
