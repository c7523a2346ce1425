#include "interp/cli/files.hpp"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

#include "interp/base/interrupt.hpp"
#include "interp/cli/interrupt.hpp"

namespace coreecs {

namespace {

constexpr int step_ms = 50;

/// Whether the descriptor can be read or written without blocking; waits only briefly.
bool is_ready(int descriptor, short event) {
  pollfd one = {descriptor, event, 0};
  return ::poll(&one, 1, step_ms) > 0;
}

}  // namespace

int write_all(int descriptor, std::string_view text, int patience_ms) {
  struct stat of = {};
  const bool may_wait = fstat(descriptor, &of) == 0 && !S_ISREG(of.st_mode);
  const std::size_t most = may_wait ? PIPE_BUF : text.size();  // a ready pipe takes this many bytes without blocking
  for (int waited = 0; !text.empty();) {
    if (may_wait && !is_ready(descriptor, POLLOUT)) {
      waited = NotesInterrupt::noted() ? waited + step_ms : 0;
      if (waited > patience_ms) throw Interrupted();
      continue;
    }
    waited = 0;
    const ssize_t n = ::write(descriptor, text.data(), std::min(text.size(), most));
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
    if (n < 0 && errno != EINTR && errno != EAGAIN) return errno;
  }
  return 0;
}

int read_all(int descriptor, std::string& text) {
  char part[1 << 16];
  while (true) {
    if (!is_ready(descriptor, POLLIN)) {
      interrupt::poll();
      continue;
    }
    const ssize_t n = ::read(descriptor, part, sizeof part);
    if (n > 0) text.append(part, static_cast<std::size_t>(n));
    if (n == 0) return 0;
    if (n < 0 && errno != EINTR && errno != EAGAIN) return errno;
  }
}

}  // namespace coreecs
