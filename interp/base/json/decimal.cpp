#include "interp/base/json/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace coreecs {

namespace {

#ifdef __cpp_lib_to_chars

std::string scientific(double x) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, x, std::chars_format::scientific).ptr};
}
std::string fixed(double x, std::ptrdiff_t) {
  char text[32];  // longer numbers have an exponent
  return {text, std::to_chars(text, text + sizeof text, x, std::chars_format::fixed).ptr};
}

#else  // a standard library without it: the fewest digits that read back as the same number

std::string printed(const char* format, int decimals, double x) {
  char text[64];
  return {text, static_cast<std::size_t>(std::snprintf(text, sizeof text, format, decimals, x))};
}
std::string scientific(double x) {
  int decimals = 0;
  std::string text = printed("%.*e", decimals, x);
  while (std::strtod(text.c_str(), nullptr) != x && decimals < 16) text = printed("%.*e", ++decimals, x);
  return text;
}
std::string fixed(double x, std::ptrdiff_t decimals) {
  return printed("%.*f", static_cast<int>(std::max<std::ptrdiff_t>(decimals, 0)), x);
}

#endif

}  // namespace

// Uses an exponent if it is below -4, or at least the number of digits and at least 15, as %g does.
std::string decimal(double x) {
  std::string shortest = scientific(x);  // -d.ddde-dd
  const std::size_t e = shortest.find('e');
  const auto all = std::count_if(shortest.begin(), shortest.begin() + static_cast<std::ptrdiff_t>(e),
                                 [](char c) { return '0' <= c && c <= '9'; });
  const int exponent = std::atoi(shortest.c_str() + e + 1);
  if (exponent < -4 || exponent >= std::max<std::ptrdiff_t>(all, 15)) return shortest;
  std::string text = fixed(x, all - 1 - exponent);
  return text.find('.') == text.npos ? text + ".0" : text;
}

}  // namespace coreecs
