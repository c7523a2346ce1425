#include "interp/apps/app/bodies.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "interp/apps/app/names.hpp"
#include "interp/base/json/place.hpp"
#include "interp/base/json/reading.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/format/vocabulary.hpp"

namespace coreecs::app {

namespace {

/// Builds the document of a program from that of an app, and remembers where its parts are in the app's.
class Bodies {
 public:
  Bodies(Problems& problems, const Json::Object& document, App& app)
      : problems_(problems), document_(document), app_(app) {
    types("components");
    types("resources");
    systems();
  }

  /// Reads the program, or only the types if no system has a body.
  void read() {
    if (systems_.empty()) {
      for (const Json::Member& member : document_)
        if (std::find(program_keys().begin(), program_keys().end(), member.key) != program_keys().end())
          problems_.report(Place().member(member.key, static_cast<std::size_t>(&member - document_.begin())),
                           "found " + in_quotes(member.key) + ", but no system has a body that works upon it");
      return only_types();
    }
    if (types_.empty())
      return problems_.report({},
                              "found bodies, but no component or resource with a type; expected those that they use");
    program();
  }

 private:
  /// Stands for a problem elsewhere in the document. Given it, the loader leaves terms out and stops early, as it does
  /// for its own problems.
  inline static const Problem elsewhere{{}, "something else in the document is wrong"};

  /// The components of a section that have types.
  void types(std::string_view section) {
    const Json::Member* member = find(document_, section);
    const auto* all = member ? member->value.as<Json::Object>() : nullptr;
    for (std::size_t k = 0; all && k < all->size(); ++k) {
      if ((*all)[k].value.as<Json::Null>()) continue;
      types_.push_back((*all)[k]);
      section_.push_back(section);
    }
  }

  /// The systems that have bodies, under names that a program may have.
  void systems() {
    const Json::Member* member = find(document_, "systems");
    const auto* all = member ? member->value.as<Json::Object>() : nullptr;
    std::set<std::string> taken;
    for (std::size_t k = 0; all && k < all->size(); ++k) {
      const auto* parts = (*all)[k].value.as<Json::Object>();
      const Json::Member* body = parts ? find(*parts, "body") : nullptr;
      if (!body) continue;
      app_.systems[k].body = bodies_.size();
      bodies_.push_back(k);
      names_.push_back(std::make_unique<std::string>(body_name((*all)[k].key, taken)));
      systems_.push_back({*names_.back(), body->value});
    }
  }

  /// An unused name of letters, digits and _ that resembles the path.
  static std::string body_name(std::string_view path, std::set<std::string>& taken) {
    std::string name;
    for (const char c : path) {
      const bool fits = ('A' <= c && c <= 'Z') || ('a' <= c && c <= 'z') || ('0' <= c && c <= '9') || c == '_';
      if (fits || name.empty() || name.back() != '_') name += fits ? c : '_';
    }
    if (!is_name(name)) name = "s" + name;
    std::string free = name;
    for (std::size_t k = 2; !taken.insert(free).second; ++k) free = name + "_" + std::to_string(k);
    return free;
  }

  void only_types() {
    if (types_.empty()) return;
    Problems inner;
    Vocabulary vocabulary;
    const Json all(Json::Object{types_.data(), types_.size()});
    vocabulary.read_components(inner, Place().member("components", 0), &all);
    pass_on(std::move(inner));
    for (const Vocabulary::Component& one : vocabulary.components()) set_type(one.name, one.type);
  }

