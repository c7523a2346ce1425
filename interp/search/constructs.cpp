#include "interp/search/constructs.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace coreecs {

namespace {

using Tree = nlohmann::ordered_json;

void note_type(const Tree& type, Constructs& found) {
  if (type.is_object() && type.begin()->is_array()) {  // an enumeration
    found.insert("text");
    return;
  }
  if (type.is_object() && type.contains("most") && type["most"].is_number()) {
    found.insert("list");
    return note_type(type["list"], found);
  }
  found.insert(type.is_object() ? "record" : *std::find(std::begin(constructs), std::end(constructs), type));
  if (type.is_object())
    for (const Tree& field : type) note_type(field, found);
}

/// Notes each of `names` that is a key in a document, at any depth.
void note_keys(const Tree& json, std::initializer_list<std::string_view> names, Constructs& found) {
  if (!json.is_structured()) return;
  if (json.is_object())
    for (const auto& [key, part] : json.items())
      if (const auto* name = std::find(names.begin(), names.end(), key); name != names.end()) found.insert(*name);
  for (const Tree& part : json) note_keys(part, names, found);
}

/// Whether some integer in a document needs more than a double.
bool has_wide_int(const Tree& json) {
  if (json.is_structured()) return std::any_of(json.begin(), json.end(), has_wide_int);
  return json.is_number_integer() &&
         (json.get<std::int64_t>() >= exact_double_ints || json.get<std::int64_t>() <= -exact_double_ints);
}

}  // namespace

Constructs used(const Tree& program) {
  Constructs found;
  if (has_wide_int(program)) found.insert("int64");
  for (const Tree& type : program["components"]) note_type(type, found);
  for (const Tree& system : program["systems"]) {
    for (const Tree& query : system["match"])
      for (const std::string_view key : {"incl", "excl", "anyway"})
        if (query.contains(key)) found.insert(key);
    if (system["match"].size() > 1) found.insert("vector");
    note_keys(system["do"], {"attach", "detach", "new", "destroy"}, found);
  }
  note_keys(program["schedules"], {"conc", "seq", "par", "then"}, found);
  if (program.value("frames", 1) > 1) found.insert("frames");
  return found;
}

std::variant<Constructs, std::vector<Problem>> read_capabilities(std::string_view text) {
  Problems problems;
  const Document document(text, problems);
  Constructs all;
  if (const Json::Object* members = document.root() ? object(problems, {}, *document.root()) : nullptr) {
    check_keys(problems, {}, *members, {"supports"}, {});
    if (const Json::Member* supports = find(*members, "supports"))
      all = read_constructs(problems, Place().member("supports", 0), supports->value);
  }
  if (problems.empty()) return all;
  return std::move(problems).in_order(text);
}

Constructs read_constructs(Problems& problems, const Place& place, const Json& json) {
  Constructs all;
  const Json::List* names = list(problems, place, json, "names of constructs", 0, std::size(constructs));
  for (std::size_t k = 0; names && k < names->size(); ++k) {
    const auto* name = (*names)[k].as<std::string_view>();
    const auto* known = std::find(std::begin(constructs), std::end(constructs), name ? *name : "");
    if (known != std::end(constructs))
      all.insert(*known);
    else if (name)
      problems.report_unknown(place.element(k), "construct", *name, {std::begin(constructs), std::end(constructs)});
    else
      expected(problems, place.element(k), (*names)[k], "text");
  }
  return all;
}

}  // namespace coreecs
