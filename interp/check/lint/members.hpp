/// Documents gone through by their members, with their places.
#pragma once

#include <nlohmann/json.hpp>

#include "interp/base/json/problem.hpp"
#include "semantics/base/deep.hpp"

namespace coreecs {

/// Goes through the parts of a document below one place, with the key that each is a member of, but for the fields of
/// records.
template <class Visit>
void each_part(const nlohmann::ordered_json& json, const std::string& key, const Visit& visit) {
  if (!visit(key, json)) return;
  deep([&] {
    if (json.is_object())
      for (const auto& [name, part] : json.items()) each_part(part, key == "record" ? "" : name, visit);
    else if (json.is_array())
      for (const nlohmann::ordered_json& part : json) each_part(part, key, visit);
  });
}

/// The place of a member among those of its object.
inline std::size_t position(const nlohmann::ordered_json& object, const std::string& key) {
  return static_cast<std::size_t>(std::distance(object.begin(), object.find(key)));
}

/// The members of a top-level key, each with its place: take(place, name, member).
template <class Take>
void each_member(const nlohmann::ordered_json& document, const char* key, const Take& take) {
  const auto section = document.find(key);
  if (section == document.end()) return;
  const Place root;
  const Place here = root.member(key, position(document, key));
  std::size_t k = 0;
  for (const auto& [name, member] : section->items()) take(here.member(name, k++), name, member);
}

}  // namespace coreecs
