#include "interp/apps/app/read_condition.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/json/reading.hpp"
#include "interp/base/json/tree.hpp"

namespace coreecs::app {

namespace {

using Tree = nlohmann::ordered_json;

constexpr std::string_view shape =
    R"(a condition, such as a name, { "in_state": ["State", "Menu"] } or { "not": "paused" })";

/// The text between "name(" and ")", without spaces around it; nothing if the text has another form.
std::optional<std::string_view> argument(std::string_view text, std::string_view name) {
  if (text.size() < name.size() + 2 || text.substr(0, name.size()) != name || text[name.size()] != '(' ||
      text.back() != ')')
    return std::nullopt;
  text = text.substr(name.size() + 1, text.size() - name.size() - 2);
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return std::nullopt;
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::string query_of(const Tree& match, const Tree& where) {
  Tree all{{"match", match}};
  if (!where.is_null()) all["where"] = where;
  return compact(all);
}

}  // namespace

void ConditionReader::define(const Place& place, const Json& json) {
  const Json::Object* all =
      object(problems_, place, json, R"(write { "playing": { "in_state": ["State", "Playing"] } }: each has a name)");
  for (std::size_t k = 0; all && k < all->size(); ++k)
    defined_.emplace((*all)[k].key, Definition{k, &(*all)[k].value, {}});
  for (std::size_t k = 0; all && k < all->size(); ++k) {
    const std::string_view name = (*all)[k].key;
    add(std::string(name), named(place.member(name, k), name, 0), compact(tree((*all)[k].value)));
    app_.conditions.back().defined = true;
  }
}

void ConditionReader::add_enumeration(std::size_t resource, const Json& type) {
  const auto* parts = type.as<Json::Object>();
  const Json::Member* texts = parts ? coreecs::find(*parts, "enum") : nullptr;
  const auto* all = texts ? texts->value.as<Json::List>() : nullptr;
  if (!all || parts->size() != 1) return;
  std::vector<std::string> values;
  for (const Json& one : *all)
    if (const auto* text = one.as<std::string_view>()) values.emplace_back(*text);
  enumerations_.emplace_back(resource, std::move(values));
}

std::string ConditionReader::use(const Place& place, const Json& json) {
  const auto* name = json.as<std::string_view>();
  if (name && defined_.find(*name) != defined_.end()) return std::string(*name);
  RunCondition is = read(place, json, 0);
  if (name) {
    if (is.form != RunCondition::Form::Unknown) add(std::string(*name), std::move(is), {});
    return std::string(*name);
  }
  const std::string written = compact(tree(json));
  std::string shown = app::shown(is, app_);
  const auto taken = [&](const NamedCondition& other) { return other.name == shown && other.json != written; };
  if (std::any_of(app_.conditions.begin(), app_.conditions.end(), taken)) shown = written;
  add(shown, std::move(is), written);
  return shown;
}

void ConditionReader::add(std::string name, RunCondition is, std::string json) {
  const auto same = [&](const NamedCondition& other) { return other.name == name; };
  if (std::any_of(app_.conditions.begin(), app_.conditions.end(), same)) return;
  app_.conditions.push_back({std::move(name), std::move(is), std::move(json)});
}

RunCondition ConditionReader::named(const Place& place, std::string_view name, std::size_t depth) {
  if (const auto at = defined_.find(name); at != defined_.end()) {
    Definition& of = at->second;
    if (of.open) {
      problems_.report(place, "found " + in_quotes(name) + ", which is defined by itself; expected another condition");
      return {};
    }
    if (!of.is) {
      of.open = true;
      const Place root, all = root.member("conditions", 0);
      of.is =
          of.json->as<std::string_view>() ? RunCondition{} : read(all.member(at->first, of.position), *of.json, depth);
      if (of.json->as<std::string_view>())
        expected(problems_, all.member(at->first, of.position), *of.json, "an object");
      if (of.is->form == RunCondition::Form::Reads) of.is->text = std::string(name);
      of.open = false;
    }
    return *of.is;
  }
  if (const auto inner = argument(name, "not")) {
    RunCondition negated =
        depth < most_deep ? named(place, *inner, depth + 1) : RunCondition{.text = std::string(*inner)};
    return {.form = RunCondition::Form::Not, .parts = {std::move(negated)}};
  }
  if (const auto event = argument(name, "on_event"); event && names_.happening.find(*event))
    return on_event(place, Json(*event));
  if (auto state = state_named(name)) {
    state->place = place.pointer();
    return *state;
  }
  check_state(place, name);
  return {.text = std::string(name), .place = place.pointer()};
}

/// `in_state(Menu)` or `in_state(State::Menu)`, if exactly one resource may have this value.
std::optional<RunCondition> ConditionReader::state_named(std::string_view text) const {
  const auto inner = argument(text, "in_state");
  if (!inner) return std::nullopt;
  const std::size_t colons = inner->rfind("::");
  const std::string value(colons == std::string_view::npos ? *inner : inner->substr(colons + 2));
  const std::string_view type = colons == std::string_view::npos ? std::string_view() : inner->substr(0, colons);
  std::optional<std::size_t> found;
  for (const auto& [resource, values] : enumerations_) {
    if (std::find(values.begin(), values.end(), value) == values.end()) continue;
    if (!type.empty() && app_.components[resource].name != type) continue;
    if (found) return std::nullopt;
    found = resource;
  }
  if (!found) return std::nullopt;
  return RunCondition{.form = RunCondition::Form::Is, .label = *found, .text = compact(Tree(value)), .reads = {*found}};
}

/// Reports a value that the resource cannot have, or one that no enumeration has and that resembles one of a value.
void ConditionReader::check_state(const Place& place, std::string_view text) {
  const auto inner = argument(text, "in_state");
  if (!inner) return;
  const std::size_t colons = inner->rfind("::");
  const std::string_view value = colons == std::string_view::npos ? *inner : inner->substr(colons + 2);
  const std::string_view type = colons == std::string_view::npos ? std::string_view() : inner->substr(0, colons);
  std::vector<std::string_view> known;
  for (const auto& [resource, values] : enumerations_)
    if (type.empty() || app_.components[resource].name == type) known.insert(known.end(), values.begin(), values.end());
  if (known.empty() || std::find(known.begin(), known.end(), value) != known.end()) return;
  if (!type.empty() || !nearest(value, known).empty()) problems_.report_unknown(place, "state", value, known);
}

RunCondition ConditionReader::read(const Place& place, const Json& json, std::size_t depth) {
  if (depth > most_deep) {
    problems_.report(place, "found conditions in one another, more than " + std::to_string(most_deep) +
                                " deep; expected a flatter one");
    return {};
  }
  if (const auto* name = json.as<std::string_view>()) return named(place, *name, depth);
  const auto* members = json.as<Json::Object>();
  if (!members) {
    expected(problems_, place, json, shape);
    return {};
  }
  static const std::vector<std::string_view> forms = {"resource", "in_state", "on_event", "match", "not", "and", "or"};
  check_keys(problems_, place, *members, {},
             {"resource", "is", "in_state", "on_event", "match", "where", "not", "and", "or", "reads"});
  RunCondition out;
  std::size_t found = 0;
  for (std::size_t k = 0; k < members->size(); ++k) {
    const Json::Member& member = (*members)[k];
    if (std::find(forms.begin(), forms.end(), member.key) == forms.end()) continue;
    if (++found == 1) out = form_of(place.member(member.key, k), member, k, *members, depth);
  }
  const Json::Member* reads = coreecs::find(*members, "reads");
  const auto at = [&](const Json::Member* member) {
    return place.member(member->key, static_cast<std::size_t>(member - members->begin()));
  };
  const Json::Member* is = coreecs::find(*members, "is");
  if (is && !coreecs::find(*members, "resource")) problems_.report(at(is), "found \"is\" without \"resource\"");
  const Json::Member* where = coreecs::find(*members, "where");
  if (where && !coreecs::find(*members, "match")) problems_.report(at(where), "found \"where\" without \"match\"");
  if (found > 1 || (found == 0 && !reads)) {
    problems_.report(place, std::string("found ") + (found > 1 ? "several" : "none") +
                                " of resource, in_state, on_event, match, not, and, or; expected one, or only reads");
    return {};
  }
  if (!reads) return out;
  Labels declared = labels(at(reads), reads->value);
  out.place = place.pointer();
  out.form = found == 0 ? RunCondition::Form::Reads : out.form;
  (found == 0 ? out.reads : out.declared) = std::move(declared);
  return out;
}

RunCondition ConditionReader::form_of(const Place& here, const Json::Member& member, std::size_t,
                                      const Json::Object& all, std::size_t depth) {
  if (member.key == "resource") {
    const Json::Member* is = coreecs::find(all, "is");
    return resource_is(here, member.value, is ? &is->value : nullptr);
  }
  if (member.key == "in_state") return in_state(here, member.value);
  if (member.key == "on_event") return on_event(here, member.value);
  if (member.key == "match") {
    const Json::Member* where = coreecs::find(all, "where");
    std::string pointer = here.pointer();
    pointer.resize(pointer.size() - std::string_view("/match").size());
    return {.form = RunCondition::Form::Match,
            .text = query_of(tree(member.value), where ? tree(where->value) : Tree()),
            .place = std::move(pointer)};
  }
  if (member.key == "not") return {.form = RunCondition::Form::Not, .parts = {read(here, member.value, depth + 1)}};
  return parts(here, member.value, member.key == "and" ? RunCondition::Form::And : RunCondition::Form::Or, depth);
}

RunCondition ConditionReader::parts(const Place& place, const Json& json, RunCondition::Form form, std::size_t depth) {
  RunCondition out{.form = form};
  const Json::List* all = list(problems_, place, json, "conditions", 1);
  for (std::size_t k = 0; all && k < all->size(); ++k)
    out.parts.push_back(read(place.element(k), (*all)[k], depth + 1));
  return out;
}

// { "resource": R }, { "resource": R, "is": v }
RunCondition ConditionReader::resource_is(const Place& place, const Json& resource, const Json* value) {
  const auto label = names_.resources.find(problems_, place, resource);
  if (!label) return {};
  const bool simple = !value || value->as<bool>() || value->as<std::int64_t>() || value->as<std::string_view>();
  if (!simple) expected(problems_, place, *value, "true, false, an integer or a text; \"match\" takes any term");
  return {.form = RunCondition::Form::Is,
          .label = *label,
          .text = value && simple ? compact(tree(*value)) : "true",
          .reads = {*label},
          .place = place.pointer()};
}

// { "in_state": [R, v] }
RunCondition ConditionReader::in_state(const Place& place, const Json& json) {
  const Json::List* both = list(problems_, place, json, "[RESOURCE, VALUE]", 2, 2);
  return both ? resource_is(place.element(0), (*both)[0], &(*both)[1]) : RunCondition{};
}

// { "on_event": E }
RunCondition ConditionReader::on_event(const Place& place, const Json& json) {
  const auto label = names_.happening.find(problems_, place, json);
  if (!label) return {};
  const Tree match = Tree::array({{{"incl", {{app_.components[*label].name, "_"}}}}});
  return {.form = RunCondition::Form::Match,
          .label = *label,
          .text = query_of(match, {}),
          .reads = {*label},
          .place = place.pointer()};
}

Labels ConditionReader::labels(const Place& place, const Json& json) {
  Labels out;
  read_each(problems_, place, json, "names of components and resources", [&](const Place& here, const Json& one) {
    if (const auto label = names_.any.find(problems_, here, one)) out.push_back(*label);
  });
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace coreecs::app
