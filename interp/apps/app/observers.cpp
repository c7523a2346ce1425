#include "interp/apps/app/observers.hpp"

#include <algorithm>

#include "interp/apps/app/access.hpp"
#include "interp/apps/app/bodies.hpp"
#include "interp/base/interrupt.hpp"
#include "interp/base/json/reading.hpp"
#include "interp/language/program/effects.hpp"

namespace coreecs::app {

namespace {

constexpr Trigger::On all_kinds[] = {Trigger::On::Added, Trigger::On::Set, Trigger::On::Removed};

class ObserverReader {
 public:
  ObserverReader(Problems& problems, const Names& names, App& app) : problems_(problems), names_(names), app_(app) {}

  void operator()(const Place& place, const Json& json, bool bodies) {
    const Json::Object* all = object(problems_, place, json, R"(write { "count": { "on": { "added": ["Bullet"] } } })");
    for (std::size_t k = 0; all && k < all->size(); ++k) {
      interrupt::poll();
      const std::string_view name = (*all)[k].key;
      const Place here = place.member(name, k);
      if (name.empty()) problems_.report(here, "found an empty name; expected one of at least a letter");
      if (const auto node = names_.nodes.find(name))
        problems_.report(here, "found " + in_quotes(name) + ", which is the name of a " +
                                   (node->kind == Node::Kind::Set ? "set" : "system") + "; expected another name");
      Observer& one = app_.observers.emplace_back();
      one.system.name = name;
      const Json::Object* parts = object(problems_, here, (*all)[k].value);
      if (!parts) continue;
      observer(here, *parts, one);
      const bool has_body = find(*parts, "body") != nullptr;
      if (has_body && !bodies)
        problems_.report(here,
                         "found an observer with a body, but no system has one; expected none, or some systems "
                         "with bodies, which trigger it");
      if (!has_body && bodies)
        problems_.report(here,
                         "found an observer without a body beside systems with bodies; expected a body, since it runs "
                         "where they trigger it");
    }
  }

 private:
  void observer(const Place& place, const Json::Object& parts, Observer& out) {
    check_keys(problems_, place, parts, {"on"}, {"hook", "queries", "resources", "commands", "body"});
    read_members(place, parts,
                 {{"on", [&](const Place& here, const Json& j) { on(here, j, out); }},
                  {"hook", [&](const Place& here, const Json& j) { out.hook = read_bool(problems_, here, j); }},
                  {"queries",
                   [&](const Place& here, const Json& j) {
                     read_each(problems_, here, j, "queries, each an object", [&](const Place& at, const Json& one) {
                       out.system.queries.push_back(read_query(problems_, at, one, names_));
                       const Query& query = out.system.queries.back();
                       if (!query.added.empty() || !query.changed.empty())
                         problems_.report(at,
                                          "found a question about changes in an observer; expected none: an "
                                          "observer has \"on\"");
                     });
                   }},
                  {"resources",
                   [&](const Place& here, const Json& j) { read_resources(problems_, here, j, names_, out.system); }},
                  {"commands", [&](const Place& here, const Json& j) {
                     out.system.commands = read_commands(problems_, here, j, names_);
                   }}});
    if (out.hook) check_hook(place, out);
  }

  void on(const Place& place, const Json& json, Observer& out) {
    const Json::Object* kinds = object(problems_, place, json, R"(write { "added": ["Bullet"] })");
    if (!kinds) return;
    check_keys(problems_, place, *kinds, {}, {"added", "set", "removed"});
    Readers readers;
    readers.reserve(std::size(all_kinds));
    for (const Trigger::On kind : all_kinds)
      readers.emplace_back(name(kind), [this, kind, &out](const Place& here, const Json& j) {
        for (const std::size_t i : read_labels(problems_, here, j, names_, Component::Kind::Component))
          out.on.push_back({kind, i});
      });
    read_members(place, *kinds, readers);
    std::stable_sort(out.on.begin(), out.on.end(), [](const auto& a, const auto& b) { return a.on < b.on; });
    const auto names_none = [](const Json::Member& one) {
      const auto* names = one.value.as<Json::List>();
      return names && names->empty();
    };
    if (std::all_of(kinds->begin(), kinds->end(), names_none))
      problems_.report(place, R"(found no trigger; expected one at least, as { "added": ["Bullet"] })");
  }

  void check_hook(const Place& place, const Observer& hook) {
    for (const Observer& other : app_.observers)
      for (const Trigger& one : hook.on)
        if (&other != &hook && other.hook && std::find(other.on.begin(), other.on.end(), one) != other.on.end())
          problems_.report(place, "found a second hook for " + std::string(name(one.on)) + " " +
                                      in_quotes(app_.components[one.label].name) + ", beside " +
                                      in_quotes(other.system.name) +
                                      "; expected one hook: the others are observers, without \"hook\"");
  }

  Problems& problems_;
  const Names& names_;
  App& app_;
};

}  // namespace

const char* name(Trigger::On on) {
  switch (on) {
    case Trigger::On::Added:
      return "added";
    case Trigger::On::Set:
      return "set";
    case Trigger::On::Removed:
      return "removed";
  }
  return "";
}

Labels triggers(const Observer& observer, Trigger::On on) {
  Labels all;
  for (const Trigger& one : observer.on)
    if (one.on == on) all.push_back(one.label);
  return all;
}

void read_observers(Problems& problems, const Place& place, const Json& json, const Names& names, bool bodies,
                    App& app) {
  ObserverReader(problems, names, app)(place, json, bodies);
}

std::vector<std::string> undeclared(const SystemTerm& body, const Schema& schema,
                                    const std::vector<std::size_t>& labels, const Observer& observer,
                                    const std::vector<Component>& components) {
  if (body.match.empty())
    return {R"(found a body without a query; expected a first one, which matches the entity that was changed)"};
  for (const auto& constraint : observed(body.match.front()))
    if (const auto* incl = std::get_if<QueryTerm::Incl>(&constraint))
      if (components[labels[incl->i]].kind == Component::Kind::Resource)
        return {"found the resource " + in_quotes(components[labels[incl->i]].name) +
                " in the first query; expected one that matches the entity that was changed, and this query after it"};
  LabelSet touched;
  for (const QueryTerm& query : body.match)
    for (const auto& constraint : observed(query))
      touched.insert(std::visit([](const auto& c) { return c.i; }, constraint));
  for (const auto& [attach, to] : attaches(body, schema)) touched.insert(attach->i);
  for (const Label i : touched)
    if (components[labels[i]].kind == Component::Kind::Event)
      return {"found an observer that reads or sends the event " + in_quotes(components[labels[i]].name) +
              "; expected none: only systems have events"};
  System with = observer.system;
  Query of_trigger;
  for (const Trigger& one : observer.on) of_trigger.filter.with.push_back(one.label);
  std::sort(of_trigger.filter.with.begin(), of_trigger.filter.with.end());
  with.queries.push_back(std::move(of_trigger));
  return undeclared(body, schema, labels, with, components);
}

}  // namespace coreecs::app
