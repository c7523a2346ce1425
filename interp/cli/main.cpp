#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>

#include "interp/cli/cli.hpp"

namespace {

using coreecs::Status;

int failed(Status status, const char* why, const char* what = "") {
  std::fprintf(stderr, "coreecs: %s%s\n", why, what);
  return static_cast<int>(status);
}

/// Says what the exception at hand is about.
int failed() {
  constexpr const char* no_memory = "there is not enough memory for this";
  constexpr const char* bug = "a bug of coreecs, please report it: ";
  if (!std::current_exception()) return failed(Status::Bug, bug, "std::terminate was called");
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return failed(Status::Wrong, no_memory);
  } catch (const std::length_error&) {
    return failed(Status::Wrong, no_memory);
  } catch (const std::logic_error& error) {
    return failed(Status::Bug, bug, error.what());
  } catch (const std::exception& error) {
    return failed(Status::Wrong, error.what());
  }
}

/// So that no file that is opened is taken for a standard stream which is closed.
void keep_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) == -1)
      static_cast<void>(open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

}  // namespace

int main(int argc, char** argv) {
  keep_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);                     // writing fails instead
  std::set_terminate([] { std::_Exit(failed()); });  // as where the JSON library has no memory in a destructor
  try {
    return coreecs::command_line(argc, argv);
  } catch (...) {
    return failed();
  }
}
