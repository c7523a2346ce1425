#include "interp/report/count.hpp"

#include <fmt/format.h>

namespace coreecs {

namespace {

/// "7.81·10^154" of "781..." or "7.81e154"
std::string rounded(const std::string& count) {
  const std::size_t e = count.find('e');
  if (e != std::string::npos) return count.substr(0, e) + "·10^" + count.substr(e + 1);
  std::size_t exponent = count.size() - 1;
  int first = std::stoi(count.substr(0, 3)) + (count[3] >= '5' ? 1 : 0);
  if (first == 1000) {
    first = 100;
    ++exponent;
  }
  return fmt::format("{}.{:02}·10^{}", first / 100, first % 100, exponent);
}

}  // namespace

std::string show_count(const std::string& count, bool exact) {
  constexpr std::size_t readable = 15;  // digits
  const bool is_rounded = count.find('e') != std::string::npos;
  const std::string number = is_rounded || (!exact && count.size() > readable) ? rounded(count) : count;
  return number + (count == "1" ? " linearization" : " linearizations");
}

}  // namespace coreecs
