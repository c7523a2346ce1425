#include <cstdio>
#include <new>
#include <stdexcept>

#include "interp/cli/cli.hpp"

int main(int argc, char** argv) {
  try {
    return coreecs::command_line(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("coreecs: there is not enough memory for this\n", stderr);
  } catch (const std::logic_error& bug) {
    std::fprintf(stderr, "coreecs: a bug of coreecs, please report it: %s\n", bug.what());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "coreecs: %s\n", error.what());
  }
  return static_cast<int>(coreecs::Status::Wrong);
}
