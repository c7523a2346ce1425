/// JSON text as a compact tree, strictly read (program format §6).
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "interp/base/json/problem.hpp"

namespace coreecs {

/// A JSON value. Its memory belongs to a Document; a copy is a view.
class Json {
 public:
  struct Member;
  template <class T>
  struct Run {
    const T* first = nullptr;
    std::size_t count = 0;

    [[nodiscard]] const T* begin() const { return first; }
    [[nodiscard]] const T* end() const { return first + count; }
    [[nodiscard]] std::size_t size() const { return count; }
    [[nodiscard]] bool empty() const { return count == 0; }
    [[nodiscard]] const T& operator[](std::size_t k) const { return first[k]; }
  };
  using List = Run<Json>;
  /// In document order; no key occurs twice.
  using Object = Run<Member>;
  /// A value whose problem was reported while the text was read. Readers accept it as anything.
  struct Refused {};
  struct Null {};

  Json() = default;
  template <class T>
  Json(T value) : sum_(value) {}

  using Sum = std::variant<Refused, Null, bool, std::int64_t, double, std::string_view, List, Object>;
  [[nodiscard]] const Sum& sum() const { return sum_; }
  /// The value as a T, or null if it is not a T.
  template <class T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&sum_);
  }

 private:
  Sum sum_;
};

struct Json::Member {
  std::string_view key;
  Json value;
};

/// The member with this key, or null. Cost: the size of the object.
[[nodiscard]] const Json::Member* find(const Json::Object&, std::string_view key);

/// The members of an object by key. Cost: the size of the object; a look-up is constant on average.
class Members {
 public:
  explicit Members(const Json::Object&);
  /// The member with this key, or null.
  [[nodiscard]] const Json::Member* find(std::string_view key) const;

 private:
  Json::Object all_;
  std::unordered_map<std::string_view, const Json::Member*> index_;  // only of large objects
};

/// The name of a value in messages: `null`, `7`, `text "x"`, `a list`, `an empty object`.
[[nodiscard]] std::string describe(const Json&);

/// A document and its memory.
class Document {
 public:
  /// Reads JSON text. Reports problems: syntax, duplicate keys (the first counts), numbers that do not fit, nesting
  /// deeper than 256. Cost: the length of the text.
  Document(std::string_view text, Problems&);
  /// The same for a tree, which has no syntax errors and no duplicate keys. Cost: its size.
  Document(const nlohmann::ordered_json& tree, Problems&);

  /// The root value; null after a syntax error. Nested at most 256 deep.
  [[nodiscard]] const Json* root() const { return root_ ? &*root_ : nullptr; }

 private:
  class Reader;

  template <class T>
  const T* keep(const T* first, std::size_t count);

  std::vector<std::unique_ptr<unsigned char[]>> blocks_;
  std::size_t used_ = 0;
  std::size_t room_ = 0;
  std::optional<Json> root_;
};

}  // namespace coreecs
