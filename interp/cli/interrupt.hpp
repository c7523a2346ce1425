/// Handles Ctrl-C and SIGTERM.
#pragma once

#include <csignal>

namespace coreecs {

/// During its lifetime, the first of these signals requests an interrupt of the computation
/// (interp/base/interrupt.hpp). If the computation does not notice it within some seconds, the process reports the
/// interrupt, and ends with status 3. A second signal ends the process at once.
class NotesInterrupt {
 public:
  NotesInterrupt();
  ~NotesInterrupt();
  NotesInterrupt(const NotesInterrupt&) = delete;
  NotesInterrupt& operator=(const NotesInterrupt&) = delete;

  /// Whether a signal has come. The caller then has to end soon.
  [[nodiscard]] static bool noted();
  /// The same, for a caller that continues.
  [[nodiscard]] static bool came();

 private:
  struct sigaction on_interrupt_ = {}, on_termination_ = {}, on_alarm_ = {};  // handlers to restore
};

}  // namespace coreecs
