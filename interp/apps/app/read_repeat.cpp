#include "interp/apps/app/read_repeat.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/apps/app/blocks.hpp"
#include "interp/base/json/place.hpp"
#include "interp/base/json/reading.hpp"
#include "interp/base/json/tree.hpp"

namespace coreecs::app {

namespace {

constexpr std::string_view repeat_shape =
    R"(how often the systems run in a frame: 2, [0, 3], { "resource": "Steps" }, or { "count": { "match": [...] } })";

std::optional<std::uint64_t> rounds(const Json& json) {
  const auto* n = json.as<std::int64_t>();
  if (!n || *n < 0 || static_cast<std::uint64_t>(*n) > Repeat::most_rounds) return std::nullopt;
  return static_cast<std::uint64_t>(*n);
}

/// { "sum": { "match": [{ "incl": { R: "n" } }], "of": "n" } }
std::string value_of(const std::string& resource) {
  using Tree = nlohmann::ordered_json;
  const Tree match = Tree::array({{{"incl", {{resource, "n"}}}}});
  return compact(Tree{{"sum", {{"match", match}, {"of", "n"}}}});
}

void measured(Problems& problems, const Place& place, const Json::Object& members, const Names& names, Repeat& out) {
  static const std::vector<std::string_view> keys = {"resource", "count", "sum", "min", "max"};
  const Json::Member* form = only_member(problems, place, members, keys);
  if (!form) return;
  const Place here = place.member(form->key, 0);
  if (std::find(keys.begin(), keys.end(), form->key) == keys.end())
    return problems.report_unknown(here, "number of rounds", form->key, keys);
  RunCondition number{.form = RunCondition::Form::Match, .place = here.pointer()};
  if (form->key == "resource") {
    const auto label = names.resources.find(problems, here, form->value);
    if (!label) return;
    number.label = *label;
    number.reads = {*label};
    number.text = value_of(std::string(*form->value.as<std::string_view>()));
  } else {
    number.text = compact(nlohmann::ordered_json{{std::string(form->key), tree(form->value)}});
  }
  out.number = std::move(number);
}

}  // namespace

Repeat read_repeat(Problems& problems, const Place& place, const Json& json, const Names& names) {
  Repeat out;
  out.json = compact(tree(json));
  const std::string limit = "whole numbers from 0 to " + std::to_string(Repeat::most_rounds);
  if (const auto* members = json.as<Json::Object>()) {
    measured(problems, place, *members, names, out);
  } else if (const auto* both = json.as<Json::List>()) {
    const auto least = both->size() == 2 ? rounds((*both)[0]) : std::nullopt;
    const auto most = both->size() == 2 ? rounds((*both)[1]) : std::nullopt;
    if (!least || !most || *least > *most) {
      if (least && most)
        problems.report(place, "found the least number " + std::to_string(*least) + ", above the most, " +
                                   std::to_string(*most) + "; expected it first, as [0, 3]");
      else
        problems.report(place, "found " + shortened(compact(tree(json))) +
                                   "; expected the least and the most, as [0, 3]: " + limit);
      return out;
    }
    out.least = *least;
    out.most = *most;
    if (out.is_range()) out.number = RunCondition{.form = RunCondition::Form::Reads, .place = place.pointer()};
  } else if (const auto n = rounds(json)) {
    out.least = out.most = *n;
  } else if (json.as<std::int64_t>()) {
    problems.report(place, "found " + compact(tree(json)) + "; expected one of the " + limit);
  } else {
    expected(problems, place, json, repeat_shape);
  }
  return out;
}

void check_blocks(Problems& problems, const Json& document, App& app) {
  const auto sets = members(app);
  std::vector<std::optional<std::size_t>> of(app.systems.size());
  for (std::size_t s = 0; s < sets.size(); ++s) {
    if (!app.sets[s].repeat) continue;
    const auto report = [&](const std::string& what) {
      report_at(problems, document, {"sets", app.sets[s].name, "repeat"}, what);
      app.sets[s].repeat.reset();
    };
    const auto taken = std::find_if(sets[s].begin(), sets[s].end(), [&](std::size_t system) { return of[system]; });
    const auto elsewhere = std::find_if(sets[s].begin(), sets[s].end(), [&](std::size_t system) {
      return app.systems[system].stage != app.systems[sets[s].front()].stage;
    });
    if (taken != sets[s].end()) {
      report("found a set that repeats " + in_quotes(app.systems[*taken].name) + ", which " +
             in_quotes(app.sets[*of[*taken]].name) + " repeats, too; expected each system in one such set at most");
    } else if (elsewhere != sets[s].end()) {
      report("found a set that repeats " + in_quotes(app.systems[sets[s].front()].name) + " and " +
             in_quotes(app.systems[*elsewhere].name) + ", which are in different stages; expected them in one stage");
    } else {
      for (const std::size_t system : sets[s]) of[system] = s;
    }
  }
  if (const auto set = app.keep_events_until; set && (!app.sets[*set].repeat || sets[*set].empty()))
    report_at(problems, document, {"keep_events_until"},
              "found " + in_quotes(app.sets[*set].name) +
                  ", which is no block; expected a set with \"repeat\" that has systems");
}

}  // namespace coreecs::app
