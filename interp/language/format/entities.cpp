#include "interp/language/format/entities.hpp"

#include <algorithm>
#include <numeric>

#include "interp/base/json/reading.hpp"
#include "interp/language/format/spawn.hpp"

namespace coreecs {

namespace {

class EntitiesReader {
 public:
  EntitiesReader(Problems& problems, const Json::Object& document, Vocabulary& vocabulary, Program& program)
      : problems_(problems),
        vocabulary_(vocabulary),
        program_(program),
        resources_(section(document, "resources")),
        entities_(section(document, "entities")),
        templates_(section(document, "templates")),
        spawn_(section(document, "spawn")) {}

  void operator()() && {
    list(resources_, R"(write { "time": { "Delta": 0.1 } }: each resource has a name)");
    named_resources_ = names_.size();
    list(entities_, R"(write { "e0": {...}, "e1": {...} }: each entity has a name)");
    list_spawned();
    number_entities();
    vocabulary_.set_entities(refused_ ? nullptr : &program_.entities);
    for (std::size_t j = 0; j < order_.size(); ++j)
      if (order_[j] < named_resources_) resource(listed_[order_[j]].first, *listed_[order_[j]].second, e_[j]);
    const std::optional<Blueprints> blueprints = templates();
    for (Spawn& spawn : spawns_) spawn.read_components(problems_, vocabulary_, blueprints);
    read_components();
  }

 private:
  /// A member of the document; null if it is not there. Places below it refer to its place.
  struct Section {
    const Json* json;
    Place place;
  };
  [[nodiscard]] Section section(const Json::Object& document, std::string_view key) const {
    const Json::Member* member = find(document, key);
    const auto position = member ? static_cast<std::size_t>(member - document.begin()) : 0;
    return {member ? &member->value : nullptr, root_.member(key, position)};
  }

  void list(const Section& of, const char* advice) {
    const auto& [json, place] = of;
    const Json::Object* members = json ? object(problems_, place, *json, advice) : nullptr;
    refused_ = refused_ || (json && !members);
    for (std::size_t k = 0; members && k < members->size(); ++k) {
      const Json::Member& member = (*members)[k];
      const Place here = place.member(member.key, k);
      check_name(problems_, here, member.key);
      const auto resources = std::span(names_).first(named_resources_);
      if (std::find(resources.begin(), resources.end(), member.key) != resources.end()) {
        problems_.report(here, "found a second entity " + in_quotes(member.key) + ", which is a resource");
        continue;
      }
      listed_.emplace_back(here, &member.value);
      names_.emplace_back(member.key);
    }
  }

  void list_spawned() {
    const auto& [json, place] = spawn_;
    const Json::List* all = json ? coreecs::list(problems_, place, *json, "a template and a count each", 0) : nullptr;
    refused_ = refused_ || (json && !all);
    for (std::size_t k = 0; all && k < all->size(); ++k) {
      first_of_.push_back(names_.size());
      spawns_.emplace_back(problems_, place.element(k), (*all)[k]);
      for (std::string& name : spawns_.back().names()) names_.push_back(std::move(name));
      refused_ = refused_ || !spawns_.back().is_named();
    }
  }
  /// The spawn that the k-th name is of, and its number there.
  [[nodiscard]] std::pair<Spawn&, std::uint64_t> spawn_of(std::size_t k) {
    const auto behind = std::upper_bound(first_of_.begin(), first_of_.end(), k);
    return {spawns_[static_cast<std::size_t>(behind - first_of_.begin()) - 1], k - *std::prev(behind)};
  }

