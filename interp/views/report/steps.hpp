/// Two runs side by side: their steps from where they part, without what changes nothing.
#pragma once

#include <string>
#include <vector>

namespace coreecs {

inline constexpr std::size_t line_width = 100;  ///< in columns

/// Words with spaces between them, on as many lines as it takes.
[[nodiscard]] std::string paragraph(const std::string& first_margin, const std::string& margin,
                                    const std::vector<std::string>& words);
/// The same of the words of a text.
[[nodiscard]] std::string paragraph(const std::string& first_margin, const std::string& margin,
                                    const std::string& text);
/// "left out: 2 that change nothing", if there are some.
[[nodiscard]] std::string left_out(const std::string& margin, std::size_t idle);
/// The first steps from where they part, behind a », of which so many come before that are the same in both, in
/// paragraphs; and how many more there are, and are left out.
[[nodiscard]] std::string parted(const std::vector<std::string>& steps, std::size_t parting, std::size_t idle);

}  // namespace coreecs
