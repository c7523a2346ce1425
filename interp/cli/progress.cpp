#include "interp/cli/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "interp/base/progress.hpp"
#include "interp/cli/interrupt.hpp"

namespace coreecs {

namespace {

std::recursive_mutex writing;  // protects the terminal, and these:
bool output_is_terminal = false, output_amid_line = false, line_shown = false;

bool line_is_wanted() {
  const char* terminal = std::getenv("TERM");
  struct stat output = {};
  return isatty(STDERR_FILENO) == 1 && terminal && std::strcmp(terminal, "dumb") != 0 &&
         !(fstat(STDOUT_FILENO, &output) == 0 && S_ISFIFO(output.st_mode));
}

/// Whether the process is a background job, which must not use the terminal.
bool in_background() {
  const pid_t group = tcgetpgrp(STDERR_FILENO);
  return group != -1 && group != getpgrp();
}

std::size_t columns() {
  winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/// Text in a fixed buffer, since the computation may need all memory. Excess text is cut off.
class ShortText {
 public:
  template <class... Values>
  void add(fmt::format_string<const Values&...> format, const Values&... values) {
    const auto end = fmt::format_to_n(text_ + size_, sizeof text_ - size_, format, values...).out;
    size_ = static_cast<std::size_t>(end - text_);
  }
  void cut(std::size_t most) { size_ = std::min(size_, most); }
  void write() const { std::fwrite(text_, 1, size_, stderr); }

 private:
  char text_[1024];
  std::size_t size_ = 0;
};

/// "12 s: run 4 of 100, frame 7 of 20"; false if nothing is in progress.
bool say(ShortText& line, std::chrono::seconds elapsed) {
  bool any = false;
  for (const progress::Level& level : progress::levels) {
    const char* name = level.name.load(std::memory_order_acquire);
    if (!name) continue;
    if (!any) line.add("{} s:", elapsed.count());
    line.add("{} {}", any ? "," : "", name);
    const std::uint64_t part = level.part, parts = level.parts;
    if (part > 0 || parts > 0) line.add(" {}", part);
    if (parts > 0) line.add(" of {}{}", level.at_most ? "at most " : "", parts);
    any = true;
  }
  return any;
}

void erase_line() {
  if (!line_shown) return;
  line_shown = false;
  ShortText erased;
  erased.add("\r\033[K");
  if (!in_background()) erased.write();
}

void show_line(std::chrono::seconds elapsed) {
  ShortText line;
  line.add("\r");
  if (NotesInterrupt::came() || !say(line, elapsed)) return erase_line();
  if (output_amid_line || in_background()) return;
  line.cut(columns());  // with \r, so that the last column stays free
  line.add("\033[K");
  line.write();
  line_shown = true;
}

}  // namespace

ProgressLine::ProgressLine() {
  if (!line_is_wanted()) return;
  output_is_terminal = isatty(STDOUT_FILENO) == 1;
  try {
    timer_.emplace();
    timer_->thread = std::jthread([&over = timer_->over](const std::stop_token& stop) {
      const auto start = std::chrono::steady_clock::now();
      std::unique_lock lock(writing);
      for (std::chrono::milliseconds wait(1000);
           !over.wait_for(lock, stop, wait, [&] { return stop.stop_requested(); });
           wait = std::chrono::milliseconds(200))
        show_line(std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start));
    });
  } catch (const std::exception&) {  // out of threads or memory
    timer_.reset();
  }
}

ProgressLine::~ProgressLine() {
  timer_.reset();
  const Away away;
}

ProgressLine::Away::Away(int stream) : lock_(writing) {
  if (stream != STDOUT_FILENO || output_is_terminal) erase_line();
}

void ProgressLine::printed(std::string_view out) {
  if (!out.empty() && output_is_terminal) output_amid_line = out.back() != '\n';
}

}  // namespace coreecs
