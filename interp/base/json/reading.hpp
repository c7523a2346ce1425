/// The JSON shapes that the program format expects.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "interp/base/json/document.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs {

/// [A-Za-z_][A-Za-z0-9_]*, and not "_" alone.
[[nodiscard]] bool is_name(std::string_view);

/// Reports `found FOUND; expected WHAT`.
void expected(Problems&, const Place&, const Json& found, std::string_view what);
/// Reports a name that is not valid.
void check_name(Problems&, const Place&, std::string_view);

/// An integer of at least 0. Anything else is reported and read as 0.
[[nodiscard]] std::uint64_t natural_number(Problems&, const Place&, const Json&);

// These return null after reporting a value of another shape.

/// An object. Where a list is found, `not_a_list` says what to write instead.
[[nodiscard]] const Json::Object* object(Problems&, const Place&, const Json&, std::string_view not_a_list = {});
/// An object with at least one member, whose keys its author chose.
[[nodiscard]] const Json::Object* named_members(Problems&, const Place&, const Json&, std::string_view not_a_list = {});
/// A list of `least` to `most` members, which `shape` describes.
[[nodiscard]] const Json::List* list(Problems&, const Place&, const Json&, std::string_view shape, std::size_t least,
                                     std::size_t most = SIZE_MAX);
/// The only member of an object. Its key may be unknown.
[[nodiscard]] const Json::Member* only_member(Problems&, const Place&, const Json::Object&,
                                              const std::vector<std::string_view>& keys);
/// Reports missing and unknown keys, and what to write `instead` of an unknown one.
void check_keys(Problems&, const Place&, const Json::Object&, const std::vector<std::string_view>& required,
                const std::vector<std::string_view>& optional,
                std::string_view (*instead)(std::string_view key) = nullptr);

/// Reads parts of one document, and reports its problems. What has another shape is read as 0, or as no text.
class DocumentReader {
 public:
  explicit DocumentReader(Problems& problems) : problems_(problems) {}

  /// Calls read(place, value) for a member, if it is there.
  template <class Read>
  void with(const Place& place, const Json::Object& all, std::string_view key, const Read& read) {
    if (const Json::Member* member = find(all, key))
      read(place.member(key, static_cast<std::size_t>(member - all.begin())), member->value);
  }
  /// Calls read(place, value) for each member of a list.
  template <class Read>
  void list(const Place& place, const Json& json, std::size_t least, std::size_t most, const Read& read) {
    const std::string shape = least == most ? std::to_string(least) + " members" : "any number of members";
    const Json::List* elements = coreecs::list(problems_, place, json, shape, least, most);
    for (std::size_t k = 0; elements && k < elements->size(); ++k) read(place.element(k), (*elements)[k]);
  }
  template <class Read>
  void list(const Place& place, const Json::Object& all, std::string_view key, const Read& read) {
    with(place, all, key, [&](const Place& here, const Json& j) { list(here, j, 0, SIZE_MAX, read); });
  }

  [[nodiscard]] std::uint64_t number(const Place&, const Json::Object& all, std::string_view key);
  [[nodiscard]] std::string_view text(const Place&, const Json&);
  [[nodiscard]] std::string text(const Place&, const Json::Object& all, std::string_view key);

 protected:
  Problems& problems_;
};

}  // namespace coreecs
