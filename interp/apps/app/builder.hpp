/// Apps written in C++:
///
///   coreecs::app::Builder game("game");
///   game.system("input").writes_resource("Keys");
///   game.system("move").reads("Velocity").writes("Position").after("input");
///   const auto app = game.build();  // the app, or its problems
///
/// examples/apps/app.cpp is one.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "interp/apps/app/app.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs::app {

/// Builds an app as a JSON document, so that problems are reported as for documents, with JSON Pointers. Naming a
/// component, resource, event, set or stage for the first time declares it.
class Builder {
 public:
  using Names = std::initializer_list<const char*>;

  /// What systems and sets have in common. Each call returns the builder itself, for chaining.
  template <class Self>
  class Configured {
   public:
    Self& in(const std::string& set) {
      (void)builder_.set(set);
      return add("in", set);
    }
    Self& before(const std::string& node) { return add("before", node); }
    Self& after(const std::string& node) { return add("after", node); }
    Self& ambiguous_with(const std::string& node) { return add("ambiguous_with", node); }
    Self& ambiguous_with_all() {
      json()["ambiguous_with"] = "all";
      return self();
    }
    Self& run_if(const std::string& condition) { return add("run_if", condition); }

   protected:
    Configured(Builder& builder, std::string section, std::string name)
        : builder_(builder), section_(std::move(section)), name_(std::move(name)) {}
    Self& self() { return static_cast<Self&>(*this); }
    nlohmann::ordered_json& json() { return builder_.document_[section_][name_]; }
    Self& add(const char* key, const std::string& what) {
      json()[key].push_back(what);
      return self();
    }
    Builder& builder_;

   private:
    std::string section_, name_;
  };

  class SetBuilder : public Configured<SetBuilder> {
   public:
    /// Its systems form a block, which is performed so often in a frame.
    SetBuilder& repeats(std::uint64_t rounds);
    SetBuilder& repeats(std::uint64_t least, std::uint64_t most);
    /// As the world says it, written as in JSON: { "resource": "Steps" }.
    SetBuilder& repeats(const std::string& json);

   private:
    friend class Builder;
    using Configured::Configured;
  };

  /// Component access is added to the current query; the first access begins one.
  class SystemBuilder : public Configured<SystemBuilder> {
   public:
    SystemBuilder& query();
    SystemBuilder& reads(const std::string& component) { return access("reads", component); }
    SystemBuilder& writes(const std::string& component) { return access("writes", component); }
    /// Reads a component that an entity may lack.
    SystemBuilder& reads_optional(const std::string& component) {
      return access("reads", component).access("optional", component);
    }
    SystemBuilder& writes_optional(const std::string& component) {
      return access("writes", component).access("optional", component);
    }
    SystemBuilder& with(const std::string& component) { return access("with", component); }
    SystemBuilder& without(const std::string& component) { return access("without", component); }
    /// An entity must have been given the component since the system last ran.
    SystemBuilder& added(const std::string& component) { return access("added", component); }
    /// The same, or another system must have written it.
    SystemBuilder& changed(const std::string& component) { return access("changed", component); }
    /// Reads the list of removals of the component.
    SystemBuilder& reads_removed(const std::string& component);
    SystemBuilder& reads_resource(const std::string& resource) { return resources("reads", resource); }
    SystemBuilder& writes_resource(const std::string& resource) { return resources("writes", resource); }

    SystemBuilder& reads_event(const std::string& event) { return events("reads", event); }
    SystemBuilder& sends_event(const std::string& event) { return events("sends", event); }

    SystemBuilder& inserts(const std::string& component) { return commands("insert", builder_.component(component)); }
    SystemBuilder& removes(const std::string& component) { return commands("remove", builder_.component(component)); }
    SystemBuilder& spawns(Names components);
    /// Destroys entities that have `with` and lack `without`.
    SystemBuilder& destroys(Names with = {}, Names without = {});

    /// Only observers have triggers, and may be hooks.
    SystemBuilder& on(Trigger::On on, const std::string& component);
    SystemBuilder& hook();

    SystemBuilder& exclusive();
    SystemBuilder& thread(const std::string& thread);
    SystemBuilder& stage(const std::string& stage);
    SystemBuilder& duration(double least, double most);
    SystemBuilder& duration(double of_each_run) { return duration(of_each_run, of_each_run); }
    /// Its body, the JSON of a system of a program: { "match": [...], "do": ... }.
    SystemBuilder& body(const std::string& json);

   private:
    friend class Builder;
    using Configured::Configured;
    SystemBuilder& access(const char* key, const std::string& component);
    SystemBuilder& resources(const char* key, const std::string& resource);
    SystemBuilder& events(const char* key, const std::string& event);
    SystemBuilder& commands(const char* key, nlohmann::ordered_json what);
  };

  explicit Builder(const std::string& name);

  /// Yields the system of this name, new or known. The builder must outlive the result.
  SystemBuilder system(const std::string& path);
  SetBuilder set(const std::string& name);
  /// Yields the observer of this name, new or known: a system that also has `on`, and has no place in the schedule.
  SystemBuilder observer(const std::string& name);
  /// Each node comes before the next one.
  Builder& chain(Names nodes);
  /// The component's type, written as in JSON programs: "int", { "x": "real", "y": "real" }.
  Builder& component_type(const std::string& component, const std::string& json);
  Builder& resource_type(const std::string& resource, const std::string& json);
  Builder& event_type(const std::string& event, const std::string& json);
  Builder& allow_ambiguous(const std::string& component_or_resource);
  Builder& conflict(const std::string& a, const std::string& b, Names on = {});
  Builder& insertion_order(InsertionOrder order);
  Builder& change_detection(ChangeDetection since);
  /// Only the end of a frame in which this set has run, a block, drops events.
  Builder& keep_events_until(const std::string& set);
  /// Defines a run condition, written as in JSON: { "in_state": ["State", "Menu"] }.
  Builder& condition(const std::string& name, const std::string& json);
  /// Any other member of the document, such as "entities" or "frames".
  Builder& member(const std::string& key, const std::string& json);

  /// The document so far.
  [[nodiscard]] const nlohmann::ordered_json& document() const { return document_; }
  /// The app, or all its problems.
  [[nodiscard]] std::variant<App, std::vector<Problem>> build() const;

 private:
  const std::string& component(const std::string& name);

  nlohmann::ordered_json document_;
};

}  // namespace coreecs::app
