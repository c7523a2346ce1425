/// Text in XML.
#pragma once

#include <string>
#include <string_view>

namespace coreecs {

/// Text for an element or an attribute, on one line. XML has no control characters, which `on_one_line` escapes, and
/// neither U+FFFE nor U+FFFF.
[[nodiscard]] std::string in_xml(std::string_view text);

}  // namespace coreecs
