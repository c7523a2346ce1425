/// Ctrl-C.
#pragma once

#include <condition_variable>
#include <csignal>
#include <mutex>
#include <optional>
#include <thread>

namespace coreecs {

/// While it lives, the first SIGINT is noted; the second one ends the program.
class NotesInterrupt {
 public:
  NotesInterrupt();
  ~NotesInterrupt();
  NotesInterrupt(const NotesInterrupt&) = delete;
  NotesInterrupt& operator=(const NotesInterrupt&) = delete;

  [[nodiscard]] static bool noted();

 private:
  struct sigaction before_ = {};
};

/// While it lives, the first SIGINT requests a stop; or ends the program, where no thread can be started to look for it.
class StopsOnInterrupt {
 public:
  StopsOnInterrupt();
  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  std::optional<NotesInterrupt> noting_;
  std::stop_source source_;
  std::mutex mutex_;
  std::condition_variable_any over_;
  std::jthread watching_;
};

}  // namespace coreecs
