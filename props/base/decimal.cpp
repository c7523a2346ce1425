// Reals in decimal: the fewest digits that read back, the same in values, documents, messages and in text_of.
#include "interp/base/json/decimal.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "interp/base/json/document.hpp"
#include "interp/base/json/writer.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/run/execution.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

/// The digits of a decimal that count: without zeros before them, and without those behind them.
std::string significant(const std::string& decimal) {
  std::string digits;
  for (const char c : decimal.substr(0, decimal.find('e')))
    if ('0' <= c && c <= '9' && !(digits.empty() && c == '0')) digits += c;
  digits.erase(digits.find_last_not_of('0') + 1);
  return digits;
}

/// Whether a decimal of n digits reads back as x: the nearest one at and the nearest one above and below it.
bool is_read_back(double x, std::size_t n) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*e", static_cast<int>(n) - 1, x);
  const std::string nearest = text;
  const long double step =
      std::pow(10.0L, std::atoi(nearest.c_str() + nearest.find('e') + 1) - static_cast<int>(n) + 1);
  for (const int k : {-1, 0, 1}) {
    std::snprintf(text, sizeof text, "%.*Le", static_cast<int>(n) - 1,
                  std::strtold(nearest.c_str(), nullptr) + k * step);
    if (std::strtod(text, nullptr) == x) return true;
  }
  return false;
}

/// What text_of makes of a real.
std::string text_of(double x) {
  static const Program program = loaded(R"({ "components": { "X": "real", "T": "text" },
    "systems": { "s": { "match": [{ "entity": "e", "incl": { "X": "x" } }],
                        "do": { "attach": ["T", "e", { "text_of": "x" }] } } },
    "schedules": { "z": { "conc": "s" } }, "entities": { "e": { "X": 1.0 } } })");
  Program one = program;
  one.start = std::move(one.start).with(0, Entity(std::uint64_t{0}), Value(x));
  Execution run(one, one.schedules[0]);
  run.advance();
  return run.state().at({Entity(std::uint64_t{0}), 1})->as<Text>().get();
}

void check_decimal(double x) {
  const std::string shown = decimal(x);
  CAPTURE(shown);
  const double again = std::strtod(shown.c_str(), nullptr);
  CHECK(std::bit_cast<std::uint64_t>(again) == std::bit_cast<std::uint64_t>(x));
  CHECK(shown.find_first_of(".e") != shown.npos);
  const std::size_t digits = significant(shown).size();
  CHECK(digits <= 17);
  if (digits > 1) CHECK_FALSE(is_read_back(std::fabs(x), digits - 1));
  CHECK(text_of(x) == shown);
  CHECK(describe(Json(x)) == shown);
  std::string out;
  JsonWriter(out).value(x);
  CHECK(out == shown);
  out.clear();
  const Schema schema;
  const Names names({});
  Notation{schema, names}.value(out, Value(x), Type{});
  CHECK(out == shown);
}

}  // namespace

TEST_CASE("reals have the fewest digits that read back: all powers of two, and denormals") {
  for (int exponent = -1022; exponent <= 1023; ++exponent) check_decimal(std::ldexp(1.0, exponent));
  for (std::uint64_t k = 0; k < 1000; ++k) {
    const std::uint64_t bits = k < 500 ? k + 1 : (std::uint64_t{1} << 52) * (k - 499) / 501 - k;
    double x = 0;
    std::memcpy(&x, &bits, sizeof x);
    REQUIRE(std::fpclassify(x) == FP_SUBNORMAL);
    check_decimal(x);
  }
}

TEST_CASE("decimal") {
  prop("reals have the fewest digits that read back, whatever their bits are", [] {
    const auto bits = *rc::gen::arbitrary<std::uint64_t>();
    double x = 0;
    std::memcpy(&x, &bits, sizeof x);
    if (std::isfinite(x)) check_decimal(x);
  });
}

TEST_CASE("reals have an exponent where %g with 15 digits, or as many as there are, has one") {
  for (const char* text : {"0.0",
                           "-0.0",
                           "1.0",
                           "0.1",
                           "-2.5",
                           "5e-324",
                           "-5e-324",
                           "1e+22",
                           "1e-05",
                           "0.0001",
                           "100000000000000.0",
                           "1e+15",
                           "123456789012345.0",
                           "1234567890123456.0",
                           "12345678901234568.0",
                           "1.2345678901234568e+17",
                           "5e+22",
                           "1e+23",
                           "1.7976931348623157e+308",
                           "2.2250738585072014e-308",
                           "0.30000000000000004"})
    CHECK(decimal(std::strtod(text, nullptr)) == text);
}
