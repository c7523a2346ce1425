#include "interp/apps/app/access.hpp"

#include <algorithm>

#include "interp/base/json/reading.hpp"

namespace coreecs::app {

namespace {

constexpr auto of_components = Component::Kind::Component;
constexpr auto of_resources = Component::Kind::Resource;

/// Yields a reader that stores names in a member.
auto labels_into(Problems& problems, const Names& names, Component::Kind kind, Labels& out) {
  return [&problems, &names, kind, &out](const Place& here, const Json& json) {
    out = read_labels(problems, here, json, names, kind);
  };
}

/// Reports labels that a system both reads and writes: a writer may read, too.
void check_apart(Problems& problems, const Place& place, const Json::Object& object, const Labels& reads,
                 const Labels& writes) {
  Labels both;
  std::set_intersection(reads.begin(), reads.end(), writes.begin(), writes.end(), std::back_inserter(both));
  if (both.empty()) return;
  const Json::Member* member = find(object, "reads");
  problems.report(place.member("reads", static_cast<std::size_t>(member - object.begin())),
                  "found a name that \"writes\" has as well; list it in \"writes\" only, which allows reading, too");
}

}  // namespace

Query read_query(Problems& problems, const Place& place, const Json& json, const Names& names) {
  Query query;
  const Json::Object* parts =
      object(problems, place, json, R"(write { "reads": ["Velocity"], "writes": ["Position"] })");
  if (!parts) return query;
  check_keys(problems, place, *parts, {}, {"reads", "writes", "optional", "with", "without", "added", "changed"});
  const auto into = [&](Labels& out) { return labels_into(problems, names, of_components, out); };
  read_members(place, *parts,
               {{"reads", into(query.reads)},
                {"writes", into(query.writes)},
                {"optional", into(query.optional)},
                {"with", into(query.filter.with)},
                {"without", into(query.filter.without)},
                {"added", into(query.added)},
                {"changed", into(query.changed)}});
  check_apart(problems, place, *parts, query.reads, query.writes);
  for (const std::size_t label : query.optional)
    if (!std::binary_search(query.reads.begin(), query.reads.end(), label) &&
        !std::binary_search(query.writes.begin(), query.writes.end(), label))
      problems.report(place.member("optional", static_cast<std::size_t>(find(*parts, "optional") - parts->begin())),
                      "found a name that neither \"reads\" nor \"writes\" has; expected names of those");
  return query;
}

void read_resources(Problems& problems, const Place& place, const Json& json, const Names& names, System& system) {
  const Json::Object* parts = object(problems, place, json, R"(write { "reads": ["Time"], "writes": ["Score"] })");
  if (!parts) return;
  check_keys(problems, place, *parts, {}, {"reads", "writes"});
  read_members(place, *parts,
               {{"reads", labels_into(problems, names, of_resources, system.reads)},
                {"writes", labels_into(problems, names, of_resources, system.writes)}});
  check_apart(problems, place, *parts, system.reads, system.writes);
}

EventAccess read_events(Problems& problems, const Place& place, const Json& json, const Names& names) {
  EventAccess events;
  const Json::Object* parts = object(problems, place, json, R"(write { "reads": ["Hit"], "sends": ["Died"] })");
  if (!parts) return events;
  check_keys(problems, place, *parts, {}, {"reads", "sends"});
  read_members(place, *parts,
               {{"reads", labels_into(problems, names, Component::Kind::Event, events.reads)},
                {"sends", labels_into(problems, names, Component::Kind::Event, events.sends)}});
  return events;
}

Commands read_commands(Problems& problems, const Place& place, const Json& json, const Names& names) {
  Commands commands;
  const Json::Object* parts = object(problems, place, json, R"(write { "insert": ["Dead"], "destroy": [{}] })");
  if (!parts) return commands;
  check_keys(problems, place, *parts, {}, {"insert", "remove", "spawn", "destroy"});
  const auto filter = [&](const Place& here, const Json& element) {
    Filter one;
    if (const Json::Object* of = object(problems, here, element, R"(write { "with": ["Enemy"], "without": [] })")) {
      check_keys(problems, here, *of, {}, {"with", "without"});
      read_members(here, *of,
                   {{"with", labels_into(problems, names, of_components, one.with)},
                    {"without", labels_into(problems, names, of_components, one.without)}});
    }
    commands.destroy.push_back(std::move(one));
  };
  read_members(place, *parts,
               {{"insert", labels_into(problems, names, of_components, commands.insert)},
                {"remove", labels_into(problems, names, of_components, commands.remove)},
                {"spawn",
                 [&](const Place& here, const Json& all) {
                   read_each(problems, here, all, "the components of each entity",
                             [&](const Place& at, const Json& one) {
                               commands.spawn.push_back(read_labels(problems, at, one, names, of_components));
                             });
                 }},
                {"destroy", [&](const Place& here, const Json& all) {
                   read_each(problems, here, all, "what the entities have, and have not", filter);
                 }}});
  return commands;
}

Duration read_duration(Problems& problems, const Place& place, const Json& json) {
  const auto number = [](const Json& one) -> std::optional<double> {
    if (const auto* n = one.as<std::int64_t>(); n && *n >= 0) return static_cast<double>(*n);
    if (const auto* x = one.as<double>(); x && *x >= 0) return *x;
    return std::nullopt;
  };
  if (const auto x = number(json)) return {*x, *x};
  const auto* both = json.as<Json::List>();
  if (both && both->size() == 2) {
    const auto least = number((*both)[0]), most = number((*both)[1]);
    if (least && most && *least <= *most) return {*least, *most};
  }
  expected(problems, place, json, "a number of at least 0, or the least and the most, as [1, 5]");
  return {};
}

}  // namespace coreecs::app
