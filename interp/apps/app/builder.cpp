#include "interp/apps/app/builder.hpp"

#include <algorithm>

#include "interp/apps/app/load.hpp"
#include "interp/apps/app/observers.hpp"
#include "interp/base/json/document.hpp"

namespace coreecs::app {

namespace {

using Tree = nlohmann::ordered_json;

/// Parses a value of a program's JSON. Text that is not JSON stays text, so that the loader reports it in its place.
Tree parsed(const std::string& json) {
  Tree tree = Tree::parse(json, nullptr, false);
  return tree.is_discarded() ? Tree(json) : tree;
}

/// Adds a name, unless the list has it.
void put(Tree& list, const std::string& name) {
  if (std::find(list.begin(), list.end(), Tree(name)) == list.end()) list.push_back(name);
}

}  // namespace

Builder::Builder(const std::string& name)
    : document_({{"app", name},
                 {"components", Tree::object()},
                 {"resources", Tree::object()},
                 {"events", Tree::object()},
                 {"sets", Tree::object()},
                 {"systems", Tree::object()}}) {}

const std::string& Builder::component(const std::string& name) {
  Tree& all = document_["components"];
  if (!all.contains(name)) all[name] = nullptr;
  return name;
}

Builder::SystemBuilder Builder::system(const std::string& path) {
  Tree& all = document_["systems"];
  if (!all.contains(path)) all[path] = Tree::object();
  return {*this, "systems", path};
}
Builder::SetBuilder Builder::set(const std::string& name) {
  Tree& all = document_["sets"];
  if (!all.contains(name)) all[name] = Tree::object();
  return {*this, "sets", name};
}

Builder::SystemBuilder Builder::observer(const std::string& name) {
  Tree& all = document_["observers"];
  if (!all.contains(name)) all[name] = Tree::object();
  return {*this, "observers", name};
}

Builder& Builder::chain(Names nodes) {
  document_["chains"].push_back(std::vector<std::string>(nodes.begin(), nodes.end()));
  return *this;
}
Builder& Builder::component_type(const std::string& component, const std::string& json) {
  document_["components"][component] = parsed(json);
  return *this;
}
Builder& Builder::resource_type(const std::string& resource, const std::string& json) {
  document_["resources"][resource] = parsed(json);
  return *this;
}
Builder& Builder::event_type(const std::string& event, const std::string& json) {
  document_["events"][event] = parsed(json);
  return *this;
}
Builder& Builder::condition(const std::string& name, const std::string& json) {
  document_["conditions"][name] = parsed(json);
  return *this;
}
Builder& Builder::allow_ambiguous(const std::string& name) {
  document_["allow_ambiguous"].push_back(name);
  return *this;
}
Builder& Builder::conflict(const std::string& a, const std::string& b, Names on) {
  document_["conflicts"].push_back({{"systems", {a, b}}, {"on", std::vector<std::string>(on.begin(), on.end())}});
  return *this;
}
Builder& Builder::insertion_order(InsertionOrder order) {
  constexpr const char* words[] = {"none", "conflicting", "all"};
  document_["insertion_order"] = words[static_cast<int>(order)];
  return *this;
}
Builder& Builder::change_detection(ChangeDetection since) {
  constexpr const char* words[] = {"since_last_run", "in_frame"};
  document_["change_detection"] = words[static_cast<int>(since)];
  return *this;
}
Builder& Builder::keep_events_until(const std::string& set) {
  (void)this->set(set);
  document_["keep_events_until"] = set;
  return *this;
}
Builder& Builder::member(const std::string& key, const std::string& json) {
  document_[key] = parsed(json);
  return *this;
}

std::variant<App, std::vector<Problem>> Builder::build() const {
  Problems problems;
  const Document document(document_, problems);
  return app::load(document, std::move(problems));
}

Builder::SetBuilder& Builder::SetBuilder::repeats(std::uint64_t rounds) {
  json()["repeat"] = rounds;
  return *this;
}
Builder::SetBuilder& Builder::SetBuilder::repeats(std::uint64_t least, std::uint64_t most) {
  json()["repeat"] = {least, most};
  return *this;
}
Builder::SetBuilder& Builder::SetBuilder::repeats(const std::string& json) {
  this->json()["repeat"] = parsed(json);
  return *this;
}

// Systems -------------------------------------------------------------------------------------------------------------

Builder::SystemBuilder& Builder::SystemBuilder::query() {
  json()["queries"].push_back(Tree::object());
  return *this;
}

Builder::SystemBuilder& Builder::SystemBuilder::access(const char* key, const std::string& component) {
  if (!json().contains("queries")) query();
  put(json()["queries"].back()[key], builder_.component(component));
  return *this;
}

Builder::SystemBuilder& Builder::SystemBuilder::resources(const char* key, const std::string& resource) {
  Tree& all = builder_.document_["resources"];
  if (!all.contains(resource)) all[resource] = nullptr;
  put(json()["resources"][key], resource);
  return *this;
}

Builder::SystemBuilder& Builder::SystemBuilder::events(const char* key, const std::string& event) {
  Tree& all = builder_.document_["events"];
  if (!all.contains(event)) all[event] = nullptr;
  put(json()["events"][key], event);
  return *this;
}

Builder::SystemBuilder& Builder::SystemBuilder::commands(const char* key, Tree what) {
  json()["commands"][key].push_back(std::move(what));
  return *this;
}

Builder::SystemBuilder& Builder::SystemBuilder::reads_removed(const std::string& component) {
  put(json()["removed"], builder_.component(component));
  return *this;
}

Builder::SystemBuilder& Builder::SystemBuilder::spawns(Names components) {
  Tree all = Tree::array();
  for (const char* one : components) all.push_back(builder_.component(one));
  return commands("spawn", std::move(all));
}

Builder::SystemBuilder& Builder::SystemBuilder::destroys(Names with, Names without) {
  Tree filter = Tree::object();
  for (const char* one : with) filter["with"].push_back(builder_.component(one));
  for (const char* one : without) filter["without"].push_back(builder_.component(one));
  return commands("destroy", std::move(filter));
}

Builder::SystemBuilder& Builder::SystemBuilder::on(Trigger::On on, const std::string& component) {
  put(json()["on"][name(on)], builder_.component(component));
  return *this;
}
Builder::SystemBuilder& Builder::SystemBuilder::hook() {
  json()["hook"] = true;
  return *this;
}
Builder::SystemBuilder& Builder::SystemBuilder::exclusive() {
  json()["exclusive"] = true;
  return *this;
}
Builder::SystemBuilder& Builder::SystemBuilder::thread(const std::string& thread) {
  json()["thread"] = thread;
  return *this;
}
Builder::SystemBuilder& Builder::SystemBuilder::stage(const std::string& stage) {
  put(builder_.document_["stages"], stage);
  json()["stage"] = stage;
  return *this;
}
Builder::SystemBuilder& Builder::SystemBuilder::duration(double least, double most) {
  json()["duration"] = {least, most};
  return *this;
}
Builder::SystemBuilder& Builder::SystemBuilder::body(const std::string& json) {
  this->json()["body"] = parsed(json);
  return *this;
}

}  // namespace coreecs::app
