#include "interp/apps/app/load.hpp"

#include <algorithm>

#include "interp/apps/app/access.hpp"
#include "interp/apps/app/bodies.hpp"
#include "interp/apps/app/observers.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/apps/app/read_condition.hpp"
#include "interp/apps/app/read_repeat.hpp"
#include "interp/base/interrupt.hpp"
#include "interp/base/json/place.hpp"
#include "interp/base/json/reading.hpp"
#include "semantics/base/deep.hpp"

namespace coreecs::app {

namespace {

constexpr std::string_view insertion_orders[] = {"none", "conflicting", "all"};
constexpr std::string_view change_detections[] = {"since_last_run", "in_frame"};

/// Whether some system has a body.
bool has_body(const Json::Object& document) {
  const Json::Member* member = find(document, "systems");
  const auto* all = member ? member->value.as<Json::Object>() : nullptr;
  return all && std::any_of(all->begin(), all->end(), [](const Json::Member& system) {
           const auto* parts = system.value.as<Json::Object>();
           return parts && find(*parts, "body");
         });
}

/// Reads a document into an app: first all names, then everything that refers to them.
class Reader {
 public:
  explicit Reader(Problems& problems) : problems_(problems) {}

  App load(const Json& json);

 private:
  void components(const Place&, const Json&, Component::Kind);
  void stages(const Place&, const Json&);
  template <class Add>
  void nodes(const Place&, const Json&, std::string_view kind, Add);

  void system(const Place&, const Json&, System&);
  void set(const Place&, const Json&, Set&);
  Readers readers(Configuration&);
  std::vector<Node> node_list(const Place&, const Json&);
  void conflict(const Place&, const Json&);
  /// Yields which of these words a value is, or 0 after reporting it.
  template <std::size_t n>
  std::size_t word(const Place&, const Json&, std::string_view kind, const std::string_view (&words)[n]);
  /// Reports each event that systems read or send, and that the app does not declare; whether there are some. From
  /// then on they are known, without a type.
  bool declare_events(const Json::Object& document);
  void check_nesting(const Json& document);
  void check_order(const Json& document);

