#include "interp/oracle/isolated.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <system_error>
#include <utility>

#include "interp/base/interrupt.hpp"

namespace coreecs {

namespace {

constexpr int ran_out_of_memory = 99;  // the status of the fork

/// The end of a pipe. Closes it.
class End {
 public:
  End() = default;
  explicit End(int descriptor) : descriptor_(descriptor) {}
  ~End() { close(); }
  End(End&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  End& operator=(End&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  End(const End&) = delete;
  End& operator=(const End&) = delete;

  [[nodiscard]] int operator*() const { return descriptor_; }
  void close() {
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  }

 private:
  int descriptor_ = -1;
};

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) throw std::system_error(errno, std::generic_category(), "no pipe for a fork");
    out = End(ends[0]);
    in = End(ends[1]);
  }
  End out, in;
};

/// A fork, what it answers, and its standard error. The destructor kills it.
class Fork {
 public:
  explicit Fork(const std::function<std::string()>& answer) : process_(fork()) {
    if (process_ < 0) throw std::system_error(errno, std::generic_category(), "no fork");
    if (process_ == 0) {
      dup2(*errors_.in, STDERR_FILENO);
      tell(*answer_.in, answer);
    }
    answer_.in.close();
    errors_.in.close();
  }
  ~Fork() {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  Fork(const Fork&) = delete;
  Fork& operator=(const Fork&) = delete;

  /// Its answer, and what it writes for people until then. Throws EngineFailure, Silent, if it goes on for longer than
  /// this.
  std::string read(std::chrono::milliseconds within, std::string& said) {
    const auto until = std::chrono::steady_clock::now() + within;
    std::string all;
    for (bool open = true; open;) {
      interrupt::poll();
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
      if (left.count() <= 0) throw EngineFailure(EngineFailure::Kind::Silent, "the engine does not end in time");
      pollfd both[] = {{*answer_.out, POLLIN, 0}, {*errors_.out, POLLIN, 0}};
      if (::poll(both, 2, static_cast<int>(std::min<std::int64_t>(left.count(), 1'000))) <= 0) continue;
      if (both[1].revents != 0) append_errors(said);
      if (both[0].revents != 0) open = append(answer_.out, all);
    }
    for (pollfd one{*errors_.out, POLLIN, 0}; one.fd >= 0 && ::poll(&one, 1, 0) > 0; one.fd = *errors_.out)
      append_errors(said);
    return all;
  }

  /// Throws how it ended, after it has.
  [[noreturn]] void ended() const {
    siginfo_t how{};
    waitid(P_PID, static_cast<id_t>(process_), &how, WEXITED | WNOWAIT);
    if (how.si_code == CLD_EXITED && how.si_status == ran_out_of_memory) throw std::bad_alloc();
    throw EngineFailure(
        EngineFailure::Kind::Crashed,
        how.si_code == CLD_EXITED
            ? fmt::format("the engine ended the process with status {}", how.si_status)
            : fmt::format("the engine was ended by signal {} ({})", how.si_status, strsignal(how.si_status)));
  }

 private:
  /// Returns whether the pipe goes on.
  static bool append(const End& from, std::string& to) {
    std::array<char, 4096> buffer{};
    const ssize_t count = ::read(*from, buffer.data(), buffer.size());
    if (count > 0) to.append(buffer.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && errno == EINTR);
  }
  void append_errors(std::string& said) {
    if (!append(errors_.out, said)) errors_.out.close();
    constexpr std::size_t most = 1 << 16;
    if (said.size() > most) said.erase(0, said.size() - most);
  }
  /// What the fork does.
  [[noreturn]] static void tell(int to, const std::function<std::string()>& answer) {
    try {
      const std::string all = answer();
      for (std::string_view left = all; !left.empty();) {
        const ssize_t count = ::write(to, left.data(), left.size());
        if (count < 0 && errno != EINTR) _exit(1);
        left.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
      }
      _exit(0);
    } catch (const std::bad_alloc&) {
      _exit(ran_out_of_memory);
    } catch (...) {
      _exit(1);
    }
  }

  Pipe answer_, errors_;
  pid_t process_ = -1;
};

/// A result without details.
Driven result(const EngineCase& of, Judgement::Kind kind, std::string why) {
  Driven driven{.judgement = {.names = Names(of.program.entities), .entities = std::make_shared<Entities>()}};
  driven.judgement.kind = kind;
  driven.judgement.why = std::move(why);
  return driven;
}

}  // namespace

Driven isolated(const EngineCase& of, std::chrono::milliseconds within, const std::function<Driven()>& drive) {
  std::string said;
  try {
    Fork fork([&] {  // the kind, then why
      const Judgement judgement = drive().judgement;
      return static_cast<char>('0' + static_cast<int>(judgement.kind)) + judgement.why;
    });
    const std::string all = fork.read(within, said);
    if (all.empty()) fork.ended();
    const auto kind = static_cast<Judgement::Kind>(all.front() - '0');
    return kind == Judgement::Kind::No ? drive() : result(of, kind, all.substr(1));
  } catch (const EngineFailure& failure) {
    Driven driven = result(of, Judgement::Kind::No, failure.what());
    driven.failure = failure.kind;
    driven.said = std::move(said);
    return driven;
  }
}

}  // namespace coreecs
