#include "interp/base/json/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace coreecs {

namespace {

std::string digits(double x, std::chars_format format) {
  char text[32];  // longer numbers have an exponent
  return {text, std::to_chars(text, text + sizeof text, x, format).ptr};
}

}  // namespace

// Uses an exponent if it is below -4, or at least the number of digits and at least 15, as %g does.
std::string decimal(double x) {
  std::string shortest = digits(x, std::chars_format::scientific);  // -d.ddde-dd
  const std::size_t e = shortest.find('e');
  const auto all = std::count_if(shortest.begin(), shortest.begin() + static_cast<std::ptrdiff_t>(e),
                                 [](char c) { return '0' <= c && c <= '9'; });
  const int exponent = std::atoi(shortest.c_str() + e + 1);
  if (exponent < -4 || exponent >= std::max<std::ptrdiff_t>(all, 15)) return shortest;
  std::string fixed = digits(x, std::chars_format::fixed);
  return fixed.find('.') == fixed.npos ? fixed + ".0" : fixed;
}

}  // namespace coreecs
