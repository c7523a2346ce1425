#include "interp/cli/interrupt.hpp"

#include <atomic>
#include <chrono>

namespace coreecs {

namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler writes it");

}  // namespace

NotesInterrupt::NotesInterrupt() {
  struct sigaction noting = {};
  noting.sa_handler = [](int) { interrupted = true; };
  noting.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &noting, &before_);
}

NotesInterrupt::~NotesInterrupt() { sigaction(SIGINT, &before_, nullptr); }

bool NotesInterrupt::noted() { return interrupted; }

// A signal handler must not request a stop, so a thread looks after the signal.
StopsOnInterrupt::StopsOnInterrupt() {
  noting_.emplace();
  try {
    watching_ = std::jthread([this](const std::stop_token& over) {
      std::unique_lock lock(mutex_);
      while (!over.stop_requested() && !NotesInterrupt::noted())
        over_.wait_for(lock, over, std::chrono::milliseconds(20), [] { return false; });
      if (NotesInterrupt::noted()) source_.request_stop();
    });
  } catch (const std::system_error&) {
    noting_.reset();
  }
}

}  // namespace coreecs
