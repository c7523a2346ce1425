/// Hashes that are stored in documents.
#pragma once

#include <string>
#include <string_view>

namespace coreecs {

/// FNV-1a, 64 bits, in hexadecimal.
[[nodiscard]] std::string hash_of(std::string_view text);

}  // namespace coreecs
