/// Text in XML.
#pragma once

#include <string>
#include <string_view>

namespace coreecs {

/// Text in an element or an attribute, on one line. XML has no control characters, which `on_one_line` spells out, and
/// none of U+FFFE and U+FFFF.
[[nodiscard]] std::string in_xml(std::string_view text);

}  // namespace coreecs
