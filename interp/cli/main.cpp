#include <cstdio>
#include <new>
#include <stdexcept>

#include "interp/cli/cli.hpp"

namespace {

int failed(coreecs::Status status, const char* why, const char* what = "") {
  std::fprintf(stderr, "coreecs: %s%s\n", why, what);
  return static_cast<int>(status);
}

constexpr const char* no_memory = "there is not enough memory for this";

}  // namespace

int main(int argc, char** argv) {
  using coreecs::Status;
  try {
    return coreecs::command_line(argc, argv);
  } catch (const std::bad_alloc&) {
    return failed(Status::Wrong, no_memory);
  } catch (const std::length_error&) {
    return failed(Status::Wrong, no_memory);
  } catch (const std::logic_error& bug) {
    return failed(Status::Bug, "a bug of coreecs, please report it: ", bug.what());
  } catch (const std::exception& error) {
    return failed(Status::Wrong, error.what());
  }
}
