/// Text for terminals.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coreecs {

inline constexpr std::size_t line_width = 100;  ///< in columns

/// Lines of at most this width.
class Lines {
 public:
  /// Adds an indented line. If it is too long, it continues on the next one, further indented. `rule` is the id of its
  /// equation, and stands at its end. Throws Interrupted before it adds anything.
  void add(std::size_t indentation, const std::string& line, std::string_view rule = {});
  void blank() { out_ += "\n"; }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

/// The columns of a text on a terminal. Precondition: it has no wide characters.
[[nodiscard]] std::size_t columns(std::string_view text);

/// Words with spaces between them, on as many lines as they need.
[[nodiscard]] std::string paragraph(const std::string& first_margin, const std::string& margin,
                                    const std::vector<std::string>& words);
/// The same for the words of a text.
[[nodiscard]] std::string paragraph(const std::string& first_margin, const std::string& margin,
                                    const std::string& text);

}  // namespace coreecs
