#include "interp/cli/interrupt.hpp"

#include <unistd.h>

#include "interp/base/interrupt.hpp"
#include "interp/cli/status.hpp"

namespace coreecs {

namespace {

constexpr unsigned patience_s = 5;

std::atomic<bool> interrupted = false;

void note(int) {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  interrupted = true;
  interrupt::request();
  alarm(patience_s);
}

void end_if_unnoticed(int) {
  if (interrupt::is_noticed || !interrupt::is_requested) return;
  constexpr char said[] = "coreecs: interrupted\n";
  static_cast<void>(!::write(STDERR_FILENO, said, sizeof said - 1));
  _exit(static_cast<int>(Status::Undecided));
}

}  // namespace

NotesInterrupt::NotesInterrupt() {
  interrupted = interrupt::is_requested = interrupt::is_noticed = false;
  struct sigaction noting = {};
  noting.sa_handler = note;
  noting.sa_flags = SA_RESTART;  // a write in progress continues
  sigaction(SIGINT, &noting, &on_interrupt_);
  sigaction(SIGTERM, &noting, &on_termination_);
  noting.sa_handler = end_if_unnoticed;
  sigaction(SIGALRM, &noting, &on_alarm_);
}

NotesInterrupt::~NotesInterrupt() {
  alarm(0);
  sigaction(SIGINT, &on_interrupt_, nullptr);
  sigaction(SIGTERM, &on_termination_, nullptr);
  sigaction(SIGALRM, &on_alarm_, nullptr);
}

bool NotesInterrupt::noted() {
  if (interrupted) interrupt::is_noticed = true;
  return interrupted;
}

bool NotesInterrupt::came() { return interrupted; }

}  // namespace coreecs
