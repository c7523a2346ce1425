/// Writes JSON text piece by piece, with line breaks set by the caller, or laid out for people.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace coreecs {

/// Appends a JSON value to a text, with commas between the members of objects and lists. The caller may empty the text
/// meanwhile: a writer does not read it. Cost: the length of what is appended.
class JsonWriter {
 public:
  /// A writer that breaks lines only at calls of `line`.
  explicit JsonWriter(std::string& out) : out_(out) {}
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  /// Writes {"a": 1} or [1, 2], where `members` or `elements` writes what is between the brackets.
  template <class Members>
  void object(const Members& members) {
    within('{', false, members, '}');
  }
  template <class Elements>
  void list(const Elements& elements) {
    within('[', false, elements, ']');
  }
  /// The same with spaces inside the brackets: { "a": 1 } and [ 1, 2 ].
  template <class Members>
  void wide_object(const Members& members) {
    within('{', true, members, '}');
  }
  template <class Elements>
  void wide_list(const Elements& elements) {
    within('[', true, elements, ']');
  }

  /// Writes everything in `value` without spaces: {"a":1,"b":[1,2]}. Precondition: this is the value of a key or the
  /// whole text, and the text is not laid out.
  template <class Value>
  void compact(const Value& value) {
    const bool spaces = std::exchange(spaces_, false);
    value();
    spaces_ = spaces;
  }

  /// Puts what comes next on a new line, indented by this many spaces. In a text that is laid out, this has an effect
  /// only after a first bracket: it gives each member of that object or list its own line, even if all fit on one.
  JsonWriter& line(std::size_t indentation);
  /// Begins a member; its value comes next.
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
      written(number ? "true" : "false");
    else
      written(std::to_string(number));
  }
  /// Writes null if there is no value.
  template <class T>
  void value(const std::optional<T>& content) {
    if (content)
      value(*content);
    else
      null();
  }
  void null() { written("null"); }
  /// Writes a value that is already JSON text, on one line.
  void written(std::string_view json);

 private:
  friend std::string laid_out(const std::function<void(JsonWriter&)>& write);

  /// An object or a list that is being written.
  struct Group {
    bool wide = false;
    bool broken = false;    ///< each member stands on a line of its own
    std::size_t after = 0;  ///< the number of columns that must stay free after its last member
    std::size_t number = 0;
  };
  struct Layout;
  enum class Next { First, Further, Value };  ///< a group's first member, a further one, the value of a member

  JsonWriter(std::string& out, Layout& layout) : out_(out), layout_(&layout) {}

  template <class Inside>
  void within(char first, bool wide, Inside inside, char last) {
    const Group around = open(first, wide);
    inside();
    close(last, around);
  }
  /// Begins a group, and returns the surrounding one.
  Group open(char bracket, bool wide);
  void close(char bracket, const Group& around);
  /// Writes what comes before the next member.
  void separate();
  void new_line(std::size_t indentation);
  void put(std::string_view text);

  std::string& out_;
  Layout* layout_ = nullptr;  ///< only of a text that is laid out
  Group group_;
  Next next_ = Next::Value;
  bool spaces_ = true;
};

/// The JSON document that `write` writes, laid out for people, with a line break at its end. What fits stands on one
/// line of 120 columns. Otherwise each member has its own line, but an only member stays with its brackets. Calls
/// `write` twice, to measure and to write; it must write the same both times. Cost: twice that of `write`, and a few
/// bytes for each object and list. Lines are indented for at most 256 levels.
[[nodiscard]] std::string laid_out(const std::function<void(JsonWriter&)>& write);

}  // namespace coreecs
