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

#include "interp/base/interrupt.hpp"

namespace coreecs {

namespace {

constexpr int ran_out_of_memory = 99;  // the status of the fork

/// A fork, and what it writes. The destructor kills it.
class Fork {
 public:
  explicit Fork(const std::function<std::string()>& answer) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw std::system_error(errno, std::generic_category(), "no pipe for a fork");
    process_ = fork();
    if (process_ < 0) {
      for (const int end : ends) ::close(end);
      throw std::system_error(errno, std::generic_category(), "no fork");
    }
    if (process_ == 0) tell(ends[1], answer);
    ::close(ends[1]);
    from_ = ends[0];
  }
  ~Fork() {
    ::close(from_);
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  Fork(const Fork&) = delete;
  Fork& operator=(const Fork&) = delete;

  /// All that it writes. Throws EngineFailure, Silent, if it goes on for longer than this.
  std::string read(std::chrono::milliseconds within) {
    const auto until = std::chrono::steady_clock::now() + within;
    std::string all;
    for (;;) {
      interrupt::poll();
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
      if (left.count() <= 0) throw EngineFailure(EngineFailure::Kind::Silent, "the engine does not end in time");
      pollfd one{from_, POLLIN, 0};
      if (::poll(&one, 1, static_cast<int>(std::min<std::int64_t>(left.count(), 1'000))) <= 0) continue;
      std::array<char, 4096> buffer{};
      const ssize_t count = ::read(from_, buffer.data(), buffer.size());
      if (count == 0) return all;
      if (count > 0) all.append(buffer.data(), static_cast<std::size_t>(count));
    }
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

  pid_t process_ = -1;
  int from_ = -1;
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
  try {
    Fork fork([&] {  // the kind, then why
      const Judgement judgement = drive().judgement;
      return static_cast<char>('0' + static_cast<int>(judgement.kind)) + judgement.why;
    });
    const std::string all = fork.read(within);
    if (all.empty()) fork.ended();
    const auto kind = static_cast<Judgement::Kind>(all.front() - '0');
    return kind == Judgement::Kind::No ? drive() : result(of, kind, all.substr(1));
  } catch (const EngineFailure& failure) {
    Driven driven = result(of, Judgement::Kind::No, failure.what());
    driven.failure = failure.kind;
    return driven;
  }
}

}  // namespace coreecs
