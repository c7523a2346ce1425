#include "interp/check/lint/rules.hpp"

#include <iterator>
#include <nlohmann/json.hpp>

#include "semantics/base/deep.hpp"

namespace coreecs {

void each_part(const nlohmann::ordered_json& json, const std::string& key, const VisitPart& visit) {
  if (!visit(key, json)) return;
  deep([&] {
    if (json.is_object())
      for (const auto& [name, part] : json.items()) each_part(part, key == "record" ? "" : name, visit);
    else if (json.is_array())
      for (const nlohmann::ordered_json& part : json) each_part(part, key, visit);
  });
}

std::size_t position(const nlohmann::ordered_json& object, const std::string& key) {
  return static_cast<std::size_t>(std::distance(object.begin(), object.find(key)));
}

void each_member(const nlohmann::ordered_json& document, const char* key, const TakeMember& take) {
  const auto section = document.find(key);
  if (section == document.end()) return;
  const Place root;
  const Place here = root.member(key, position(document, key));
  std::size_t k = 0;
  for (const auto& [name, member] : section->items()) take(here.member(name, k++), name, member);
}

}  // namespace coreecs
