/// JSON text, written piece by piece.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace coreecs {

/// Appends JSON to a text, with commas between the members of objects and lists. Where one is needed is seen from the
/// end of the text, so several writers of one text can take turns. Precondition: the text is empty, or ends within an
/// object or a list. Cost: the length of what is appended.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  /// {"a": 1}, where `members` writes what is between the brackets; [1, 2], likewise.
  template <class Members>
  void object(Members members) {
    within("{", members, "}");
  }
  template <class Elements>
  void list(Elements elements) {
    within("[", elements, "]");
  }
  /// The same with a space after the first bracket and before the last: { "a": 1 } and [ 1, 2 ].
  template <class Members>
  void wide_object(Members members) {
    within("{ ", members, " }");
  }
  template <class Elements>
  void wide_list(Elements elements) {
    within("[ ", elements, " ]");
  }

  /// What comes next stands on a line of its own, behind so many spaces.
  void line(std::size_t indentation);
  /// Begins a member, whose value comes next.
  JsonWriter& key(std::string_view name);
  template <class T>
  void member(std::string_view name, const T& content) {
    key(name).value(content);
  }

  void value(std::string_view text);
  void value(double x);
  template <std::integral T>
  void value(T number) {
    if constexpr (std::same_as<T, bool>)
      token(number ? "true" : "false");
    else
      token(std::to_string(number));
  }
  /// null where there is none
  template <class T>
  void value(const std::optional<T>& content) {
    if (content)
      value(*content);
    else
      token("null");
  }
  void null() { token("null"); }
  /// A value that is JSON text already.
  void written(std::string_view json) { token(json); }

 private:
  template <class Inside>
  void within(std::string_view first, Inside inside, std::string_view last) {
    token(first);
    inside();
    if (out_.ends_with(' ')) out_.pop_back();
    out_ += last;
  }
  /// Appends the comma, if one is needed; whether it was.
  bool comma();
  void token(std::string_view text);

  std::string& out_;
};

/// The shortest decimal that reads back as x, always with a point or an exponent. Precondition: x is finite.
[[nodiscard]] std::string json_number(double x);
/// A JSON string with its quotes. Precondition: it is UTF-8.
[[nodiscard]] std::string json_string(std::string_view text);

}  // namespace coreecs
