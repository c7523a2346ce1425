#include "interp/archetypes/archetype/load.hpp"

#include <algorithm>
#include <numeric>

#include "interp/archetypes/archetype/expectation.hpp"
#include "interp/archetypes/archetype/terms.hpp"
#include "interp/base/json/reading.hpp"
#include "interp/language/format/advice.hpp"

namespace coreecs::archetype {

namespace {

constexpr std::string_view calculus_name = "archetype", sync_name = "sync";
constexpr std::pair<std::string_view, Primitive> field_types[] = {
    {"bool", Primitive::Bool}, {"int", Primitive::Int}, {"real", Primitive::Float}, {"text", Primitive::Text}};

/// Advice for a key that documents, systems or steps do not have.
std::string_view instead_of_key(std::string_view key) {
  if (key == "schedules" || key == "schedule") return R"(the order of systems is "frame": ["move", "sync"])";
  if (key == "for" || key == "query" || key == "archetype")
    return R"(write "match": [{ "entity": "e", "archetype": ["C"] }])";
  if (key == "parallel" || key == "mode")
    return R"(write "run": "par" in a system, {"parallel": [s, s']} in the frame)";
  if (key == "incl" || key == "components") return R"(write "archetype": ["C"], all components that the entities have)";
  if (key == "excl" || key == "anyway")
    return R"(an archetype says exactly which components the entities have: write "archetype": ["C"])";
  if (key == "where") return R"(write {"if": [b, t]} in "do")";
  return instead::of_key(key);
}

/// Reads a document, key by key, into a program.
class ProgramReader : DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  Program load(const Json& json);

 private:
  void components(const Place&, const Json&);
  void entity_names(const Place&, const Json&);
  void entities(const Place&, const Json&);

  void system(const Place&, std::string_view name, const Json&);
  bool match(const Place&, const Json&, Function&);
  AType archetype(const Place&, const Json&);

  void frame(const Place&, const Json&);
  std::optional<System> step(const Place&, const Json&, bool may_sync, bool& is_sync);

