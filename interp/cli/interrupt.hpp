/// Ctrl-C, and SIGTERM.
#pragma once

#include <csignal>

namespace coreecs {

/// While it lives, the first of these signals asks what is computed to end (interp/fast/interrupt.hpp); the second one
/// ends the process.
class NotesInterrupt {
 public:
  NotesInterrupt();
  ~NotesInterrupt();
  NotesInterrupt(const NotesInterrupt&) = delete;
  NotesInterrupt& operator=(const NotesInterrupt&) = delete;

  /// Whether there ever was one.
  [[nodiscard]] static bool noted();

 private:
  struct sigaction on_interrupt_ = {}, on_termination_ = {};  // before
};

}  // namespace coreecs
