/// Handles exceptions that no command catches.
#pragma once

#include <cstdio>
#include <new>
#include <stdexcept>

#include "interp/base/interrupt.hpp"
#include "interp/base/json/escape.hpp"
#include "interp/cli/io.hpp"

namespace coreecs {

/// The exit status of a command, a function to int. If it throws, writes the reason to `errors`; `no_memory` yields the
/// message for a lack of memory.
template <class Command>
[[nodiscard]] int status_of(Command command, const char* (*no_memory)(), std::FILE* errors = stderr) {
  const auto failed = [errors](Status status, const char* why, const char* what = "") {
    flush_if_possible();
    std::string shown;
    try {
      shown = on_one_line(what);
    } catch (const std::bad_alloc&) {  // the message then has only the kind of error
    }
    std::fprintf(errors, "coreecs: %s%s\n", why, shown.c_str());
    return static_cast<int>(status);
  };
  try {
    return command();
  } catch (const std::bad_alloc&) {
    return failed(Status::Undecided, no_memory());
  } catch (const std::length_error&) {
    return failed(Status::Undecided, no_memory());
  } catch (const Interrupted& interrupted) {
    return failed(Status::Undecided, interrupted.what());
  } catch (const NobodyReads&) {
    return static_cast<int>(Status::Wrong);
  } catch (const std::runtime_error& error) {
    return failed(Status::Wrong, error.what());
  } catch (const std::exception& bug) {  // logic errors, and what std::get, optionals and libraries throw
    return failed(Status::Bug, "a bug in coreecs, please report it: ", bug.what());
  }
}

}  // namespace coreecs
