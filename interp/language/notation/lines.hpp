/// Text for terminals.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace coreecs {

/// Lines of at most 100 columns.
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

}  // namespace coreecs
