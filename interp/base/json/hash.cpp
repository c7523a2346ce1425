#include "interp/base/json/hash.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace coreecs {

std::string hash_of(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return fmt::format("{:016x}", hash);
}

}  // namespace coreecs
