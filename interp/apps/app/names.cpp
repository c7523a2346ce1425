#include "interp/apps/app/names.hpp"

#include <algorithm>

#include "interp/base/json/reading.hpp"

namespace coreecs::app {

template <class T>
std::optional<T> Known<T>::find(Problems& problems, const Place& place, const Json& json) const {
  const auto* name = json.as<std::string_view>();
  if (!name) {
    expected(problems, place, json, "the name of a " + std::string(kind_));
    return std::nullopt;
  }
  const std::optional<T> what = find(*name);
  if (!what) problems.report_unknown(place, kind_, *name, names_);
  return what;
}

template class Known<std::size_t>;
template class Known<Node>;

void read_each(Problems& problems, const Place& place, const Json& json, std::string_view shape,
               const std::function<void(const Place&, const Json&)>& read) {
  const Json::List* elements = list(problems, place, json, shape, 0);
  for (std::size_t k = 0; elements && k < elements->size(); ++k) read(place.element(k), (*elements)[k]);
}

void read_members(const Place& place, const Json::Object& object, const Readers& readers) {
  for (std::size_t k = 0; k < object.size(); ++k)
    for (const auto& [key, read] : readers)
      if (object[k].key == key) read(place.member(object[k].key, k), object[k].value);
}

namespace {

/// What messages call one thing of a kind, and the key under which a system lists those that it accesses.
struct KindWords {
  Component::Kind kind;
  std::string one, key;
};
const KindWords& words_of(Component::Kind kind) {
  static const KindWords all[] = {{Component::Kind::Component, "component", "queries"},
                                  {Component::Kind::Resource, "resource", "resources"},
                                  {Component::Kind::Event, "event", "events"}};
  return all[static_cast<std::size_t>(kind)];
}

}  // namespace

const Known<std::size_t>& Names::of(Component::Kind kind) const {
  return kind == Component::Kind::Component ? components : kind == Component::Kind::Resource ? resources : events;
}

Labels read_labels(Problems& problems, const Place& place, const Json& json, const Names& names, Component::Kind kind) {
  const std::string& one = words_of(kind).one;
  const auto other_kind = [&](std::string_view name) -> const KindWords* {
    for (const auto other : {Component::Kind::Component, Component::Kind::Resource, Component::Kind::Event})
      if (other != kind && names.of(other).find(name)) return &words_of(other);
    return nullptr;
  };
  Labels out;
  read_each(problems, place, json, "names of " + one + "s", [&](const Place& here, const Json& element) {
    const auto* name = element.as<std::string_view>();
    const KindWords* other = name && !names.of(kind).find(*name) ? other_kind(*name) : nullptr;
    if (other)
      return problems.report(here, "found the " + other->one + " " + in_quotes(*name) + "; expected " +
                                       (one == "event" ? "an " : "a ") + one + "; " + other->one +
                                       "s are accessed by " + in_quotes(other->key));
    const std::optional<std::size_t> label = names.of(kind).find(problems, here, element);
    if (!label) return;
    const auto at = std::lower_bound(out.begin(), out.end(), *label);
    if (at != out.end() && *at == *label)
      problems.report(here, "found " + in_quotes(*name) + " twice; expected each name once");
    else
      out.insert(at, *label);
  });
  return out;
}

std::string read_text(Problems& problems, const Place& place, const Json& json) {
  if (const auto* text = json.as<std::string_view>()) return std::string(*text);
  expected(problems, place, json, "text");
  return {};
}

bool read_bool(Problems& problems, const Place& place, const Json& json) {
  if (const auto* value = json.as<bool>()) return *value;
  expected(problems, place, json, "true or false");
  return false;
}

}  // namespace coreecs::app
