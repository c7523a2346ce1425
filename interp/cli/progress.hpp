/// How far a command is, for who waits for it at a terminal.
#pragma once

#include <unistd.h>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>

namespace coreecs {

/// While it lives, a line at the end of standard error says what is under way (interp/base/progress.hpp), from the
/// first second on: where that is a terminal that can erase a line, and standard output is no pipe, for its reader
/// might write to the same terminal. Not after an interrupt, so that a second one leaves nothing behind. Where no
/// thread can be started there is no line.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// While it lives there is no line where something else is written to this stream. One may live within another.
  class Away {
   public:
    explicit Away(int stream = STDERR_FILENO);

   private:
    std::unique_lock<std::recursive_mutex> lock_;
  };
  /// To be told what was written to standard output: the line stays away until the line of that has ended, too.
  static void printed(std::string_view out);

 private:
  struct Timer {
    std::condition_variable_any over;
    std::jthread thread;
  };
  std::optional<Timer> timer_;
};

}  // namespace coreecs