  Problems& problems_;
  App app_;
  Names names_;
  ConditionReader conditions_{problems_, names_, app_};
};

App Reader::load(const Json& json) {
  const Place root;
  const Json::Object* document = object(problems_, root, json);
  if (!document) return {};
  std::vector<std::string_view> optional = {"$schema",
                                            "about",
                                            "components",
                                            "resources",
                                            "events",
                                            "stages",
                                            "sets",
                                            "insertion_order",
                                            "chains",
                                            "conflicts",
                                            "allow_ambiguous",
                                            "conditions",
                                            "change_detection",
                                            "keep_events_until",
                                            "observers"};
  optional.insert(optional.end(), program_keys().begin(), program_keys().end());
  check_keys(problems_, root, *document, {"app", "systems"}, optional);
  const auto with = [&](std::string_view key, const auto& read) { read_members(root, *document, {{key, read}}); };

  with("components", [&](const Place& here, const Json& j) { components(here, j, Component::Kind::Component); });
  with("resources", [&](const Place& here, const Json& j) { components(here, j, Component::Kind::Resource); });
  with("events", [&](const Place& here, const Json& j) { components(here, j, Component::Kind::Event); });
  with("conditions", [&](const Place& here, const Json& j) { conditions_.define(here, j); });
  with("stages", [&](const Place& here, const Json& j) { stages(here, j); });
  with("sets", [&](const Place& here, const Json& j) {
    nodes(here, j, "set", [&](std::string_view name) {
      names_.sets.add(name, app_.sets.size());
      names_.nodes.add(name, {Node::Kind::Set, app_.sets.size()});
      app_.sets.push_back({std::string(name)});
    });
  });
  with("systems", [&](const Place& here, const Json& j) {
    nodes(here, j, "system", [&](std::string_view name) {
      names_.nodes.add(name, {Node::Kind::System, app_.systems.size()});
      app_.systems.push_back({std::string(name)});
    });
  });

  const bool are_undeclared = declare_events(*document);
  read_members(
      root, *document,
      {{"app", [&](const Place& here, const Json& j) { app_.name = read_text(problems_, here, j); }},
       {"about", [&](const Place& here, const Json& j) { app_.about = read_text(problems_, here, j); }},
       {"$schema", [&](const Place& here, const Json& j) { (void)read_text(problems_, here, j); }},
       {"systems",
        [&](const Place& here, const Json& j) {
          const auto* all = j.as<Json::Object>();
          for (std::size_t k = 0; all && k < all->size(); ++k)
            system(here.member((*all)[k].key, k), (*all)[k].value, app_.systems[k]);
        }},
       {"sets",
        [&](const Place& here, const Json& j) {
          const auto* all = j.as<Json::Object>();
          for (std::size_t k = 0; all && k < all->size(); ++k)
            set(here.member((*all)[k].key, k), (*all)[k].value, app_.sets[k]);
        }},
       {"observers", [&](const Place& here,
                         const Json& j) { read_observers(problems_, here, j, names_, has_body(*document), app_); }},
       {"chains",
        [&](const Place& here, const Json& j) {
          read_each(problems_, here, j, "chains, each a list of systems and sets",
                    [&](const Place& at, const Json& chain) { app_.chains.push_back(node_list(at, chain)); });
        }},
       {"conflicts",
        [&](const Place& here, const Json& j) {
          read_each(problems_, here, j, R"(conflicts, each { "systems": [s, s'], "on": [...] })",
                    [&](const Place& at, const Json& one) { conflict(at, one); });
        }},
       {"allow_ambiguous",
        [&](const Place& here, const Json& j) {
          read_each(problems_, here, j, "names of components and resources", [&](const Place& at, const Json& one) {
            if (const auto label = names_.any.find(problems_, at, one)) app_.allow_ambiguous.push_back(*label);
          });
          std::sort(app_.allow_ambiguous.begin(), app_.allow_ambiguous.end());
        }},
       {"change_detection",
        [&](const Place& here, const Json& j) {
          app_.change_detection = static_cast<ChangeDetection>(word(here, j, "change detection", change_detections));
        }},
       {"keep_events_until",
        [&](const Place& here, const Json& j) {
          app_.keep_events_until = names_.sets.find(problems_, here, j);
          if (!app_.keep_events_until && app_.sets.empty())
            problems_.advise(R"(expected a set with "repeat", as { "sets": { "Fixed": { "repeat": [0, 2] } } })");
        }},
       {"insertion_order", [&](const Place& here, const Json& j) {
          app_.insertion_order = static_cast<InsertionOrder>(word(here, j, "insertion order", insertion_orders));
        }}});
  check_nesting(json);
  if (problems_.empty()) check_blocks(problems_, json, app_);
  if (problems_.empty()) check_order(json);
  if (!are_undeclared) read_bodies(problems_, *document, app_);  // which need the type
  return std::move(app_);
}

// Names ---------------------------------------------------------------------------------------------------------------

void Reader::components(const Place& place, const Json& json, Component::Kind kind) {
  Known<std::size_t>& ours = kind == Component::Kind::Component  ? names_.components
                             : kind == Component::Kind::Resource ? names_.resources
                                                                 : names_.events;
  const Json::Object* all =
      object(problems_, place, json, R"(write { "Position": null }: a type, or null where it has none)");
  for (std::size_t k = 0; all && k < all->size(); ++k) {
    const std::string_view name = (*all)[k].key;
    const Place here = place.member(name, k);
    if (names_.any.find(name))
      problems_.report(here, "found " + in_quotes(name) + ", which is a " +
                                 (names_.components.find(name) ? "component" : "resource") + "; expected another name");
    ours.add(name, app_.components.size());
    names_.any.add(name, app_.components.size());
    if (kind != Component::Kind::Resource) names_.happening.add(name, app_.components.size());
    if (kind == Component::Kind::Resource) conditions_.add_enumeration(app_.components.size(), (*all)[k].value);
    app_.components.push_back({std::string(name), kind});
  }
}

bool Reader::declare_events(const Json::Object& document) {
  const Json::Member* systems = find(document, "systems");
  const auto* all = systems ? systems->value.as<Json::Object>() : nullptr;
  const Place root, of_systems = root.member("systems", 0);
  const Json::Member* declared = find(document, "events");
  const auto* declarations = declared ? declared->value.as<Json::Object>() : nullptr;
  std::vector<std::string_view> known;
  for (std::size_t k = 0; declarations && k < declarations->size(); ++k) known.push_back((*declarations)[k].key);
  bool any = false;
  const auto look_at = [&](const Place& place, const Json& list) {
    const auto* names = list.as<Json::List>();
    for (std::size_t k = 0; names && k < names->size(); ++k) {
      const auto* name = (*names)[k].as<std::string_view>();
      if (!name || names_.any.find(*name)) continue;
      problems_.report_unknown(place.element(k), "event", *name, known);
      if (nearest(*name, known).empty())
        problems_.advise(R"(declare it: write "events": { )" + in_quotes(*name) + R"(: "int" }, with its type)");
      any = true;
      names_.events.add(*name, app_.components.size());
      names_.any.add(*name, app_.components.size());
      names_.happening.add(*name, app_.components.size());
      app_.components.push_back({std::string(*name), Component::Kind::Event});
    }
  };
  for (std::size_t s = 0; all && s < all->size(); ++s) {
    const auto* parts = (*all)[s].value.as<Json::Object>();
    const Json::Member* events = parts ? find(*parts, "events") : nullptr;
    const auto* lists = events ? events->value.as<Json::Object>() : nullptr;
    for (std::size_t k = 0; lists && k < lists->size(); ++k) {
      const Place system = of_systems.member((*all)[s].key, s);
      const Place here = system.member("events", static_cast<std::size_t>(events - parts->begin()));
      if ((*lists)[k].key == "reads" || (*lists)[k].key == "sends")
        look_at(here.member((*lists)[k].key, k), (*lists)[k].value);
    }
  }
  return any;
}

void Reader::stages(const Place& place, const Json& json) {
  read_each(problems_, place, json, "names of stages, one after the other", [&](const Place& here, const Json& one) {
    const auto* name = one.as<std::string_view>();
    if (!name) return expected(problems_, here, one, "text");
    if (names_.stages.find(*name))
      return problems_.report(here, "found " + in_quotes(*name) + " twice; expected each name once");
    names_.stages.add(*name, app_.stages.size());
    app_.stages.emplace_back(*name);
  });
}

/// Reads systems, or sets. `add` takes a name.
template <class Add>
void Reader::nodes(const Place& place, const Json& json, std::string_view kind, Add add) {
  const Json::Object* all =
      object(problems_, place, json, "write { \"move\": {...} }: each " + std::string(kind) + " has a name");
  for (std::size_t k = 0; all && k < all->size(); ++k) {
    const std::string_view name = (*all)[k].key;
    if (name.empty()) problems_.report(place.member(name, k), "found an empty name; expected one of at least a letter");
    if (names_.nodes.find(name))
      problems_.report(place.member(name, k),
                       "found " + in_quotes(name) + ", which is the name of a set; expected another name");
    add(name);
  }
}

// Systems and sets ----------------------------------------------------------------------------------------------------

void Reader::system(const Place& place, const Json& json, System& system) {
  interrupt::poll();
  const Json::Object* parts = object(problems_, place, json);
  if (!parts) return;
  check_keys(problems_, place, *parts, {},
             {"queries", "resources", "events", "removed", "commands", "exclusive", "thread", "stage", "duration",
              "access_known", "in", "before", "after", "ambiguous_with", "run_if", "body"});
  Readers all = readers(system.configuration);
  const auto reads = [&](std::string_view key, auto read) { all.emplace_back(key, read); };
  reads("queries", [&](const Place& here, const Json& j) {
    read_each(problems_, here, j, "queries, each an object", [&](const Place& at, const Json& one) {
      system.queries.push_back(read_query(problems_, at, one, names_));
    });
  });
  reads("resources", [&](const Place& here, const Json& j) { read_resources(problems_, here, j, names_, system); });
  reads("events", [&](const Place& here, const Json& j) { system.events = read_events(problems_, here, j, names_); });
  reads("removed", [&](const Place& here, const Json& j) {
    system.removed = read_labels(problems_, here, j, names_, Component::Kind::Component);
  });
  reads("commands",
        [&](const Place& here, const Json& j) { system.commands = read_commands(problems_, here, j, names_); });
  reads("exclusive", [&](const Place& here, const Json& j) { system.exclusive = read_bool(problems_, here, j); });
  reads("access_known", [&](const Place& here, const Json& j) { system.access_known = read_bool(problems_, here, j); });
  reads("thread", [&](const Place& here, const Json& j) { system.thread = read_text(problems_, here, j); });
  reads("stage", [&](const Place& here, const Json& j) { system.stage = names_.stages.find(problems_, here, j); });
  reads("duration", [&](const Place& here, const Json& j) { system.duration = read_duration(problems_, here, j); });
  read_members(place, *parts, all);
  if (!app_.stages.empty() && !find(*parts, "stage"))
    problems_.report(place, "missing key \"stage\": where there are stages, each system is in one");
}

void Reader::set(const Place& place, const Json& json, Set& set) {
  const Json::Object* parts = object(problems_, place, json);
  if (!parts) return;
  check_keys(problems_, place, *parts, {}, {"in", "before", "after", "ambiguous_with", "run_if", "repeat"});
  Readers all = readers(set.configuration);
  all.emplace_back("repeat",
                   [&](const Place& here, const Json& j) { set.repeat = read_repeat(problems_, here, j, names_); });
  read_members(place, *parts, all);
}

/// The settings that systems and sets share.
Readers Reader::readers(Configuration& of) {
  return {{"in",
           [&](const Place& here, const Json& j) {
             read_each(problems_, here, j, "names of sets", [&](const Place& at, const Json& one) {
               if (const auto set = names_.sets.find(problems_, at, one)) of.in.push_back(*set);
             });
           }},
          {"before", [&](const Place& here, const Json& j) { of.before = node_list(here, j); }},
          {"after", [&](const Place& here, const Json& j) { of.after = node_list(here, j); }},
          {"ambiguous_with",
           [&](const Place& here, const Json& j) {
             const auto* all = j.as<std::string_view>();
             of.ambiguous_with_all = all && *all == "all";
             if (!of.ambiguous_with_all) of.ambiguous_with = node_list(here, j);
           }},
          {"run_if", [&](const Place& here, const Json& j) {
             read_each(problems_, here, j, "conditions",
                       [&](const Place& at, const Json& one) { of.run_if.push_back(conditions_.use(at, one)); });
           }}};
}

std::vector<Node> Reader::node_list(const Place& place, const Json& json) {
  std::vector<Node> all;
  read_each(problems_, place, json, "names of systems and sets", [&](const Place& here, const Json& one) {
    if (const auto node = names_.nodes.find(problems_, here, one)) all.push_back(*node);
  });
  return all;
}

// The app itself ------------------------------------------------------------------------------------------------------

// { "systems": [s, s'], "on": [...] }
void Reader::conflict(const Place& place, const Json& json) {
  const Json::Object* parts = object(problems_, place, json);
  if (!parts) return;
  check_keys(problems_, place, *parts, {"systems"}, {"on"});
  std::vector<std::size_t> both;
  ListedConflict listed;
  read_members(place, *parts,
               {{"systems",
                 [&](const Place& here, const Json& j) {
                   const Json::List* two = list(problems_, here, j, "two systems", 2, 2);
                   for (std::size_t k = 0; two && k < 2; ++k) {
                     const auto node = names_.nodes.find(problems_, here.element(k), (*two)[k]);
                     if (node && node->kind == Node::Kind::Set)
                       problems_.report(here.element(k), "found a set; expected a system");
                     else if (node)
                       both.push_back(node->position);
                   }
                   if (both.size() == 2 && both[0] == both[1])
                     problems_.report(here, "found the same system twice; expected two systems");
                 }},
                {"on", [&](const Place& here, const Json& j) {
                   read_each(problems_, here, j, "names of components and resources",
                             [&](const Place& at, const Json& one) {
                               if (const auto label = names_.any.find(problems_, at, one)) listed.on.push_back(*label);
                             });
                 }}});
  if (both.size() < 2) return;
  std::sort(listed.on.begin(), listed.on.end());
  listed.a = std::min(both[0], both[1]);
  listed.b = std::max(both[0], both[1]);
  app_.conflicts.push_back(std::move(listed));
}

template <std::size_t n>
std::size_t Reader::word(const Place& place, const Json& json, std::string_view kind,
                         const std::string_view (&words)[n]) {
  const auto* said = json.as<std::string_view>();
  const auto found = said ? std::find(std::begin(words), std::end(words), *said) : std::end(words);
  if (!said)
    expected(problems_, place, json, one_of({std::begin(words), std::end(words)}));
  else if (found == std::end(words))
    problems_.report_unknown(place, kind, *said, {std::begin(words), std::end(words)});
  return found == std::end(words) ? 0 : static_cast<std::size_t>(found - std::begin(words));
}

/// Reports a set that contains itself, directly or through others, and takes it out.
void Reader::check_nesting(const Json& document) {
  enum class State { New, Open, Done };
  std::vector<State> states(app_.sets.size(), State::New);
  const auto visit = [&](const auto& self, std::size_t s) -> void {
    states[s] = State::Open;
    std::vector<std::size_t>& in = app_.sets[s].configuration.in;
    for (std::size_t k = 0; k < in.size();) {
      if (states[in[k]] == State::New) deep([&] { self(self, in[k]); });
      if (states[in[k]] == State::Done) {
        ++k;
        continue;
      }
      report_at(problems_, document, {"sets", app_.sets[s].name},
                "found the set in " + in_quotes(app_.sets[in[k]].name) +
                    (in[k] == s ? "" : ", which is in it, itself or through others") +
                    "; expected no set to be in itself");
      in.erase(in.begin() + static_cast<std::ptrdiff_t>(k));
    }
    states[s] = State::Done;
  };
  for (std::size_t s = 0; s < app_.sets.size(); ++s)
    if (states[s] == State::New) visit(visit, s);
}

/// Reports constraints that form a circle, at the first of them.
void Reader::check_order(const Json& document) {
  const auto order = try_order(app_);
  const Circle* circle = std::get_if<Circle>(&order);
  if (!circle) return;
  const auto said =
      std::find_if(circle->begin(), circle->end(), [](const Link& link) { return link.said != Link::Said::Stages; });
  const Link& link = said == circle->end() ? circle->front() : *said;
  const auto of = [&](const Node& node, std::string_view key) {
    return Way{node.kind == Node::Kind::System ? "systems" : "sets", app_.name_of(node), std::string(key),
               std::to_string(link.position)};
  };
  const Way at = link.said == Link::Said::Before  ? of(link.earlier, "before")
                 : link.said == Link::Said::After ? of(link.later, "after")
                                                  : Way{"chains", std::to_string(link.position)};
  report_at(problems_, document, at, "the constraints form a cycle: " + show(*circle, app_) + "; expected an order");
}

}  // namespace

std::variant<App, std::vector<Problem>> load(std::string_view text) {
  Problems problems;
  const Document document(text, problems);
  return app::load(document, std::move(problems), text);
}

std::variant<App, std::vector<Problem>> load(const Document& document, Problems problems, std::string_view text) {
  App app;
  if (document.root()) app = Reader(problems).load(*document.root());
  if (!problems.empty()) return std::move(problems).in_order(text);
  return app;
}

bool is_app(const Document& document) {
  const auto* root = document.root() ? document.root()->as<Json::Object>() : nullptr;
  return root && find(*root, "app") != nullptr;
}

}  // namespace coreecs::app