  Place root_;
  Program program_;
  Vocabulary vocabulary_;
  std::vector<std::string_view> system_names_;
  std::unordered_map<std::string_view, std::optional<System>> systems_;  // nothing for a rejected one
  bool knows_systems_ = false;
  std::unordered_map<std::string_view, const Json*> entity_parts_;
};

Program ProgramReader::load(const Json& json) {
  const Json::Object* document = object(problems_, root_, json);
  if (!document) return {};
  check_keys(problems_, root_, *document, {"calculus", "components", "systems", "frame"},
             {"entities", "frames", "expect", "name", "about", "$schema"}, instead_of_key);
  const auto with = [&](std::string_view key, auto read) { DocumentReader::with(root_, *document, key, read); };
  with("calculus",
       [&](const Place& here, const Json& j) { (void)one_of_names(problems_, here, j, "calculus", {calculus_name}); });
  vocabulary_.schema = &program_.schema;
  vocabulary_.knows_components = false;
  with("components", [&](const Place& here, const Json& j) { components(here, j); });
  program_.start = Heap(program_.schema.size());
  with("entities", [&](const Place& here, const Json& j) { entity_names(here, j); });
  with("entities", [&](const Place& here, const Json& j) { entities(here, j); });
  with("systems", [&](const Place& here, const Json& j) {
    const Json::Object* members =
        named_members(problems_, here, j, R"(write { "move": {...} }: each system has a name)");
    knows_systems_ = members != nullptr;
    for (std::size_t k = 0; members && k < members->size(); ++k)
      system(here.member((*members)[k].key, k), (*members)[k].key, (*members)[k].value);
  });
  with("frame", [&](const Place& here, const Json& j) { frame(here, j); });
  with("frames", [&](const Place& here, const Json& j) { program_.frames = natural_number(problems_, here, j); });
  with("expect", [&](const Place& here, const Json& j) {
    const Json::Object* members = object(problems_, here, j);
    for (std::size_t k = 0; members && k < members->size(); ++k) {
      const Place place = here.member((*members)[k].key, k);
      const auto set = one_of_names(problems_, place, Json((*members)[k].key), "set of rules",
                                    {rule_set_names.begin(), rule_set_names.end()});
      if (!set) continue;
      auto all =
          read_expectation(problems_, place, (*members)[k].value, static_cast<RuleSet>(*set), program_, vocabulary_);
      if (all) program_.expectations.push_back(*std::move(all));
    }
  });
  with("name", [&](const Place& here, const Json& j) { program_.name = text(here, j); });
  with("about", [&](const Place& here, const Json& j) { program_.about = text(here, j); });
  with("$schema", [&](const Place& here, const Json& j) { (void)text(here, j); });
  return std::move(program_);
}

// Components and entities ---------------------------------------------------------------------------------------------

void ProgramReader::components(const Place& place, const Json& json) {
  const Json::Object* members =
      object(problems_, place, json, R"(write { "Pos": { "x": "int" } }: each component has a name)");
  if (!members) return;
  vocabulary_.knows_components = true;
  for (std::size_t k = 0; k < members->size(); ++k) {
    const std::string_view name = (*members)[k].key;
    const Place here = place.member(name, k);
    check_name(problems_, here, name);
    if (const auto& keys = term_keys(); std::find(keys.begin(), keys.end(), name) != keys.end())
      problems_.report(here, "found " + in_quotes(name) + ", which is the key of a term; expected another name");
    CType C{std::string(name), {}};
    const Json& type = (*members)[k].value;
    const auto* fields = type.as<Json::Object>();
    if (!fields) {
      expected(problems_, here, type, R"(a record of fields, as { "x": "int" }, or {} for a tag)");
      if (const auto* alone = type.as<std::string_view>(); alone && *alone != "unit")
        problems_.advise("write { \"value\": " + in_quotes(*alone) + " }");
      if (!type.as<Json::Refused>()) vocabulary_.knows_components = false;
    }
    for (std::size_t j = 0; fields && j < fields->size(); ++j) {
      const Place at = here.member((*fields)[j].key, j);
      check_name(problems_, at, (*fields)[j].key);
      std::vector<std::string_view> types;
      for (const auto& type_of : field_types) types.push_back(type_of.first);
      const auto P = one_of_names(problems_, at, (*fields)[j].value, "type of a field", types);
      const auto* found = (*fields)[j].value.as<std::string_view>();
      if (!P && found)
        problems_.advise(*found == "entity"
                             ? "fields are of primitive types: this calculus keeps no entities in components"
                             : instead::of_type(*found));
      if (!P) vocabulary_.knows_components = false;
      C.fields.push_back({std::string((*fields)[j].key), P ? field_types[*P].second : Primitive::Int});
    }
    program_.schema.push_back(std::move(C));
  }
  // A partly rejected component is known, but its fields may be wrong. Then names are not checked.
  if (!vocabulary_.knows_components) {
    program_.schema.clear();
    return;
  }
  for (std::size_t k = 0; k < members->size(); ++k) {
    vocabulary_.component_names.push_back((*members)[k].key);
    vocabulary_.labels.emplace((*members)[k].key, static_cast<Label>(k));
  }
}

void ProgramReader::entity_names(const Place& place, const Json& json) {
  const Json::Object* members =
      object(problems_, place, json, R"(write { "e0": {...}, "e1": {...} }: each entity has a name)");
  if (!members) {
    vocabulary_.knows_entities = false;
    return;
  }
  for (std::size_t k = 0; k < members->size(); ++k) {
    check_name(problems_, place.member((*members)[k].key, k), (*members)[k].key);
    program_.entities.emplace_back((*members)[k].key);
    vocabulary_.entity_names.push_back((*members)[k].key);
  }
  std::vector<std::size_t> order(members->size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return name_before(program_.entities[a], program_.entities[b]);
  });
  std::vector<std::string> sorted;
  for (const std::size_t k : order) {
    vocabulary_.entities.emplace((*members)[k].key, Entity(sorted.size()));
    sorted.push_back(program_.entities[k]);
  }
  program_.entities = std::move(sorted);
}

