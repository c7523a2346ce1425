#include "interp/language/format/expectations.hpp"

#include <algorithm>
#include <map>

#include "interp/base/json/reading.hpp"

namespace coreecs {

namespace {

/// How a part of a component is drawn.
enum class DrawnAs { Number, Reference, Anything };

// "Where.x"
std::optional<Coordinate> read_coordinate(Problems& problems, const Place& place, const Json& json,
                                          const Vocabulary& vocabulary, DrawnAs as) {
  const auto* target = json.as<std::string_view>();
  if (!target) {
    expected(problems, place, json, "a component or a field of one, like \"Pos\" or \"Where.x\"");
    return std::nullopt;
  }
  const std::string_view component = target->substr(0, target->find('.'));
  const std::optional<Label> i = vocabulary.label(problems, place, component);
  if (!i || !vocabulary.components()[*i].type) return std::nullopt;
  const Type& type = *vocabulary.components()[*i].type;
  const std::string_view fields = target->substr(component.size());
  auto found =
      as == DrawnAs::Number ? find_number(problems, place, fields, type) : find_field(problems, place, fields, type);
  if (!found) return std::nullopt;
  if (as == DrawnAs::Reference && found->first.kind != Type::Kind::Entity) {
    problems.report(place, "found a component or field of type " + brief(TermType(found->first)) + "; expected entity");
    return std::nullopt;
  }
  return Coordinate{*i, std::move(found->second)};
}

// { "Tower": "square", "Enemy": "disc" }
std::vector<Mark> read_marks(Problems& problems, const Place& place, const Json& json, const Vocabulary& vocabulary) {
  std::vector<Mark> marks;
  const std::vector<std::string_view> known(all_marks.begin(), all_marks.end());
  const Json::Object* members = object(problems, place, json);
  for (std::size_t k = 0; members && k < members->size(); ++k) {
    const auto& [component, value] = (*members)[k];
    const Place here = place.member(component, k);
    const std::optional<Label> i = vocabulary.label(problems, here, component);
    const auto* form = value.as<std::string_view>();
    if (!form) {
      expected(problems, here, value, one_of(known));
      continue;
    }
    const auto at = std::find(known.begin(), known.end(), *form);
    if (at == known.end())
      problems.report_unknown(here, "mark", *form, known);
    else if (i)
      marks.push_back({*i, static_cast<std::size_t>(at - known.begin())});
  }
  return marks;
}

// ["Next", "Bullet.target"]
std::vector<Coordinate> read_lines(Problems& problems, const Place& place, const Json& json,
                                   const Vocabulary& vocabulary) {
  std::vector<Coordinate> lines;
  const Json::List* all = list(problems, place, json, "components, or fields, of type entity", 0);
  for (std::size_t k = 0; all && k < all->size(); ++k)
    if (auto line = read_coordinate(problems, place.element(k), (*all)[k], vocabulary, DrawnAs::Reference))
      lines.push_back(std::move(*line));
  return lines;
}

}  // namespace

std::optional<View> read_view(Problems& problems, const Place& place, const Json& json, const Vocabulary& vocabulary) {
  const Json::Object* members = object(problems, place, json);
  if (!members) return std::nullopt;
  check_keys(problems, place, *members, {"x"}, {"y", "dx", "dy", "marks", "lines", "label"});
  std::map<std::string_view, std::optional<Coordinate>> read;
  std::vector<Mark> marks;
  std::vector<Coordinate> lines;
  for (std::size_t k = 0; k < members->size(); ++k) {
    const auto& [key, value] = (*members)[k];
    const Place here = place.member(key, k);
    if (key == "marks")
      marks = read_marks(problems, here, value, vocabulary);
    else if (key == "lines")
      lines = read_lines(problems, here, value, vocabulary);
    else if (key == "label")
      read[key] = read_coordinate(problems, here, value, vocabulary, DrawnAs::Anything);
    else if (key == "x" || key == "y" || key == "dx" || key == "dy")
      read[key] = read_coordinate(problems, here, value, vocabulary, DrawnAs::Number);
  }
  if (const Json::Member* dy = find(*members, "dy"); dy && !find(*members, "y"))
    problems.report(place.member("dy", static_cast<std::size_t>(dy - members->begin())),
                    "found a dy without a y; expected both or neither");
  if (!read["x"]) return std::nullopt;
  return View{*read["x"], read["y"], read["dx"], read["dy"], std::move(marks), std::move(lines), read["label"]};
}

}  // namespace coreecs
