#include "interp/cli/io.hpp"

#include <fmt/format.h>

#include <map>

#include "interp/base/json/escape.hpp"

namespace coreecs {

namespace {

/// The symbols that coreecs prints, each with a unique spelling.
const std::map<std::string_view, std::string_view> symbols{
    // the calculus
    {"↦", "|->"},
    {"≜", ":="},
    {"–", "--"},
    {"⟨", "<"},
    {"⟩", ">"},
    {"⟪", "<<"},
    {"⟫", ">>"},
    {"⟦", "[["},
    {"⟧", "]]"},
    {"⨟", ";;"},
    {"∥", "||"},
    {"•", "@"},
    {"λ", "\\"},
    {"ν", "nu"},
    {"↓", "!"},
    {"⇓", "!!"},
    {"⊥", "_|_"},
    {"⊤", "T"},
    {"∅", "{}"},
    {"∈", "in"},
    {"∪", "U"},
    {"∩", "&"},
    {"⋃", "UU"},
    {"⋂", "&&"},
    {"∏", "prod"},
    {"⇀", "-/->"},
    {"≃", "~="},
    {"π", "pi"},
    {"φ", "phi"},
    {"κ", "kappa"},
    {"ℤ", "int"},
    {"′", "'"},
    {"″", "''"},
    {"∀", "forall "},
    {"∃", "exists "},
    {"⃗", "_vec"},
    // the archetype calculus
    {"𝓗", "HH"},
    {"𝒟", "DD"},
    {"Γ", "Gamma"},
    {"τ", "tau"},
    {"⊢", "|-"},
    {"⊆", "(="},
    {"⊇", "=)"},
    {"∉", "notin"},
    // operators of terms
    {"∧", "/\\"},
    {"∨", "\\/"},
    {"¬", "~"},
    {"≟", "=="},
    {"≠", "!="},
    {"≤", "<="},
    {"≥", ">="},
    {"×", "x"},
    {"·", "*"},
    {"⌈", "|^"},
    {"⌉", "^|"},
    {"⌊", "|_"},
    {"⌋", "_|"},
    // places in a schedule
    {"⁰", "^0"},
    {"¹", "^1"},
    {"²", "^2"},
    {"³", "^3"},
    {"⁴", "^4"},
    {"⁵", "^5"},
    {"⁶", "^6"},
    {"⁷", "^7"},
    {"⁸", "^8"},
    {"⁹", "^9"},
    // words
    {"§", "section "},
    {"→", "->"},
    {"…", "..."},
    {"»", ">>>"},
    {"−", "-"},
    {"µ", "u"},
    {"│", "|"},
};

std::string spelled(std::string_view character, unsigned code, Spelling spelling) {
  switch (spelling) {
    case Spelling::Unicode:
      return std::string(character);
    case Spelling::Words: {
      const auto symbol = symbols.find(character);
      return symbol == symbols.end() ? fmt::format("\\u{{{:X}}}", code) : std::string(symbol->second);
    }
    case Spelling::Json:
      return code < 0x10000 ? fmt::format("\\u{:04x}", code)
                            : fmt::format("\\u{:04x}\\u{:04x}", 0xD7C0 + (code >> 10), 0xDC00 + (code & 0x3FF));
    case Spelling::Xml:
      return fmt::format("&#{};", code);
    case Spelling::Mermaid:
      return fmt::format("#{};", code);
  }
  return {};
}

}  // namespace

std::string spelled(std::string_view text, Spelling spelling) {
  if (spelling == Spelling::Unicode) return std::string(text);
  std::string out;
  while (!text.empty()) {
    const Character next = first_character(text);
    if (next.code < 0x80)
      out += text.front();
    else
      out += spelled(text.substr(0, next.bytes), next.code, spelling);
    text.remove_prefix(next.bytes);
  }
  return out;
}

}  // namespace coreecs