  /// Gives the entities their numbers, in entity order.
  void number_entities() {
    const std::size_t count = names_.size();
    order_.resize(count);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    const auto before = [&](std::size_t a, std::size_t b) { return name_before(names_[a], names_[b]); };
    if (!std::is_sorted(order_.begin(), order_.end(), before)) std::stable_sort(order_.begin(), order_.end(), before);
    std::unordered_map<std::string, Entity> numbered;  // the entities of a native program
    for (const std::string& name : program_.entities) numbered.emplace(name, numbered.size());
    program_.entities.reserve(count);
    e_.reserve(count);
    bool twice = false;
    for (const std::size_t k : order_) {
      if (!twice && !e_.empty() && program_.entities[e_.back().number()] == names_[k]) {
        twice = true;
        problems_.report(spawn_of(k).first.place(),
                         "found a second entity " + in_quotes(names_[k]) + "; give these another \"name\"");
      }
      const auto native = numbered.find(names_[k]);
      e_.push_back(native == numbered.end() ? Entity(program_.entities.size()) : native->second);
      if (native == numbered.end()) program_.entities.push_back(std::move(names_[k]));
    }
  }

  /// Gives its components to this entity alone.
  void resource(const Place& place, const Json& json, Entity e) {
    const auto* members = json.as<Json::Object>();
    if (!members) return;  // reported where its values are read
    Resource& made = program_.resources.emplace_back(Resource{e, {}});
    for (std::size_t k = 0; k < members->size(); ++k) {
      const std::string_view name = (*members)[k].key;
      if (!vocabulary_.has_component(name)) continue;
      const Label i = *vocabulary_.label(problems_, place, name);
      vocabulary_.set_owner(i, e);
      made.labels.push_back(i);
    }
    if (members->empty()) problems_.report(place, "found no component; expected at least one");
  }

  /// None if they are refused.
  [[nodiscard]] std::optional<Blueprints> templates() {
    const auto& [json, place] = templates_;
    Blueprints all;
    if (!json) return all;
    const Json::Object* members = named_members(problems_, place, *json);
    if (!members) return std::nullopt;
    for (std::size_t k = 0; k < members->size(); ++k) {
      const Json::Member& member = (*members)[k];
      const Place here = place.member(member.key, k);
      check_name(problems_, here, member.key);
      const Json::Object* parts = object(problems_, here, member.value);
      if (parts) check_keys(problems_, here, *parts, {}, {"components", "one_of", "ranges"});
      all.emplace(member.key, parts ? read_blueprint(problems_, here, *parts, vocabulary_) : Blueprint());
    }
    return all;
  }

  /// Reads the start state.
  void read_components() {
    const bool complete = problems_.empty();  // otherwise a blueprint may lack something
    for (std::size_t j = 0; j < order_.size(); ++j) {
      const std::size_t k = order_[j];
      const Place& here = k < listed_.size() ? listed_[k].first : spawn_.place;
      const auto attach = [&](Label i, Value v) {
        if (const std::optional<Entity> owner = vocabulary_.owner(i); owner && *owner != e_[j])
          problems_.report(here, "found component " + in_quotes(program_.schema[i].name) +
                                     ", which only the resource " + in_quotes(program_.entities[owner->number()]) +
                                     " has");
        program_.start = std::move(program_.start).with(i, e_[j], std::move(v));
      };
      if (k < listed_.size()) {
        read_entity(problems_, here, *listed_[k].second, vocabulary_, nullptr, attach);
      } else if (complete) {
        auto [spawn, number] = spawn_of(k);
        for (auto& [i, v] : spawn.components(number)) attach(i, std::move(v));
      }
    }
  }

  Problems& problems_;
  Vocabulary& vocabulary_;
  Program& program_;
  const Place root_;
  const Section resources_, entities_, templates_, spawn_;
  std::vector<std::string> names_;   // of resources, of those that are listed, of those that are spawned
  std::size_t named_resources_ = 0;  // how many of them are of resources
  std::vector<std::pair<Place, const Json*>> listed_;  // resources, too
  std::vector<Spawn> spawns_;
  std::vector<std::size_t> first_of_;  // the first name of each spawn
  bool refused_ = false;               // whether some names are not known
  std::vector<std::size_t> order_;     // of the names
  std::vector<Entity> e_;              // in this order
};

}  // namespace

void read_entities(Problems& problems, const Json::Object& document, Vocabulary& vocabulary, Program& program) {
  EntitiesReader(problems, document, vocabulary, program)();
}

}  // namespace coreecs
