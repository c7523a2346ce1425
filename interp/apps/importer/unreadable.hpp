#pragma once

#include <string>

#include "interp/base/json/problem.hpp"

namespace coreecs::importer {

/// A text that cannot be read, and the place; thrown within importers only.
struct Unreadable {
  TextPosition at;
  std::string message;
};

}  // namespace coreecs::importer
