#include "interp/apps/app/print.hpp"

#include <nlohmann/json.hpp>

#include "interp/apps/app/bodies.hpp"
#include "interp/apps/app/observers.hpp"
#include "interp/base/json/tree.hpp"
#include "interp/language/format/print.hpp"

namespace coreecs::app {

namespace {

/// Writes an app, key by key, and omits defaults.
class Printer {
 public:
  Printer(JsonWriter& out, const App& app, const nlohmann::ordered_json& program)
      : json_(out), app_(app), program_(program) {}

  void operator()() {
    json_.object([&] {
      json_.line(0);
      json_.member("app", app_.name);
      if (!app_.about.empty()) json_.member("about", app_.about);
      components("components", Component::Kind::Component);
      components("resources", Component::Kind::Resource);
      components("events", Component::Kind::Event);
      if (!app_.stages.empty()) texts("stages", app_.stages);
      conditions();
      if (!app_.sets.empty())
        json_.key("sets").object([&] {
          json_.line(0);
          for (const Set& set : app_.sets)
            json_.key(set.name).object([&] {
              configuration(set.configuration);
              if (set.repeat) write(json_.key("repeat"), read_tree(set.repeat->json));
            });
        });
      json_.key("systems").object([&] {
        json_.line(0);
        for (const System& one : app_.systems) json_.key(one.name).object([&] { system(one); });
      });
      if (!app_.observers.empty())
        json_.key("observers").object([&] {
          json_.line(0);
          for (const Observer& one : app_.observers) json_.key(one.system.name).object([&] { observer(one); });
        });
      if (app_.insertion_order != InsertionOrder::None)
        json_.member("insertion_order", app_.insertion_order == InsertionOrder::All ? "all" : "conflicting");
      if (app_.change_detection == ChangeDetection::InFrame) json_.member("change_detection", "in_frame");
      if (app_.keep_events_until) json_.member("keep_events_until", app_.sets[*app_.keep_events_until].name);
      if (!app_.chains.empty())
        json_.key("chains").list([&] {
          for (const std::vector<Node>& chain : app_.chains) json_.list([&] { nodes(chain); });
        });
      labels("allow_ambiguous", app_.allow_ambiguous);
      conflicts();
      for (const std::string_view key : program_keys())
        if (const auto member = program_.find(key); member != program_.end()) write(json_.key(key), *member);
    });
  }

 private:
  void components(const char* key, Component::Kind kind) {
    const auto is_one = [&](const Component& one) { return one.kind == kind; };
    if (std::none_of(app_.components.begin(), app_.components.end(), is_one)) return;
    json_.key(key).object([&] {
      for (const Component& one : app_.components) {
        if (!is_one(one)) continue;
        json_.key(one.name);
        if (one.type)
          write(json_, *one.type);
        else
          json_.null();
      }
    });
  }

  void system(const System& one) {
    if (one.exclusive) json_.member("exclusive", true);
    if (!one.access_known) json_.member("access_known", false);
    if (one.thread) json_.member("thread", *one.thread);
    if (one.stage) json_.member("stage", app_.stages[*one.stage]);
    if (!one.queries.empty())
      json_.key("queries").list([&] {
        for (const Query& each : one.queries) query(each);
      });
    if (!one.reads.empty() || !one.writes.empty())
      json_.key("resources").object([&] {
        labels("reads", one.reads);
        labels("writes", one.writes);
      });
    if (!one.events.reads.empty() || !one.events.sends.empty())
      json_.key("events").object([&] {
        labels("reads", one.events.reads);
        labels("sends", one.events.sends);
      });
    labels("removed", one.removed);
    if (!one.commands.empty()) commands(one.commands);
    if (one.duration) duration(*one.duration);
    configuration(one.configuration);
    if (one.body) write(json_.key("body"), body(one));
  }

  void observer(const Observer& one) {
    json_.key("on").object([&] {
      for (const Trigger::On on : {Trigger::On::Added, Trigger::On::Set, Trigger::On::Removed})
        labels(name(on), triggers(one, on));
    });
    if (one.hook) json_.member("hook", true);
    system(one.system);
  }

  void query(const Query& query) {
    json_.object([&] {
      labels("reads", query.reads);
      labels("writes", query.writes);
      labels("optional", query.optional);
      labels("with", query.filter.with);
      labels("without", query.filter.without);
      labels("added", query.added);
      labels("changed", query.changed);
    });
  }

