/// Text for terminals.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace coreecs {

/// Lines of at most 100 columns.
class Lines {
 public:
  /// A line behind so many spaces. Where it is too long it goes on in the next one, further in. `rule` is the id of the
  /// equation that it is, which stands at its end. Throws Interrupted before it adds anything.
  void add(std::size_t indentation, const std::string& line, std::string_view rule = {});
  void blank() { out_ += "\n"; }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

/// Its columns on a terminal, for text without wide characters.
[[nodiscard]] std::size_t columns(std::string_view text);

}  // namespace coreecs
