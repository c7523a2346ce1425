/// A run-time error (program format §6): an invocation of a system that has no result.
#pragma once

#include <stdexcept>

#include "semantics/parameters.hpp"

namespace coreecs {

/// Thrown by system functions; what() says what happened, such as "division by zero".
struct RuntimeError : std::runtime_error {
  using std::runtime_error::runtime_error;

  std::string system;
  std::vector<Entity> entities;  ///< of the match
  std::string pointer;           ///< the JSON Pointer of the term
  std::string schedule = {};     ///< added, with the frame, by what runs the program
  std::uint64_t frame = 0;       ///< counted from 1
};

}  // namespace coreecs
