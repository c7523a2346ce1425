/// Runs the frames of a program, and locates where a run is stuck.
#pragma once

#include "interp/archetypes/archetype/program.hpp"

namespace coreecs::archetype {

/// No rule applies at a step. Names the rule that would have to, and the place in the document.
struct Failure {
  std::uint64_t frame = 1;  ///< counted from 1
  std::size_t step = 0;     ///< of the frame, counted from 0
  Stuck stuck;
  Part part;                   ///< the step, and the stuck term; for an event, the term that staged it
  std::vector<Entity> x = {};  ///< the arguments of the call that is stuck, or that staged the event
  std::string why = {};        ///< for an operation: "division by zero"
};

/// A step of a run.
struct Stepped {
  std::uint64_t frame;
  std::size_t step;
  const State& before;
  const State& after;
};

/// The state after some frames, and the failure, if the run is stuck.
struct Outcome {
  State w;
  std::uint64_t frames = 0;  ///< finished ones
  std::optional<Failure> failure = {};
};

/// [archetype/run] Runs this many frames of a program from its start. Calls `frame` with the heap after each frame, and
/// `step` after each step; either may be empty. It can be interrupted (interp/base/interrupt.hpp). Cost: that of the
/// steps; if it is stuck, also that of the last frame again.
[[nodiscard]] Outcome run(const Program& program, const Environment& env, std::uint64_t frames,
                          const std::function<void(std::uint64_t frame, const Heap& H)>& frame = {},
                          const std::function<void(const Stepped&)>& step = {});

/// The cause as text: "e3 is gone", "division by zero".
[[nodiscard]] std::string in_words(const Stuck& stuck, const std::string& why, const Program& program,
                                   const Names& names);

}  // namespace coreecs::archetype