  /// The body of its program, with what it asks.
  [[nodiscard]] nlohmann::ordered_json body(const System& one) const {
    nlohmann::ordered_json body = program_.at("systems").at(app_.program->systems[*one.body]->name);
    for (const Ask& ask : one.asks) {
      constexpr const char* keys[] = {"added", "changed", "removed"};
      body["match"][ask.query][keys[static_cast<int>(ask.of)]].push_back(app_.components[ask.label].name);
    }
    return body;
  }

  void commands(const Commands& commands) {
    json_.key("commands").object([&] {
      labels("insert", commands.insert);
      labels("remove", commands.remove);
      if (!commands.spawn.empty())
        json_.key("spawn").list([&] {
          for (const Labels& one : commands.spawn) json_.list([&] { names(one); });
        });
      if (!commands.destroy.empty())
        json_.key("destroy").list([&] {
          for (const Filter& one : commands.destroy)
            json_.object([&] {
              labels("with", one.with);
              labels("without", one.without);
            });
        });
    });
  }

  void duration(const Duration& duration) {
    json_.key("duration");
    if (duration.least == duration.most) return json_.value(duration.least);
    json_.list([&] {
      json_.value(duration.least);
      json_.value(duration.most);
    });
  }

  void configuration(const Configuration& of) {
    if (!of.in.empty())
      json_.key("in").list([&] {
        for (const std::size_t set : of.in) json_.value(app_.sets[set].name);
      });
    const auto node_list = [&](const char* key, const std::vector<Node>& all) {
      if (!all.empty()) json_.key(key).list([&] { nodes(all); });
    };
    node_list("before", of.before);
    node_list("after", of.after);
    if (of.ambiguous_with_all)
      json_.member("ambiguous_with", "all");
    else
      node_list("ambiguous_with", of.ambiguous_with);
    if (!of.run_if.empty())
      json_.key("run_if").list([&] {
        for (const std::string& name : of.run_if) run_if(name);
      });
  }

  void conditions() {
    const auto is_defined = [](const NamedCondition& one) { return one.defined; };
    if (std::none_of(app_.conditions.begin(), app_.conditions.end(), is_defined)) return;
    json_.key("conditions").object([&] {
      json_.line(0);
      for (const NamedCondition& one : app_.conditions)
        if (one.defined) write(json_.key(one.name), read_tree(one.json));
    });
  }
  /// A condition by its name, or where the document defines it in its place.
  void run_if(const std::string& name) {
    const auto at = std::find_if(app_.conditions.begin(), app_.conditions.end(),
                                 [&](const NamedCondition& one) { return one.name == name; });
    if (at == app_.conditions.end() || at->defined || at->json.empty()) return json_.value(name);
    write(json_, read_tree(at->json));
  }

  void conflicts() {
    if (app_.conflicts.empty()) return;
    json_.key("conflicts").list([&] {
      json_.line(0);
      for (const ListedConflict& one : app_.conflicts)
        json_.object([&] {
          json_.key("systems").list([&] {
            json_.value(app_.systems[one.a].name);
            json_.value(app_.systems[one.b].name);
          });
          labels("on", one.on);
        });
    });
  }

  void labels(const char* key, const Labels& all) {
    if (!all.empty()) json_.key(key).list([&] { names(all); });
  }
  void names(const Labels& all) {
    for (const std::size_t label : all) json_.value(app_.components[label].name);
  }
  void nodes(const std::vector<Node>& all) {
    for (const Node& node : all) json_.value(app_.name_of(node));
  }
  void texts(const char* key, const std::vector<std::string>& all) {
    json_.key(key).list([&] {
      for (const std::string& text : all) json_.value(text);
    });
  }

  JsonWriter& json_;
  const App& app_;
  const nlohmann::ordered_json& program_;
};

}  // namespace

std::string print(const App& app) {
  nlohmann::ordered_json program =
      app.program ? read_tree(coreecs::print(*app.program)) : nlohmann::ordered_json::object();
  if (const auto resources = program.find("resources"); resources != program.end()) {
    nlohmann::ordered_json entities = *resources;
    entities.update(program["entities"]);
    program["entities"] = std::move(entities);
  }
  return laid_out([&](JsonWriter& out) { Printer(out, app, program)(); });
}

}  // namespace coreecs::app
