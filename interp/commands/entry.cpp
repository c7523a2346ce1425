#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>

#include "interp/cli/failure.hpp"
#include "interp/cli/memory.hpp"
#include "interp/cli/progress.hpp"
#include "interp/commands/cli.hpp"
#include "interp/language/format/native.hpp"

namespace coreecs {

namespace {

/// Opens closed standard streams, so that no other file takes their place.
void keep_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) == -1)
      static_cast<void>(open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

/// Called for exceptions that must not be thrown, as by the JSON library's destructors without memory.
[[noreturn]] void terminated() {
  const std::exception_ptr thrown = std::current_exception();
  const auto fail = [&]() -> int {
    if (thrown) std::rethrow_exception(thrown);
    throw std::logic_error("std::terminate was called");
  };
  const ProgressLine::Away away;
  std::_Exit(coreecs::status_of(fail, no_memory));
}

}  // namespace

int cli(int argc, const char* const* argv) {
  keep_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);  // writing fails instead
  std::signal(SIGXFSZ, SIG_IGN);  // the same, for a file larger than the process may write
  std::set_terminate(terminated);
  return status_of([&] { return command_line(argc, argv); }, no_memory);
}

int cli(const Program& program, int argc, const char* const* argv) {
  const Native native(program);
  return cli(argc, argv);
}

}  // namespace coreecs
