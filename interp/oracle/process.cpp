#include "interp/oracle/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <thread>
#include <utility>

#include "interp/base/interrupt.hpp"

extern char** environ;

namespace coreecs {

namespace {

using namespace std::chrono_literals;
using Kind = EngineFailure::Kind;

/// A pipe that other child processes do not inherit.
std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  return ends;
}

void must_not_block(int descriptor) { fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK); }

}  // namespace

Process::Process(const std::vector<std::string>& command) {
  const std::array<int, 2> in = make_pipe(), out = make_pipe(), errors = make_pipe();
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, errors[1], STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // so that its whole process group can be killed
  const int error = posix_spawnp(&process_, arguments.front(), &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);

  ::close(in[0]);
  ::close(out[1]);
  ::close(errors[1]);
  to_ = in[1];
  from_ = out[0];
  errors_ = errors[0];
  for (const int end : {to_, from_, errors_}) must_not_block(end);
  if (error != 0) {
    for (const int end : {to_, from_, errors_}) ::close(end);
    throw EngineFailure(Kind::Crashed, fmt::format("{} cannot be started: {}", command.front(), std::strerror(error)));
  }
}

Process::~Process() {
  for (const int end : {to_, from_, errors_})
    if (end >= 0) ::close(end);
  kill(-process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

void Process::wait_for(int descriptor, short event, Time until) {
  for (;;) {
    interrupt::poll();
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    if (left <= 0ms) throw EngineFailure(Kind::Silent, "the engine does not answer in time");
    pollfd both[] = {{descriptor, event, 0}, {errors_, POLLIN, 0}};
    if (::poll(both, 2, static_cast<int>(std::min<std::int64_t>(left.count(), 1'000'000))) <= 0) continue;
    if (both[1].revents != 0) read_errors();
    if (both[0].revents != 0) return;
  }
}

void Process::read_errors() {
  constexpr std::size_t most = 1 << 16;
  std::array<char, 1 << 12> buffer;
  for (ssize_t count = 1; errors_ >= 0 && count > 0;) {
    count = ::read(errors_, buffer.data(), buffer.size());
    if (count > 0) said_.append(buffer.data(), static_cast<std::size_t>(count));
    if (count == 0) ::close(std::exchange(errors_, -1));
  }
  if (said_.size() > most) said_.erase(0, said_.size() - most);
}

std::string Process::take_errors() {
  read_errors();
  return std::exchange(said_, {});
}

void Process::ended() {
  for (int tried = 0; tried < 100; ++tried) {  // its exit may become known a little later than the end of its output
    siginfo_t how{};
    if (waitid(P_PID, static_cast<id_t>(process_), &how, WEXITED | WNOHANG | WNOWAIT) == 0 && how.si_pid != 0)
      throw EngineFailure(
          Kind::Crashed,
          how.si_code == CLD_EXITED
              ? fmt::format("the engine ended with status {} instead of answering", how.si_status)
              : fmt::format("the engine was ended by signal {} ({})", how.si_status, strsignal(how.si_status)));
    std::this_thread::sleep_for(1ms);
  }
  throw EngineFailure(Kind::Crashed, "the engine has closed its standard output");
}

void Process::write(std::string_view line, std::chrono::milliseconds within) {
  std::string text(line);
  text += '\n';
  const Time until = std::chrono::steady_clock::now() + within;
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t written = ::write(to_, rest.data(), rest.size());
    if (written >= 0)
      rest.remove_prefix(static_cast<std::size_t>(written));
    else if (errno == EAGAIN)
      wait_for(to_, POLLOUT, until);
    else if (errno != EINTR)
      ended();
  }
}

std::string Process::read(std::chrono::milliseconds within) {
  constexpr std::size_t longest = std::size_t{1} << 28;
  const Time until = std::chrono::steady_clock::now() + within;
  std::array<char, 1 << 16> buffer;
  for (std::size_t looked_at = 0;;) {
    if (const std::size_t end = unread_.find('\n', looked_at); end != std::string::npos) {
      std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return line;
    }
    looked_at = unread_.size();
    if (looked_at > longest) throw EngineFailure(Kind::Garbled, "the engine writes a line without end");
    const ssize_t count = ::read(from_, buffer.data(), buffer.size());
    if (count > 0)
      unread_.append(buffer.data(), static_cast<std::size_t>(count));
    else if (count == 0)
      ended();
    else if (errno == EAGAIN)
      wait_for(from_, POLLIN, until);
    else if (errno != EINTR)
      ended();
  }
}

}  // namespace coreecs
