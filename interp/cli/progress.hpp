/// Shows progress to a user at a terminal.
#pragma once

#include <unistd.h>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>

namespace coreecs {

/// During its lifetime, from the first second on, a line at the end of standard error shows what is in progress
/// (interp/base/progress.hpp). It needs a terminal that can erase a line. It does not appear if standard output is a
/// pipe, whose reader might write to the same terminal; nor after an interrupt, so that a second one leaves nothing
/// behind; nor if no thread can be started.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Hides the line during its lifetime, for other output to this stream. These may be nested.
  class Away {
   public:
    explicit Away(int stream = STDERR_FILENO);

   private:
    std::unique_lock<std::recursive_mutex> lock_;
  };
  /// Reports text written to standard output: the line stays hidden until that output's line ends.
  static void printed(std::string_view out);

 private:
  struct Timer {
    std::condition_variable_any over;
    std::jthread thread;
  };
  std::optional<Timer> timer_;
};

}  // namespace coreecs
