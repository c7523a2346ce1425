#include <cstdio>
#include <new>
#include <stdexcept>

#include "interp/cli/cli.hpp"

int main(int argc, char** argv) {
  try {
    return coreecs::command_line(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("coreecs: there is not enough memory for this\n", stderr);
    return static_cast<int>(coreecs::Status::Wrong);
  } catch (const std::runtime_error& error) {
    std::fprintf(stderr, "coreecs: %s\n", error.what());
    return static_cast<int>(coreecs::Status::Wrong);
  }
}
