/// Exchanges lines with another process.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "interp/oracle/engine.hpp"

namespace coreecs {

/// A child process that reads lines from its standard input and writes lines to its standard output. Its standard error
/// is read along. The destructor kills it.
class Process {
 public:
  /// Starts a command with its arguments. Throws EngineFailure, Crashed, if it cannot be started.
  explicit Process(const std::vector<std::string>& command);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Both throw EngineFailure: Crashed if the process has ended, with its status; Silent after the time limit; Garbled
  // if a line is too long. They also throw Interrupted.

  /// Writes a line and its line break.
  void write(std::string_view line, std::chrono::milliseconds within);
  /// The next line from the process, without its line break.
  [[nodiscard]] std::string read(std::chrono::milliseconds within);
  /// The end of what it has written to its standard error so far, and not been taken.
  [[nodiscard]] std::string take_errors();

 private:
  using Time = std::chrono::steady_clock::time_point;
  void wait_for(int descriptor, short event, Time until);
  [[noreturn]] void ended();

  pid_t process_ = -1;
  void read_errors();

  int to_ = -1, from_ = -1, errors_ = -1;
  std::string unread_, said_;
};

}  // namespace coreecs
