#include "interp/apps/app/bodies.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "interp/apps/app/events.hpp"
#include "interp/apps/app/names.hpp"
#include "interp/apps/app/observers.hpp"
#include "interp/apps/app/read_asks.hpp"
#include "interp/base/json/place.hpp"
#include "interp/base/json/reading.hpp"
#include "interp/base/json/tree.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/format/vocabulary.hpp"
#include "interp/language/program/effects.hpp"

namespace coreecs::app {

namespace {

/// Builds the document of a program from that of an app, and remembers where its parts are in the app's.
class Bodies {
 public:
  Bodies(Problems& problems, const Json::Object& document, App& app)
      : problems_(problems), document_(document), app_(app) {
    types("components");
    types("resources");
    types("events");
    systems();
    if (!systems_.empty()) observers();
  }

  /// Reads the program, or only the types if no system has a body.
  void read() {
    if (systems_.empty()) {
      for (const Json::Member& member : document_)
        if (std::find(program_keys().begin(), program_keys().end(), member.key) != program_keys().end())
          problems_.report(Place().member(member.key, static_cast<std::size_t>(&member - document_.begin())),
                           "found " + in_quotes(member.key) + ", but no system has a body that works upon it");
      for (const NamedCondition& one : app_.conditions)
        for_each_part(one.is, [&](const RunCondition& b) {
          if (b.form == RunCondition::Form::Match && b.reads.empty())
            report_at(problems_, root_, way(b.place),
                      "found a \"match\", but no system has a body; expected \"reads\"");
        });
      for (const Set& one : app_.sets)
        if (one.repeat && one.repeat->number && one.repeat->number->form == RunCondition::Form::Match &&
            one.repeat->number->reads.empty())
          report_at(problems_, root_, way(one.repeat->number->place),
                    R"(found a measure, but no system has a body; expected { "resource": "Steps" }, or numbers)");
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
      systems_.push_back({*names_.back(), asks_.taken_out(body->value, app_.systems[k])});
    }
  }

  /// The bodies of observers come after those of systems.
  void observers() {
    const Json::Member* member = find(document_, "observers");
    const auto* all = member ? member->value.as<Json::Object>() : nullptr;
    std::set<std::string> taken;
    for (const auto& name : names_) taken.insert(*name);
    for (std::size_t k = 0; all && k < all->size(); ++k) {
      const auto* parts = (*all)[k].value.as<Json::Object>();
      const Json::Member* body = parts ? find(*parts, "body") : nullptr;
      if (!body) continue;
      app_.observers[k].system.body = names_.size();
      observers_.push_back(k);
      names_.push_back(std::make_unique<std::string>(body_name((*all)[k].key, taken)));
      systems_.push_back({*names_.back(), body->value});
    }
  }
  /// Where the k-th body is.
  [[nodiscard]] Way body_at(std::size_t k) const {
    if (k < bodies_.size()) return {"systems", app_.systems[bodies_[k]].name, "body"};
    return {"observers", app_.observers[observers_[k - bodies_.size()]].system.name, "body"};
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
      else if (member.key != "invariants" &&
               std::find(program_keys().begin(), program_keys().end(), member.key) != program_keys().end())
        parts.push_back(member);
    invariants(parts);
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
    for (std::size_t k = bodies_.size(); k < names_.size(); ++k)
      for (const std::string& what : undeclared(program.terms.at(systems_name(k)), program.schema, labels,
                                                app_.observers[observers_[k - bodies_.size()]], app_.components))
        report_at(problems_, root_, body_at(k), what);
    take_conditions(program);
    check_numbers(program);
    for (const NamedCondition& one : app_.conditions)
      for_each_part(one.is, [&](const RunCondition& b) { check_declared(b, program.schema, labels); });
    program.name = app_.name;
    app_.program = std::make_shared<const Program>(std::move(program));
  }

