/// The problems of a document, as data (program format §6).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interp/base/json/escape.hpp"

namespace coreecs {

/// A place in a text. Both count from 1; columns are bytes.
struct TextPosition {
  std::size_t line = 1;
  std::size_t column = 1;

  friend bool operator==(const TextPosition&, const TextPosition&) = default;
};

/// One problem, e.g. at "/fram" `unknown key "fram"; expected one of name, frames; did you mean "frames"?`.
struct Problem {
  std::string place;  ///< a JSON Pointer ("" is the whole document), or line:column
  std::string message;
  std::optional<TextPosition> at = {};  ///< the position of a JSON Pointer, if the text is known

  friend bool operator==(const Problem&, const Problem&) = default;
};

/// "FILE:PLACE: MESSAGE", and " (line 5, column 52)" if the position is known and not in PLACE.
[[nodiscard]] std::string show(std::string_view file, const Problem&);

/// A place in a document: a member or an element of the place `up`, which must outlive this one.
class Place {
 public:
  Place() = default;
  /// The place of a member, the `position`-th of its object, or of the `position`-th element of a list.
  [[nodiscard]] Place member(std::string_view key, std::size_t position) const {
    return Place(this, key, position, true);
  }
  [[nodiscard]] Place element(std::size_t position) const { return Place(this, {}, position, false); }

  /// The JSON Pointer. Cost: its length.
  [[nodiscard]] std::string pointer() const;
  /// The positions on the way from the root. They compare in document order.
  [[nodiscard]] std::vector<std::size_t> order() const;

 private:
  Place(const Place* up, std::string_view key, std::size_t position, bool is_member)
      : up_(up), key_(key), position_(position), is_member_(is_member) {}

  const Place* up_ = nullptr;
  std::string_view key_;
  std::size_t position_ = 0;
  bool is_member_ = false;
};

/// Collects the problems of one document.
class Problems {
 public:
  void report(const Place&, std::string message);
  /// Adds a problem that comes after those of all places.
  void report_last(Problem);
  /// `unknown KIND "NAME"; expected one of KNOWN; did you mean "KNOWN"?`
  void report_unknown(const Place&, std::string_view kind, std::string_view name,
                      const std::vector<std::string_view>& known);
  /// `unbound variable "NAME"; ...`, likewise
  void report_unbound(const Place&, std::string_view name, const std::vector<std::string_view>& known);

  /// Adds advice to the problem reported last, unless empty. Precondition: a problem was reported at a place.
  void advise(std::string_view what) {
    if (!what.empty()) found_.back().problem.message += "; " + std::string(what);
  }

  /// How many names may still be compared to find suggestions.
  [[nodiscard]] std::size_t patience() const { return patience_; }
  [[nodiscard]] bool empty() const { return found_.empty() && last_.empty(); }
  /// All problems, in document order, with their positions if the text is given. Cost: n log n; if there are any, the
  /// length of the text.
  [[nodiscard]] std::vector<Problem> in_order(std::string_view text = {}) &&;

 private:
  void report_name(const Place&, std::string what, std::string_view name, const std::vector<std::string_view>& known);

  struct Found {
    std::vector<std::size_t> order;
    Problem problem;
  };
  std::vector<Found> found_;
  std::vector<Problem> last_;
  std::size_t patience_ = 1'000'000;
};

/// Text on one line, shortened if long; a JSON Pointer, with each name shortened; text in JSON quotes.
[[nodiscard]] std::string shortened(std::string_view);
[[nodiscard]] std::string shortened_pointer(std::string_view);
[[nodiscard]] std::string in_quotes(std::string_view);
/// "one of a, b, c", the names shortened; only the first eight of more than 50. "a" if it is the only one.
[[nodiscard]] std::string one_of(const std::vector<std::string_view>&);
/// The closest known name, if about two thirds of it are right, or only its case is wrong; otherwise "".
[[nodiscard]] std::string_view nearest(std::string_view name, const std::vector<std::string_view>& known);

}  // namespace coreecs
