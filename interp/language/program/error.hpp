/// A system or an invariant that failed while running (program format §6): an outcome of the program, not a bug of
/// ours.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "semantics/parameters.hpp"

namespace coreecs {

/// what() is only the message, e.g. "division by zero". The caller that runs the system adds schedule and frame.
struct RuntimeError : std::runtime_error {
  RuntimeError(std::string system, std::vector<Entity> entities, std::string pointer, const std::string& what)
      : std::runtime_error(what),
        system(std::move(system)),
        entities(std::move(entities)),
        pointer(std::move(pointer)) {}

  std::string system;            ///< its name, or that of the invariant
  bool invariant = false;        ///< whether `system` is an invariant
  std::vector<Entity> entities;  ///< the entity vector of the match
  std::string pointer;           ///< the JSON Pointer of the term; empty for a system that is not from JSON
  std::optional<std::string> schedule = {};
  std::optional<std::uint64_t> frame = {};
};

}  // namespace coreecs