  /// Adds an invariant for each condition that has a term: it is violated where the condition holds.
  void invariants(std::vector<Json::Member>& parts) {
    const Json::Member* member = find(document_, "invariants");
    const auto* own = member ? member->value.as<Json::Object>() : nullptr;
    if (member && !own) return parts.push_back(*member);
    std::set<std::string> taken;
    for (std::size_t k = 0; own && k < own->size(); ++k) {
      invariants_.push_back((*own)[k]);
      taken.emplace((*own)[k].key);
    }
    for (NamedCondition& one : app_.conditions)
      for_each_part(one.is, [&](RunCondition& b) {
        const std::optional<std::string> text = invariant_of(b);
        if (!text) return;
        terms_.push_back(
            {&b, body_name(one.name, taken), std::make_unique<Document>(std::string_view(*text), problems_)});
      });
    for (Set& one : app_.sets) {
      if (!one.repeat || !one.repeat->number || one.repeat->number->form != RunCondition::Form::Match) continue;
      RunCondition& number = *one.repeat->number;
      if (!number.reads.empty() && !is_typed(app_.components[number.label].name)) {
        report_at(problems_, root_, way(number.place),
                  "found a resource without a type; expected one of type int, or a range such as [0, 3]");
        continue;
      }
      terms_.push_back({&number, body_name(one.name, taken),
                        std::make_unique<Document>(std::string_view(invariant_of_number(number)), problems_)});
    }
    for (const TermOfCondition& one : terms_) invariants_.push_back({one.name, *one.document->root()});
    if (!invariants_.empty())
      parts.push_back({"invariants", Json(Json::Object{invariants_.data(), invariants_.size()})});
  }
  /// { "match": [...], "where": b, "holds": false }; nothing if a component has no type.
  [[nodiscard]] std::optional<std::string> invariant_of(const RunCondition& b) const {
    using Tree = nlohmann::ordered_json;
    const bool is = b.form == RunCondition::Form::Is;
    if (!is && b.form != RunCondition::Form::Match) return std::nullopt;
    for (const std::size_t label : b.reads)
      if (!is_typed(app_.components[label].name)) return std::nullopt;
    Tree all = is ? Tree() : Tree::parse(b.text);
    if (is) {
      Tree value = Tree::parse(b.text);
      const auto type = std::find_if(types_.begin(), types_.end(),
                                     [&](const auto& one) { return one.key == app_.components[b.label].name; });
      if (const std::string found = compact(tree(type->value)); value.is_boolean() && found != "\"bool\"") {
        report_at(problems_, root_, way(b.place),
                  "found a resource of type " + found + "; expected type bool, or in \"is\" a value of its type");
        return std::nullopt;
      }
      if (value.is_string()) value = {{"text", value}};
      all["match"] = Tree::array({{{"incl", {{app_.components[b.label].name, "v"}}}}});
      all["where"] = {{"==", Tree::array({"v", value})}};
    }
    all["holds"] = false;
    return all.dump();
  }
  /// { "measure": { "rounds": M }, "holds": true }
  [[nodiscard]] static std::string invariant_of_number(const RunCondition& number) {
    using Tree = nlohmann::ordered_json;
    return Tree{{"measure", {{"rounds", Tree::parse(number.text)}}}, {"holds", true}}.dump();
  }
  /// A number of rounds must be an integer.
  void check_numbers(const Program& program) {
    for (const Set& one : app_.sets) {
      if (!one.repeat || !one.repeat->number || !one.repeat->number->term) continue;
      Entities entities;
      const Environment env(by_occurrence(entities));
      const Value measured = one.repeat->number->term->measures.front().of(State(program.schema.size()), env);
      if (!std::holds_alternative<std::int64_t>(measured.sum()))
        report_at(problems_, root_, way(one.repeat->number->place),
                  "found a number that is no integer; expected one of type int");
    }
  }
  [[nodiscard]] bool is_typed(std::string_view component) const {
    return std::any_of(types_.begin(), types_.end(), [&](const auto& type) { return type.key == component; });
  }
  /// Moves the invariants of conditions to these.
  void take_conditions(Program& program) {
    for (const TermOfCondition& one : terms_) {
      const auto at = std::find_if(program.invariants.begin(), program.invariants.end(),
                                   [&](const Invariant& invariant) { return invariant.name == one.name; });
      one.of->term = std::make_shared<const Invariant>(std::move(*at));
      program.invariants.erase(at);
    }
  }
  /// A condition that declares what it reads must not read more.
  void check_declared(const RunCondition& b, const Schema& schema, const std::vector<std::size_t>& labels) {
    if (b.declared.empty()) return;
    for_each_part(b, [&](const RunCondition& part) {
      Labels reads = part.reads;
      if (part.term)
        for (const Label i : observed_labels(part.term->q, schema)) reads.push_back(labels[i]);
      std::sort(reads.begin(), reads.end());
      reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
      for (const std::size_t label : reads)
        if (!std::binary_search(b.declared.begin(), b.declared.end(), label))
          report_at(
              problems_, root_, way(b.place),
              "found a condition that reads " + in_quotes(app_.components[label].name) + "; expected it in \"reads\"");
    });
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
    for (std::size_t k = 0; k < bodies_.size(); ++k) all.push_back({{"conc", systems_name(k)}});
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

  /// The message of a problem of the program. A component of the app is unknown to the program if it has no type.
  [[nodiscard]] std::string in_app(const std::string& message) const {
    for (const Component& one : app_.components) {
      const std::string name = in_quotes(one.name);
      if (is_typed(one.name) || !message.starts_with("unknown component " + name)) continue;
      static constexpr std::array sections = {"components", "resources", "events"};
      const std::string typed =
          in_quotes(sections[static_cast<std::size_t>(one.kind)]) + ": { " + name + R"(: "int" }, or what its type is)";
      return "found " + name + ", which has no type; expected a component with a type; " +
             (is_name(one.name) ? "write " + typed : "give it one, and a name of letters, digits and _");
    }
    return message;
  }

  /// Reports problems of the program at the places in the app that they come from.
  void pass_on(Problems inner) {
    for (const Problem& problem : std::move(inner).in_order()) {
      if (problem == elsewhere) continue;
      Way at = way(problem.place);
      if (at.size() > 1 && at[0] == "systems") {
        const auto system =
            std::find_if(names_.begin(), names_.end(), [&](const auto& name) { return *name == at[1]; });
        const Way body = body_at(static_cast<std::size_t>(system - names_.begin()));
        at.erase(at.begin(), at.begin() + 2);
        at.insert(at.begin(), body.begin(), body.end());
      }
      if (at.size() > 1 && at[0] == "invariants") {
        const auto of = std::find_if(terms_.begin(), terms_.end(), [&](const auto& one) { return one.name == at[1]; });
        if (of != terms_.end()) {
          Way place = way(of->of->place);
          if (of->of->form == RunCondition::Form::Match && of->of->reads.empty())
            place.insert(place.end(), at.begin() + (at.size() > 4 && at[2] == "measure" ? 5 : 2), at.end());
          at = std::move(place);
        }
      }
      if (!at.empty() && at[0] == "resources") at[0] = "entities";
      if (at.size() > 1 && at[0] == "components")
        for (std::size_t k = 0; k < types_.size(); ++k)
          if (types_[k].key == at[1]) at[0] = section_[k];
      report_at(problems_, root_, at, in_app(problem.message));
    }
  }

  Problems& problems_;
  const Json::Object& document_;
  const Json root_{document_};
  App& app_;
  AskReader asks_{problems_, document_, app_};
  std::vector<Json::Member> types_;
  std::vector<std::string_view> section_;  // of each type
  std::vector<Json::Member> systems_, entities_, resources_, invariants_;
  std::vector<std::unique_ptr<std::string>> names_;  // of the bodies in the program
  std::vector<std::size_t> bodies_;                  // positions in App::systems
  std::vector<std::size_t> observers_;               // positions in App::observers, of those with bodies
  struct TermOfCondition {
    RunCondition* of;
    std::string name;  // of its invariant
    std::unique_ptr<Document> document;
  };
  std::vector<TermOfCondition> terms_;
};

}  // namespace

const std::vector<std::string_view>& program_keys() {
  static const std::vector<std::string_view> keys = {"constants", "entities",   "templates", "spawn",
                                                     "frames",    "invariants", "view",      "fuzz"};
  return keys;
}

void read_bodies(Problems& problems, const Json::Object& document, App& app) {
  Bodies(problems, document, app).read();
  if (problems.empty()) check_events(problems, Json(document), app);
}

}  // namespace coreecs::app
