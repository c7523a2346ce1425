/// JSON text, written piece by piece: with line breaks where the writer is told so, or laid out for people.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace coreecs {

/// Appends a JSON value to a text, with commas between the members of objects and lists. The text may be taken away
/// while it is written: a writer does not look at it. Cost: the length of what is appended.
class JsonWriter {
 public:
  /// A writer that breaks lines where `line` says so.
  explicit JsonWriter(std::string& out) : out_(out) {}
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  /// {"a": 1}, where `members` writes what is between the brackets; [1, 2], likewise.
  template <class Members>
  void object(const Members& members) {
    within('{', false, members, '}');
  }
  template <class Elements>
  void list(const Elements& elements) {
    within('[', false, elements, ']');
  }
  /// The same with a space after the first bracket and before the last: { "a": 1 } and [ 1, 2 ].
  template <class Members>
  void wide_object(const Members& members) {
    within('{', true, members, '}');
  }
  template <class Elements>
  void wide_list(const Elements& elements) {
    within('[', true, elements, ']');
  }

  /// Without any spaces, whatever `value` writes: {"a":1,"b":[1,2]}. Precondition: it is the value of a key, or the
  /// whole text, and that is not laid out.
  template <class Value>
  void compact(const Value& value) {
    const bool spaces = std::exchange(spaces_, false);
    value();
    spaces_ = spaces;
  }

  /// What comes next stands on a line of its own, behind so many spaces. In a text that is laid out this is heard only
  /// after a first bracket: each member of that object or list gets a line of its own, whether all fit on one or not.
  JsonWriter& line(std::size_t indentation);
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
      written(number ? "true" : "false");
    else
      written(std::to_string(number));
  }
  /// null where there is none
  template <class T>
  void value(const std::optional<T>& content) {
    if (content)
      value(*content);
    else
      null();
  }
  void null() { written("null"); }
  /// A value that is JSON text already, on one line.
  void written(std::string_view json);

 private:
  friend std::string laid_out(const std::function<void(JsonWriter&)>& write);

  /// An object or a list that is being written.
  struct Group {
    bool wide = false;
    bool broken = false;    ///< each member stands on a line of its own
    std::size_t after = 0;  ///< how many columns its last member must leave free on its line
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
  /// Begins a group; the one that it is in.
  Group open(char bracket, bool wide);
  void close(char bracket, const Group& around);
  /// What comes before the next member.
  void separate();
  void new_line(std::size_t indentation);
  void put(std::string_view text);

  std::string& out_;
  Layout* layout_ = nullptr;  ///< of a text that is laid out
  Group group_;
  Next next_ = Next::Value;
  bool spaces_ = true;
};

/// The JSON document that `write` writes, laid out for people, with a line break at its end: what fits stands on one
/// line of 120 columns; of what does not, each member stands on a line of its own, but an only member stays with its
/// brackets. `write` is called twice, to measure and to write, and must write the same both times. Cost: twice that of
/// `write`, and a few bytes for each object and list; beyond a depth of 256 lines are indented no further.
[[nodiscard]] std::string laid_out(const std::function<void(JsonWriter&)>& write);

}  // namespace coreecs
