/// Problems at the end of a way through a document.
#pragma once

#include <string>
#include <vector>

#include "interp/base/json/document.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs {

/// A way through a document: keys, and positions in lists.
using Way = std::vector<std::string>;

/// The way of a JSON Pointer.
[[nodiscard]] Way way(const std::string& pointer);
/// Reports a message at the end of a way, even if the document does not have all of it.
void report_at(Problems&, const Json& document, const Way&, const std::string& message);

}  // namespace coreecs
