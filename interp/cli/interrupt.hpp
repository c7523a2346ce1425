/// Ctrl-C, and SIGTERM.
#pragma once

#include <csignal>

namespace coreecs {

/// While it lives, the first of these signals asks what is computed to end (interp/base/interrupt.hpp). Where nothing
/// has noticed that after some seconds, the process says that it was interrupted, and ends with status 3. The second
/// signal ends the process at once.
class NotesInterrupt {
 public:
  NotesInterrupt();
  ~NotesInterrupt();
  NotesInterrupt(const NotesInterrupt&) = delete;
  NotesInterrupt& operator=(const NotesInterrupt&) = delete;

  /// Whether a signal has come. The caller ends soon where one has.
  [[nodiscard]] static bool noted();
  /// The same, for a caller that goes on.
  [[nodiscard]] static bool came();

 private:
  struct sigaction on_interrupt_ = {}, on_termination_ = {}, on_alarm_ = {};  // before
};

}  // namespace coreecs
