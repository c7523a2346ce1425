/// What is printed, for terminals without Unicode.
#pragma once

#include <string>
#include <string_view>

namespace coreecs {

/// How what is not ASCII is spelled.
enum class Spelling {
  Unicode,  ///< as it is
  Words,    ///< our symbols as a table says, other characters as \u{1F600}: for people
  Json,     ///< \ud83d\ude00, as JSON has it
  Xml,      ///< &#128512; as SVG and DOT have it
  Mermaid   ///< #128512;
};

/// Cost: the length of the text. What is no UTF-8 is spelled byte by byte.
[[nodiscard]] std::string spelled(std::string_view text, Spelling spelling);

}  // namespace coreecs