void ProgramReader::entities(const Place& place, const Json& json) {
  const auto* members = json.as<Json::Object>();
  std::vector<std::vector<std::pair<Label, Value>>> all(program_.entities.size());
  for (std::size_t k = 0; members && k < members->size(); ++k) {
    all[vocabulary_.entities.at((*members)[k].key).number()] =
        read_entity(problems_, place.member((*members)[k].key, k), (*members)[k].value, vocabulary_);
  }
  for (std::size_t e = 0; e < all.size(); ++e) add_entity(program_.start, Entity(e), all[e]);
}

// Systems -------------------------------------------------------------------------------------------------------------

void ProgramReader::system(const Place& place, std::string_view name, const Json& json) {
  system_names_.push_back(name);
  systems_.emplace(name, std::nullopt);
  if (name == sync_name) problems_.report(place, "found \"sync\", which is a step of the frame; expected another name");
  const Json::Object* parts = object(problems_, place, json);
  if (!parts) return;
  check_keys(problems_, place, *parts, {"match", "do"}, {"run"}, instead_of_key);
  const auto at = [&](const Json::Member* member) {
    return place.member(member->key, static_cast<std::size_t>(member - parts->begin()));
  };
  Function f{{}, unit()};
  const Json::Member* matched = find(*parts, "match");
  const bool readable = matched && match(at(matched), matched->value, f);
  std::size_t run = 0;
  if (const Json::Member* how = find(*parts, "run"))
    run = one_of_names(problems_, at(how), how->value, "way to run a system", {"seq", "par"}).value_or(0);
  Elaborated body;
  if (const Json::Member* member = find(*parts, "do"))
    body = read_term(problems_, at(member), member->value, vocabulary_, f.x, !readable);
  f.t = std::move(body.t);
  if (f.A.empty()) return;
  System s = run == 0 ? System(Sequential{f}, std::string(name)) : System(DataParallel{f}, std::string(name));
  systems_.insert_or_assign(name, s);
  program_.systems.push_back(std::move(s));
  program_.origins.push_back(std::move(body.origin));
}

/// Reads the archetypes and the names of the parameters; false if they are unreadable.
bool ProgramReader::match(const Place& place, const Json& json, Function& f) {
  const Json::List* all =
      coreecs::list(problems_, place, json, R"(archetypes, each { "entity": "e", "archetype": ["C"] })", 1);
  bool readable = all != nullptr;
  for (std::size_t k = 0; all && k < all->size(); ++k) {
    const Place here = place.element(k);
    const Json::Object* parts = object(problems_, here, (*all)[k]);
    std::string x = "_";
    AType A;
    readable = readable && parts;
    if (parts) check_keys(problems_, here, *parts, {"archetype"}, {"entity"}, instead_of_key);
    for (std::size_t j = 0; parts && j < parts->size(); ++j) {
      const Place at = here.member((*parts)[j].key, j);
      if ((*parts)[j].key == "archetype") A = archetype(at, (*parts)[j].value);
      if ((*parts)[j].key != "entity") continue;
      const auto* name = (*parts)[j].value.as<std::string_view>();
      readable = readable && name;
      if (!name) {
        expected(problems_, at, (*parts)[j].value, "the name of a parameter");
        continue;
      }
      if (*name != "_") check_name(problems_, at, *name);
      if (*name != "_" && std::find(f.x.begin(), f.x.end(), *name) != f.x.end())
        problems_.report(at, in_quotes(*name) + " is already bound; expected another name");
      x = *name;
    }
    f.A.push_back(std::move(A));
    f.x.push_back(std::move(x));
  }
  return readable;
}

