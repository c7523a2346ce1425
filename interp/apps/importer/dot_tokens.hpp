/// The tokens of the DOT language.
#pragma once

#include <string_view>

#include "interp/apps/importer/unreadable.hpp"

namespace coreecs::importer {

struct DotToken {
  enum class Kind { Id, Keyword, Symbol, End };

  Kind kind = Kind::End;
  std::string text;  ///< a keyword in lower case; a symbol is "->", "--" or one character
  bool html = false;
  TextPosition at;
};

/// Yields one token after the other, skips comments, and concatenates texts joined by +. Throws Unreadable.
class DotTokens {
 public:
  explicit DotTokens(std::string_view text) : text_(text) { advance(); }

  [[nodiscard]] const DotToken& current() const { return current_; }
  /// Returns the current token and moves on to the next one.
  DotToken take();

 private:
  void advance();
  DotToken next();
  void skip();
  DotToken quoted();
  DotToken html();
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  char get();

  std::string_view text_;
  std::size_t at_ = 0;
  TextPosition place_;
  DotToken current_;
};

}  // namespace coreecs::importer
