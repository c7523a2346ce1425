#include "interp/views/picture/picture.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace coreecs {

// For a font in which all characters have the same width, and those of East Asia twice that.
std::int64_t box_width(const std::string& label) {
  constexpr std::int64_t character = 8, margins = 20;
  std::int64_t characters = 2;
  for (const char c : label) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) characters += byte < 0xE3 ? 1 : 2;
  }
  return characters * character + margins;
}

std::string many(std::uint64_t n, const char* noun) {
  std::string digits = std::to_string(n);
  for (std::size_t j = digits.size(); j > 3; j -= 3) digits.insert(j - 3, ",");
  return fmt::format("{} {}{}", digits, noun, n == 1 ? "" : "s");
}

}  // namespace coreecs
