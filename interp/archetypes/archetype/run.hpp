/// Frames of a program, one after the other, and where it is stuck.
#pragma once

#include "interp/archetypes/archetype/program.hpp"

namespace coreecs::archetype {

/// That no rule applies at a step: which one would have to, and where in the document.
struct Failure {
  std::uint64_t frame = 1;  ///< counted from 1
  std::size_t step = 0;     ///< of the frame, counted from 0
  Stuck stuck;
  Part part;                   ///< the step, and the term that is stuck; of an event, the one that staged it
  std::vector<Entity> x = {};  ///< the entities that the system was called with that is stuck, or that staged the event
  std::string why = {};        ///< of an operation: "division by zero"
};

/// A step of a run.
struct Stepped {
  std::uint64_t frame;
  std::size_t step;
  const State& before;
  const State& after;
};

/// What is left after some frames, and where it is stuck, if it is.
struct Outcome {
  State w;
  std::uint64_t frames = 0;  ///< those that came to their end
  std::optional<Failure> failure = {};
};

/// [archetype/run] Runs so many frames of a program from its start. `frame` is called with the heap after each, `step`
/// after each step; either may be empty. It can be interrupted (interp/base/interrupt.hpp). Cost: that of the steps;
/// where it is stuck, that of the last frame again.
[[nodiscard]] Outcome run(const Program& program, const Environment& env, std::uint64_t frames,
                          const std::function<void(std::uint64_t frame, const Heap& H)>& frame = {},
                          const std::function<void(const Stepped&)>& step = {});

/// What is the case, in words: "e3 is gone", "division by zero".
[[nodiscard]] std::string in_words(const Stuck& stuck, const std::string& why, const Program& program,
                                   const Names& names);

}  // namespace coreecs::archetype
