/// Two runs side by side: their steps from where they part, without those that change nothing.
#pragma once

#include <string>
#include <vector>

namespace coreecs {

inline constexpr std::size_t line_width = 100;  ///< in columns

/// Words with spaces between them, on as many lines as they need.
[[nodiscard]] std::string paragraph(const std::string& first_margin, const std::string& margin,
                                    const std::vector<std::string>& words);
/// The same for the words of a text.
[[nodiscard]] std::string paragraph(const std::string& first_margin, const std::string& margin,
                                    const std::string& text);
/// "left out: 2 that change nothing", if there are any.
[[nodiscard]] std::string left_out(const std::string& margin, std::size_t idle);
/// The first steps from where runs part, after a », in paragraphs. `parting` steps before it are the same in both. Then
/// the numbers of further steps and of those left out.
[[nodiscard]] std::string parted(const std::vector<std::string>& steps, std::size_t parting, std::size_t idle);

}  // namespace coreecs