  void program() {
    const std::string main = main_schedule();
    const Document schedules(std::string_view(main), problems_);
    std::vector<Json::Member> parts{{"components", Json(Json::Object{types_.data(), types_.size()})},
                                    {"systems", Json(Json::Object{systems_.data(), systems_.size()})},
                                    {"schedules", *schedules.root()}};
    for (const Json::Member& member : document_)
      if (member.key == "entities" && member.value.as<Json::Object>())
        entities(*member.value.as<Json::Object>(), parts);
      else if (std::find(program_keys().begin(), program_keys().end(), member.key) != program_keys().end())
        parts.push_back(member);
    Problems inner;
    if (!problems_.empty()) inner.report_last(elsewhere);
    Program program = coreecs::load(Json(Json::Object{parts.data(), parts.size()}), inner);
    if (!inner.empty()) return pass_on(std::move(inner));
    std::vector<std::size_t> labels;
    for (const coreecs::Component& one : program.schema) labels.push_back(set_type(one.name, one.type));
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
      const System& system = app_.systems[bodies_[k]];
      for (const std::string& what :
           undeclared(program.terms.at(systems_name(k)), program.schema, labels, system, app_.components))
        report_at(problems_, root_, {"systems", system.name, "body"}, what);
    }
    program.name = app_.name;
    app_.program = std::make_shared<const Program>(std::move(program));
  }

  /// Splits the entities: those that have typed resources become the resources of the program.
  void entities(const Json::Object& all, std::vector<Json::Member>& parts) {
    for (const Json::Member& entity : all) {
      const auto* components = entity.value.as<Json::Object>();
      const bool is_resource = components && std::any_of(components->begin(), components->end(),
                                                         [&](const auto& one) { return is_typed_resource(one.key); });
      (is_resource ? resources_ : entities_).push_back(entity);
    }
    parts.push_back({"entities", Json(Json::Object{entities_.data(), entities_.size()})});
    if (!resources_.empty()) parts.push_back({"resources", Json(Json::Object{resources_.data(), resources_.size()})});
  }
  [[nodiscard]] bool is_typed_resource(std::string_view component) const {
    for (std::size_t k = 0; k < types_.size(); ++k)
      if (types_[k].key == component) return section_[k] == "resources";
    return false;
  }

  /// { "main": { "then": [{ "conc": "s" }, ...] } }
  [[nodiscard]] std::string main_schedule() const {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const Json::Member& system : systems_) all.push_back({{"conc", std::string(system.key)}});
    return nlohmann::ordered_json{{"main", {{"then", all}}}}.dump();
  }

  /// Gives a component of the app its type, and yields the position of the component.
  std::size_t set_type(std::string_view name, const std::optional<Type>& type) {
    std::size_t at = 0;
    while (app_.components[at].name != name) ++at;
    app_.components[at].type = type;
    return at;
  }

  [[nodiscard]] std::string systems_name(std::size_t k) const { return *names_[k]; }

  /// Reports problems of the program at the places in the app that they come from.
  void pass_on(Problems inner) {
    for (const Problem& problem : std::move(inner).in_order()) {
      if (problem == elsewhere) continue;
      Way at = way(problem.place);
      if (at.size() > 1 && at[0] == "systems") {
        const auto system =
            std::find_if(names_.begin(), names_.end(), [&](const auto& name) { return *name == at[1]; });
        at[1] = app_.systems[bodies_[static_cast<std::size_t>(system - names_.begin())]].name;
        at.insert(at.begin() + 2, "body");
      }
      if (!at.empty() && at[0] == "resources") at[0] = "entities";
      if (at.size() > 1 && at[0] == "components")
        for (std::size_t k = 0; k < types_.size(); ++k)
          if (types_[k].key == at[1]) at[0] = section_[k];
      report_at(problems_, root_, at, problem.message);
    }
  }

  Problems& problems_;
  const Json::Object& document_;
  const Json root_{document_};
  App& app_;
  std::vector<Json::Member> types_;
  std::vector<std::string_view> section_;  // of each type
  std::vector<Json::Member> systems_, entities_, resources_;
  std::vector<std::unique_ptr<std::string>> names_;  // of the bodies in the program
  std::vector<std::size_t> bodies_;                  // positions in App::systems
};

}  // namespace

const std::vector<std::string_view>& program_keys() {
  static const std::vector<std::string_view> keys = {"constants", "entities",   "templates", "spawn",
                                                     "frames",    "invariants", "view",      "fuzz"};
  return keys;
}

void read_bodies(Problems& problems, const Json::Object& document, App& app) { Bodies(problems, document, app).read(); }

}  // namespace coreecs::app
