#include "interp/cli/interrupt.hpp"

#include "interp/fast/interrupt.hpp"

namespace coreecs {

namespace {

std::atomic<bool> interrupted = false;

void note(int) {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  interrupted = true;
  interrupt::request();
}

}  // namespace

NotesInterrupt::NotesInterrupt() {
  struct sigaction noting = {};
  noting.sa_handler = note;
  noting.sa_flags = SA_RESTART;  // what is being written is written to its end
  sigaction(SIGINT, &noting, &on_interrupt_);
  sigaction(SIGTERM, &noting, &on_termination_);
}

NotesInterrupt::~NotesInterrupt() {
  sigaction(SIGINT, &on_interrupt_, nullptr);
  sigaction(SIGTERM, &on_termination_, nullptr);
}

bool NotesInterrupt::noted() { return interrupted; }

}  // namespace coreecs
