#include "interp/views/report/count.hpp"

#include <fmt/format.h>

namespace coreecs {

namespace {

/// "7.81e154" of "781...". Precondition: it has three digits at least.
std::string rounded(const std::string& count) {
  std::size_t exponent = count.size() - 1;
  int first = std::stoi(count.substr(0, 3)) + (count[3] >= '5' ? 1 : 0);
  if (first == 1000) {
    first = 100;
    ++exponent;
  }
  return fmt::format("{}.{:02}e{}", first / 100, first % 100, exponent);
}

}  // namespace

std::string show_count(const std::string& count, bool exact) {
  constexpr std::size_t readable = 15;  // digits
  const bool has_all_digits = count.find('e') == std::string::npos;
  const std::string number = has_all_digits && !exact && count.size() > readable ? rounded(count) : count;
  return number + (count == "1" ? " linearization" : " linearizations");
}

}  // namespace coreecs
