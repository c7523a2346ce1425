#include "interp/base/json/reading.hpp"

#include <algorithm>

namespace coreecs {

bool is_name(std::string_view name) {
  const auto letter = [](char c) { return ('A' <= c && c <= 'Z') || ('a' <= c && c <= 'z') || c == '_'; };
  const auto digit = [](char c) { return '0' <= c && c <= '9'; };
  return !name.empty() && name != "_" && !digit(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || digit(c); });
}

void expected(Problems& problems, const Place& place, const Json& found, std::string_view what) {
  if (found.as<Json::Refused>()) return;
  problems.report(place, "found " + describe(found) + "; expected " + std::string(what));
}

void check_name(Problems& problems, const Place& place, std::string_view name) {
  if (!is_name(name))
    problems.report(
        place, "found " + in_quotes(name) + "; expected a name: letters, digits and _, no digit first, not _ alone");
}

std::uint64_t natural_number(Problems& problems, const Place& place, const Json& json) {
  if (const auto* n = json.as<std::int64_t>(); n && *n >= 0) return static_cast<std::uint64_t>(*n);
  expected(problems, place, json, "an integer of at least 0");
  return 0;
}

const Json::Object* object(Problems& problems, const Place& place, const Json& json, std::string_view not_a_list) {
  const auto* object = json.as<Json::Object>();
  if (!object) expected(problems, place, json, "an object");
  if (json.as<Json::List>()) problems.advise(not_a_list);
  return object;
}

const Json::Object* named_members(Problems& problems, const Place& place, const Json& json,
                                  std::string_view not_a_list) {
  const Json::Object* members = object(problems, place, json, not_a_list);
  if (!members) return nullptr;
  if (members->empty()) {
    expected(problems, place, json, "at least one member");
    return nullptr;
  }
  for (std::size_t k = 0; k < members->size(); ++k)
    check_name(problems, place.member((*members)[k].key, k), (*members)[k].key);
  return members;
}

const Json::List* list(Problems& problems, const Place& place, const Json& json, std::string_view shape,
                       std::size_t least, std::size_t most) {
  const auto* list = json.as<Json::List>();
  if (!list) {
    expected(problems, place, json, "a list: " + std::string(shape));
    return nullptr;
  }
  if (least <= list->size() && list->size() <= most) return list;
  if (list->empty())
    expected(problems, place, json, shape);
  else
    problems.report(place, "found " + std::to_string(list->size()) + (list->size() == 1 ? " member" : " members") +
                               "; expected " + std::string(shape));
  return nullptr;
}

const Json::Member* only_member(Problems& problems, const Place& place, const Json::Object& object,
                                const std::vector<std::string_view>& keys) {
  if (object.size() == 1) return object.begin();
  const std::string found =
      object.empty() ? "an empty object" : "an object with " + std::to_string(object.size()) + " keys";
  problems.report(place, "found " + found + "; expected exactly one key, " + one_of(keys));
  return nullptr;
}

void check_keys(Problems& problems, const Place& place, const Json::Object& object,
                const std::vector<std::string_view>& required, const std::vector<std::string_view>& optional,
                std::string_view (*instead)(std::string_view key)) {
  std::vector<std::string_view> known = required;
  known.insert(known.end(), optional.begin(), optional.end());
  for (const std::string_view key : required)
    if (!find(object, key)) problems.report(place, "missing key " + in_quotes(key));
  for (std::size_t k = 0; k < object.size(); ++k)
    if (std::find(known.begin(), known.end(), object[k].key) == known.end()) {
      problems.report_unknown(place.member(object[k].key, k), "key", object[k].key, known);
      if (instead) problems.advise(instead(object[k].key));
    }
}

std::uint64_t DocumentReader::number(const Place& place, const Json::Object& all, std::string_view key) {
  std::uint64_t n = 0;
  with(place, all, key, [&](const Place& here, const Json& j) { n = natural_number(problems_, here, j); });
  return n;
}

std::string_view DocumentReader::text(const Place& place, const Json& json) {
  if (const auto* s = json.as<std::string_view>()) return *s;
  expected(problems_, place, json, "text");
  return {};
}

std::string DocumentReader::text(const Place& place, const Json::Object& all, std::string_view key) {
  std::string s;
  with(place, all, key, [&](const Place& here, const Json& j) { s = text(here, j); });
  return s;
}

}  // namespace coreecs
