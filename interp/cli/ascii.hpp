/// Output for terminals without Unicode.
#pragma once

#include <string>
#include <string_view>

namespace coreecs {

/// The spelling of characters outside ASCII.
enum class Spelling {
  Unicode,  ///< unchanged
  Words,    ///< symbols of coreecs by a table, other characters as \u{1F600}: for people
  Json,     ///< \ud83d\ude00, as in JSON
  Xml,      ///< &#128512; as in SVG and DOT
  Mermaid   ///< #128512;
};

/// Cost: the length of the text. Invalid UTF-8 is spelled byte by byte.
[[nodiscard]] std::string spelled(std::string_view text, Spelling spelling);

}  // namespace coreecs
