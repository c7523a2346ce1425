// Text that others wrote, as it is shown.
#include "interp/base/json/escape.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

/// A code point in UTF-8.
std::string utf8(unsigned code) {
  const auto byte = [](unsigned b) { return static_cast<char>(static_cast<unsigned char>(b)); };
  const auto next = [&](unsigned shift) { return byte(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0 | code >> 6), next(0)};
  if (code < 0x10000) return {byte(0xE0 | code >> 12), next(6), next(0)};
  return {byte(0xF0 | code >> 18), next(12), next(6), next(0)};
}

}  // namespace

TEST_CASE("each code point is shown as itself or by an escape, and JSON means it") {
  const std::vector<std::pair<unsigned, unsigned>> ranges{{0, 0x1F},        {0x7F, 0x9F},     {0x61C, 0x61C},
                                                          {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}};
  for (unsigned code = 0; code <= 0x10FFFF; code += code < 0x3000 ? 1 : 61) {
    if (0xD800 <= code && code <= 0xDFFF) continue;
    const std::string text = utf8(code), shown = on_one_line("a" + text + "b"), json = json_string(text);
    const bool escaped = std::any_of(ranges.begin(), ranges.end(),
                                     [&](const auto& range) { return range.first <= code && code <= range.second; });
    CAPTURE(code);
    CHECK((shown == "a" + text + "b") == !escaped);
    if (escaped) CHECK(std::all_of(shown.begin(), shown.end(), [](char c) { return ' ' <= c && c <= '~'; }));
    if (escaped) CHECK(std::all_of(json.begin(), json.end(), [](char c) { return ' ' <= c && c <= '~'; }));
    CHECK(nlohmann::json::parse(json) == text);
  }
}

TEST_CASE("escapes are those of JSON, and bytes that are no UTF-8 are shown one by one") {
  CHECK(on_one_line("a\n\t\r\x1b\x7f\xC2\x9B\xE2\x80\xAE") == "a\\n\\t\\u000d\\u001b\\u007f\\u009b\\u202e");
  CHECK(on_one_line("\xFF \xC0\xAF \xE0\x80\x9B \xED\xA0\x80 \xF4\x90\x80\x80 \xE2\x80") ==
        "\\xff \\xc0\\xaf \\xe0\\x80\\x9b \\xed\\xa0\\x80 \\xf4\\x90\\x80\\x80 \\xe2\\x80");
  CHECK(on_one_line("\xC3\xA9 \xE2\x86\xA6 \xF0\x9F\x98\x80") == "\xC3\xA9 \xE2\x86\xA6 \xF0\x9F\x98\x80");
  CHECK(json_string("a\"\\\b\f\n\r\t\x01\x7f") == R"("a\"\\\b\f\n\r\t\u0001\u007f")");
  CHECK(json_string("\xFFx\xE2\x80") == "\"\xEF\xBF\xBDx\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

TEST_CASE("escape") {
  prop("whatever the bytes are, what is shown is UTF-8 without what is escaped, and so is JSON", [] {
    const auto bytes = *rc::gen::arbitrary<std::string>();
    const std::string shown = on_one_line(bytes), json = json_string(bytes);
    RC_ASSERT(on_one_line(shown) == shown);
    RC_ASSERT(on_one_line(json) == json);
    RC_ASSERT(nlohmann::json::accept(json));
    if (shown == bytes) RC_ASSERT(nlohmann::json::parse(json) == bytes);
  });
}