AType ProgramReader::archetype(const Place& place, const Json& json) {
  AType A;
  const Json::List* all = coreecs::list(problems_, place, json, "names of components", 0);
  for (std::size_t k = 0; all && k < all->size(); ++k) {
    const std::optional<Label> C = vocabulary_.label(problems_, place.element(k), (*all)[k]);
    if (C && !A.insert(*C).second)
      problems_.report(place.element(k),
                       "found " + in_quotes(program_.schema[*C].name) + " twice; expected each component once");
  }
  return A;
}

// The frame -----------------------------------------------------------------------------------------------------------

void ProgramReader::frame(const Place& place, const Json& json) {
  const Json::List* all =
      coreecs::list(problems_, place, json, R"(names of systems, "sync", and {"parallel": [s, s']})", 1);
  std::vector<Step> steps;
  bool synced = false;
  for (std::size_t k = 0; all && k < all->size(); ++k) {
    synced = false;
    const std::optional<System> s = step(place.element(k), (*all)[k], true, synced);
    if (s) steps.emplace_back(*s);
    if (synced) steps.emplace_back(Sync{});
  }
  if (all && !synced)
    problems_.report(place,
                     "found a frame that does not end in \"sync\"; expected \"sync\" as its last step, as every frame "
                     "has it (§4.3)");
  program_.frame = Frame(std::move(steps));
}

std::optional<System> ProgramReader::step(const Place& place, const Json& json, bool may_sync, bool& is_sync) {
  if (const auto* name = json.as<std::string_view>()) {
    is_sync = may_sync && *name == sync_name;
    if (is_sync) return std::nullopt;
    const auto found = systems_.find(*name);
    if (found != systems_.end()) return found->second;
    if (*name == sync_name) {
      problems_.report(place, "found \"sync\"; expected systems only, since sync comes between steps of the frame");
      return std::nullopt;
    }
    std::vector<std::string_view> known = system_names_;
    if (may_sync) known.push_back(sync_name);
    if (knows_systems_) problems_.report_unknown(place, "system", *name, known);
    return std::nullopt;
  }
  const auto* parts = json.as<Json::Object>();
  if (!parts) {
    expected(problems_, place, json,
             may_sync ? R"(the name of a system, "sync", or {"parallel": [s, s']})"
                      : R"(the name of a system, or {"parallel": [s, s']})");
    return std::nullopt;
  }
  const Json::Member* member = only_member(problems_, place, *parts, {"parallel"});
  if (!member) return std::nullopt;
  const Place here = place.member(member->key, 0);
  if (member->key != "parallel") {
    problems_.report_unknown(here, "step", member->key, {"parallel"});
    problems_.advise(member->key == "seq" || member->key == "conc" ? "write the name of the system alone"
                     : member->key == "par"                        ? R"(write {"parallel": [s, s']})"
                     : member->key == "then"                       ? "write the steps one after the other"
                                                                   : std::string_view());
    return std::nullopt;
  }
  const Json::List* all = coreecs::list(problems_, here, member->value, "two or more systems", 2);
  TaskParallel task;
  bool good = all != nullptr;
  for (std::size_t k = 0; all && k < all->size(); ++k) {
    bool sync = false;
    std::optional<System> s = step(here.element(k), (*all)[k], false, sync);
    good = good && s;
    if (s) task.s.push_back(*std::move(s));
  }
  return good ? std::optional(System(std::move(task))) : std::nullopt;
}

}  // namespace

std::variant<Program, std::vector<Problem>> load(std::string_view text) {
  Problems problems;
  const Document document(text, problems);
  return load(document, std::move(problems), text);
}

std::variant<Program, std::vector<Problem>> load(const Document& document, Problems problems, std::string_view text) {
  Program program;
  if (document.root()) program = ProgramReader(problems).load(*document.root());
  if (!problems.empty()) return std::move(problems).in_order(text);
  return program;
}

bool names_calculus(const Document& document) {
  const auto* root = document.root() ? document.root()->as<Json::Object>() : nullptr;
  return root && find(*root, "calculus") != nullptr;
}

}  // namespace coreecs::archetype
