/// Problems at the end of a way through a document.
#pragma once

#include <string>
#include <vector>

#include "interp/base/json/document.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs {

/// A way through a document: keys, and positions in lists.
using Way = std::vector<std::string>;

/// The way that a JSON Pointer goes.
[[nodiscard]] Way way(const std::string& pointer);
/// Reports what is wrong at the end of a way. Where the document does not have it, it goes on with what it should have.
void report_at(Problems&, const Json& document, const Way&, const std::string& message);

}  // namespace coreecs
