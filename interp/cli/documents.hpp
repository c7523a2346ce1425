/// What a text is of all that the commands read and write, so that one in the place of another is called by its name.
#pragma once

#include <string>
#include <string_view>

namespace coreecs {

enum class DocumentKind { Program, App, Archetypes, Certificate, Trace, Report, Cases, Token, Imported };

/// Says of a text that is none of the kind `expected` what it is, and which commands take it, where its keys or its
/// beginning tell. Whether that has been said. Cost: its length.
[[nodiscard]] bool is_another_document(const std::string& file, std::string_view text, DocumentKind expected);

}  // namespace coreecs
