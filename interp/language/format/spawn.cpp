#include "interp/language/format/spawn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "interp/base/json/reading.hpp"
#include "interp/base/random.hpp"

namespace coreecs {

void read_entity(Problems& problems, const Place& place, const Json& json, const Vocabulary& vocabulary,
                 Entities* stand_ins, const std::function<void(Label, Value)>& take) {
  const Json::Object* members =
      object(problems, place, json, R"(write { "Pos": 1 }: each component with its value, null for a unit)");
  for (std::size_t k = 0; members && k < members->size(); ++k) {
    const Json::Member& member = (*members)[k];
    const Place here = place.member(member.key, k);
    const std::optional<Label> i = vocabulary.label(problems, here, member.key);
    if (!i || !vocabulary.components()[*i].type) continue;
    if (std::optional<Value> v =
            vocabulary.value(problems, here, member.value, *vocabulary.components()[*i].type, stand_ins))
      take(*i, std::move(*v));
  }
}

std::optional<Range> read_range(Problems& problems, const Place& place, std::string_view target, const Json& json,
                                const Vocabulary& vocabulary) {
  const std::string_view component = target.substr(0, target.find('.'));
  const std::optional<Label> i = vocabulary.label(problems, place, component);
  const Json::List* ends = list(problems, place, json, "the least and the greatest number", 2, 2);
  if (!i || !vocabulary.components()[*i].type) return std::nullopt;
  const auto number = find_number(problems, place, target.substr(component.size()), *vocabulary.components()[*i].type);
  if (!number || !ends) return std::nullopt;
  const auto lo = vocabulary.value(problems, place.element(0), (*ends)[0], number->first);
  const auto hi = vocabulary.value(problems, place.element(1), (*ends)[1], number->first);
  if (!lo || !hi) return std::nullopt;
  Range range{*i, number->second, *lo, *hi};
  check_range(problems, place, range);
  return range;
}

Blueprint read_blueprint(Problems& problems, const Place& place, const Json::Object& members,
                         const Vocabulary& vocabulary) {
  Blueprint parts;
  for (std::size_t j = 0; j < members.size(); ++j) {
    const Json::Member& part = members[j];
    const Place here = place.member(part.key, j);
    if (part.key == "components")
      read_entity(problems, here, part.value, vocabulary, nullptr,
                  [&](Label i, Value v) { parts.components.emplace_back(i, std::move(v)); });
    if (part.key != "one_of" && part.key != "ranges") continue;
    const Json::Object* all = object(problems, here, part.value);
    for (std::size_t k = 0; all && k < all->size(); ++k) {
      const Json::Member& one = (*all)[k];
      const Place at = here.member(one.key, k);
      if (part.key == "ranges") {
        if (std::optional<Range> range = read_range(problems, at, one.key, one.value, vocabulary))
          parts.ranges.push_back(std::move(*range));
        continue;
      }
      const std::optional<Label> i = vocabulary.label(problems, at, one.key);
      const Json::List* values = list(problems, at, one.value, "one or more values", 1);
      if (!i || !values || !vocabulary.components()[*i].type) continue;
      auto& choice = parts.one_of.emplace_back(*i, std::vector<Value>());
      for (std::size_t n = 0; n < values->size(); ++n)
        if (auto v = vocabulary.value(problems, at.element(n), (*values)[n], *vocabulary.components()[*i].type))
          choice.second.push_back(std::move(*v));
    }
  }
  return parts;
}

namespace {

constexpr std::uint64_t most_spawned = std::uint64_t{1} << 24;

/// A number of the range, each with equal probability.
Value drawn(const Range& range, Random& random) {
  if (const auto* lo = std::get_if<std::int64_t>(&range.lo.sum()))
    return random.between(*lo, range.hi.as<std::int64_t>());
  const double lo = range.lo.as<double>(), hi = range.hi.as<double>();
  const double share = static_cast<double>(random() >> 11) / 9007199254740992.0;  // of 2⁵³ steps
  return std::min(lo * (1 - share) + hi * share, hi);
}

/// The value with another number at this path.
Value with(const Value& k, std::span<const std::size_t> path, Value number) {
  if (path.empty()) return number;
  const std::span<const Value> fields = k.as<Record>().fields();
  std::vector<Value> changed(fields.begin(), fields.end());
  changed[path.front()] = with(fields[path.front()], path.subspan(1), std::move(number));
  return Record(changed);
}

}  // namespace

Spawn::Spawn(Problems& problems, const Place& place, const Json& json) : place_(place) {
  members_ = object(problems, place, json, R"(write [{ "template": "soldier", "count": 400 }])");
  if (!members_) return;
  check_keys(problems, place, *members_, {"template", "count"}, {"name", "seed", "components", "one_of", "ranges"});
  const auto with = [&](std::string_view key, auto read) {
    DocumentReader(problems).with(place, *members_, key, read);
  };
  std::optional<std::string_view> name;
  for (const std::string_view key : {"template", "name"})  // the second one is preferred
    with(key, [&](const Place& here, const Json& j) {
      name = {};
      if (const auto* text = j.as<std::string_view>())
        check_name(problems, here, *(name = *text));
      else
        expected(problems, here, j, key == "name" ? "a name" : "the name of a template");
    });
  with("seed", [&](const Place& here, const Json& j) { seed_ = natural_number(problems, here, j); });
  with("count", [&](const Place& here, const Json& j) {
    const auto* n = j.as<std::int64_t>();
    if (n && *n >= 1 && static_cast<std::uint64_t>(*n) <= most_spawned)
      count_ = static_cast<std::uint64_t>(*n);
    else
      expected(problems, here, j, "an integer from 1 to 16,777,216");
  });
  if (!name) count_ = 0;
  name_ = name.value_or("");
}

std::vector<std::string> Spawn::names() const {
  std::vector<std::string> all;
  all.reserve(count_);
  // e2 comes before e10, but other names compare digit by digit
  const std::size_t width = name_ == "e" || count_ == 0 ? 1 : std::to_string(count_ - 1).size();
  for (std::uint64_t k = 0; k < count_; ++k) all.push_back(fmt::format("{}{:0{}}", name_, k, width));
  return all;
}

void Spawn::read_components(Problems& problems, const Vocabulary& vocabulary,
                            const std::optional<Blueprints>& templates) {
  if (!members_) return;
  if (const Json::Member* member = templates ? find(*members_, "template") : nullptr) {
    const auto* name = member->value.as<std::string_view>();
    std::vector<std::string_view> names;
    for (const auto& known : *templates) names.push_back(known.first);
    if (const auto found = name ? templates->find(*name) : templates->end(); found != templates->end())
      parts_.push_back(found->second);
    else if (name)
      problems.report_unknown(place_.member("template", static_cast<std::size_t>(member - members_->begin())),
                              "template", *name, names);
  }
  parts_.push_back(read_blueprint(problems, place_, *members_, vocabulary));
  std::set<Label> given;
  for (const Blueprint& parts : parts_) {
    for (const auto& [i, v] : parts.components) given.insert(i);
    for (const auto& [i, values] : parts.one_of) given.insert(i);
    for (const Range& range : parts.ranges)
      if (!range.path.empty() && !given.contains(range.i))
        problems.report(place_, "found a range of a field of " + in_quotes(vocabulary.components()[range.i].name) +
                                    ", which has no other fields; expected it in components");
  }
}

std::vector<std::pair<Label, Value>> Spawn::components(std::uint64_t k) const {
  Random random(seed_, k);
  std::map<Label, Value> all;
  for (const Blueprint& parts : parts_) {
    for (const auto& [i, v] : parts.components) all.insert_or_assign(i, v);
    for (const auto& [i, values] : parts.one_of) all.insert_or_assign(i, values[random.below(values.size())]);
    for (const Range& range : parts.ranges) {
      Value number = drawn(range, random);
      const auto found = all.find(range.i);
      all.insert_or_assign(range.i, found == all.end() ? number : with(found->second, range.path, number));
    }
  }
  return {all.begin(), all.end()};
}

}  // namespace coreecs
