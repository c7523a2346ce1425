/// For the examples: a program's states as Listings 3 and 7 print them.
#pragma once

#include <string>

#include "interp/language/notation/notation.hpp"
#include "interp/run/execution.hpp"

/// The states before the first and after each frame of a program with one schedule.
inline std::string frames(const coreecs::Program& p) {
  std::string text;
  for (coreecs::Execution run(p, p.schedules.front());; run.advance()) {
    coreecs::Notation{p.schema, run.names()}.state(text, run.state(), "");
    text += '\n';
    if (run.frame() == p.frames) return text;
  }
}
