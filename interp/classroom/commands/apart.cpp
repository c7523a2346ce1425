#include "interp/classroom/commands/apart.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <new>
#include <stdexcept>
#include <system_error>

#include "interp/base/interrupt.hpp"
#include "interp/cli/files.hpp"
#include "interp/cli/interrupt.hpp"

namespace coreecs {

namespace {

// The exit statuses of the child.
constexpr int done = 0, no_memory_left = 3, failed = 4;

/// Lowers the limit of memory. Builds with sanitizers have none, since these reserve more than any machine has.
void use_at_most(std::uint64_t memory) {
  rlimit limit = {};
  if (getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, memory);
  setrlimit(RLIMIT_DATA, &limit);
}

[[noreturn]] void be_the_child(const std::function<void(const Tell&)>& work, int to, std::uint64_t memory) {
  use_at_most(memory);
  int status = done;
  try {
    work([to](std::string_view text) {
      if (write_all(to, text) != 0) _exit(failed);
    });
  } catch (const std::bad_alloc&) {
    status = no_memory_left;
  } catch (const std::length_error&) {
    status = no_memory_left;
  } catch (const std::exception&) {
    status = failed;
  }
  _exit(status);  // not exit: what the caller has buffered is for the caller to write
}

/// Appends what can be read now. False at the end.
bool read_some(int from, std::string& text) {
  std::array<char, 1 << 16> buffer;
  const ssize_t count = ::read(from, buffer.data(), buffer.size());
  if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && errno == EINTR);
}

}  // namespace

Apart run_apart(const std::function<void(const Tell&)>& work, std::chrono::milliseconds within, std::uint64_t memory,
                std::size_t most) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  const auto until = std::chrono::steady_clock::now() + within;
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) be_the_child(work, ends[1], memory);
  ::close(ends[1]);
  Apart apart;
  for (bool open = true; open;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    if (NotesInterrupt::noted())
      apart.end = Apart::End::Interrupt;
    else if (left <= left.zero() || apart.output.size() > most)
      apart.end = Apart::End::Late;
    if (apart.end != Apart::End::Done) {
      kill(child, SIGKILL);
      break;
    }
    pollfd one{ends[0], POLLIN, 0};
    const int wait = static_cast<int>(std::min<std::int64_t>(left.count(), 100));  // to notice a signal
    if (::poll(&one, 1, wait) > 0) open = read_some(ends[0], apart.output);
  }
  ::close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (apart.end == Apart::End::Done && !(WIFEXITED(status) && WEXITSTATUS(status) == done))
    apart.end = WIFEXITED(status) && WEXITSTATUS(status) == no_memory_left ? Apart::End::NoMemory : Apart::End::Failed;
  return apart;
}

}  // namespace coreecs
