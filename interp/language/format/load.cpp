#include "interp/language/format/load.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "interp/base/json/reading.hpp"
#include "interp/language/format/advice.hpp"
#include "interp/language/format/elaborate.hpp"
#include "interp/language/format/entities.hpp"
#include "interp/language/format/expectations.hpp"
#include "interp/language/format/native.hpp"
#include "interp/language/format/schedules.hpp"
#include "interp/language/format/spawn.hpp"
#include "interp/language/program/effects.hpp"

namespace coreecs {

namespace {

/// Reads a document, top-level key by top-level key, into a program.
class Loader : DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  Program load(const Json& document);

 private:
  void systems(const Place&, const Json&);
  void check_native(const Place&, const QueryVector& of_program, const MatchTerm&);
  void check_native_components(const Place&);
  void finish_systems();
  void invariants(const Place&, const Json&);
  void constants(const Place&, const Json&);
  void fuzz(const Place&, const Json&);
  void may_change(const Place&, const Json&);

  Place root_;
  Vocabulary vocabulary_;
  Program program_;
  DeclaredSystems systems_;
  std::unordered_map<std::string_view, SystemTerm> terms_;
  std::unordered_map<std::string_view, const System*> natives_;
  std::vector<std::string_view> invariant_names_;
  std::vector<std::variant<InvariantTerm, const Invariant*>> invariants_;
  bool knows_invariants_ = true;
};

// Program format §1: first the components, then everything that needs their types.
Program Loader::load(const Json& json) {
  const Json::Object* document = object(problems_, root_, json);
  if (!document) return {};
  check_keys(problems_, root_, *document, {"components", "systems", "schedules"},
             {"constants", "entities", "resources", "frames", "expect", "name", "about", "invariants", "fuzz", "view",
              "templates", "spawn", "may_change", "$schema"});
  const auto with = [&](std::string_view key, auto read) { DocumentReader::with(root_, *document, key, read); };
  with("components", [&](const Place& here, const Json& j) { vocabulary_.read_components(problems_, here, &j); });
  program_.schema = vocabulary_.schema();
  program_.start = State(program_.schema.size());
  if (const Program* native = Native::program()) program_.entities = native->entities;
  vocabulary_.set_entities(&program_.entities);
  read_entities(problems_, *document, vocabulary_, program_);
  with("constants", [&](const Place& here, const Json& j) { constants(here, j); });
  with("systems", [&](const Place& here, const Json& j) { systems(here, j); });
  with("invariants", [&](const Place& here, const Json& j) { invariants(here, j); });
  ScheduleReader schedules(problems_, systems_);
  with("schedules", [&](const Place& here, const Json& j) { program_.schedules = schedules.read(here, j); });
  with("frames", [&](const Place& here, const Json& j) { program_.frames = natural_number(problems_, here, j); });
  with("expect", [&](const Place& here, const Json& j) {
    const Json::Object* members = object(problems_, here, j);
    ExpectationReader read(problems_, vocabulary_, program_.stand_ins.get(),
                           knows_invariants_ ? &invariant_names_ : nullptr);
    for (std::size_t k = 0; members && k < members->size(); ++k) {
      const Json::Member& member = (*members)[k];
      const Place place = here.member(member.key, k);
      if (const auto& names = schedules.names();
          !names.empty() && std::find(names.begin(), names.end(), member.key) == names.end())
        problems_.report_unknown(place, "schedule", member.key, names);
      if (const Json::Object* facts = object(problems_, place, member.value))
        program_.expectations.push_back(read(place, std::string(member.key), *facts));
    }
  });
  with("fuzz", [&](const Place& here, const Json& j) { fuzz(here, j); });
  with("view", [&](const Place& here, const Json& j) { program_.view = read_view(problems_, here, j, vocabulary_); });
  with("name", [&](const Place& here, const Json& j) { program_.name = text(here, j); });
  with("about", [&](const Place& here, const Json& j) { program_.about = text(here, j); });
  with("$schema", [&](const Place& here, const Json& j) { (void)text(here, j); });
  with("may_change", [&](const Place& here, const Json& j) { may_change(here, j); });
  if (problems_.empty()) {
    finish_systems();
    for (auto& one : invariants_)
      program_.invariants.push_back(std::visit(Clauses{[](InvariantTerm& term) { return invariant(std::move(term)); },
                                                       [](const Invariant* native) { return *native; }},
                                               one));
  }
  return std::move(program_);
}

// Constants (program format §4) -----------------------------------------------------------------------------------

void Loader::constants(const Place& place, const Json& json) {
  const Json::Object* members = object(problems_, place, json, R"(write { "dt": 0.02 }: each constant has a name)");
  if (!members) return vocabulary_.tolerate_constants();
  std::vector<std::pair<std::string_view, Typed>> all;
  for (std::size_t k = 0; k < members->size(); ++k) {
    const Json::Member& member = (*members)[k];
    const Place here = place.member(member.key, k);
    check_name(problems_, here, member.key);
    all.emplace_back(member.key, elaborate_constant(here, member.value, vocabulary_, problems_));
  }
  for (auto& [name, value] : all) vocabulary_.add_constant(name, std::move(value));
}

// Systems (program format §3) ------------------------------------------------------------------------------

void Loader::systems(const Place& place, const Json& json) {
  const Json::Object* members =
      named_members(problems_, place, json, R"(write { "move": {...} }: each system has a name)");
  systems_.known = members != nullptr;
  for (std::size_t k = 0; members && k < members->size(); ++k) {
    const Json::Member& member = (*members)[k];
    const std::string name(member.key);
    systems_.names.push_back(member.key);
    systems_.by_name.emplace(member.key, std::make_shared<System>(System{name, {}, {}}));
    const Place here = place.member(member.key, k);
    const System* native = Native::system(member.key);
    const WithoutFunctions declared(member.value, "do", native);
    SystemTerm term = elaborate(name, here, declared.json(), vocabulary_, problems_);
    if (declared) {
      check_native(here, native->q, term);
      natives_.emplace(member.key, native);
    }
    terms_.emplace(member.key, std::move(term));
  }
}

/// Reports components other than those that a C++ function was written for.
void Loader::check_native_components(const Place& place) {
  const auto same = [](const Component& one, const Component& other) {
    return one.name == other.name && one.type == other.type;
  };
  const Schema& K = Native::program()->schema;
  if (!std::equal(program_.schema.begin(), program_.schema.end(), K.begin(), K.end(), same))
    problems_.report(place, "found other components than those that its C++ function is for");
}
void Loader::check_native(const Place& place, const QueryVector& of_program, const MatchTerm& term) {
  check_native_components(place);
  if (!same_in_documents(unconditional(term), of_program))
    problems_.report(place, "found another query vector than the one that its C++ function is for");
}

/// Turns the terms of the systems into functions. Precondition: the document has no problems.
void Loader::finish_systems() {
  for (const std::string_view name : systems_.names) {
    const std::shared_ptr<System>& s = systems_.by_name.at(name);
    if (const auto native = natives_.find(name); native != natives_.end()) {
      *s = *native->second;
      program_.systems.push_back(s);
      continue;
    }
    SystemTerm& term = terms_.at(name);
    s->q = query(term);
    s->f = function(term);
    s->loop = loop(term);
    s->effects = effects(term, program_.schema);
    program_.systems.push_back(s);
    program_.terms.emplace(name, std::move(term));
  }
}

void Loader::invariants(const Place& place, const Json& json) {
  const Json::Object* members = object(problems_, place, json);
  knows_invariants_ = members != nullptr;
  for (std::size_t k = 0; members && k < members->size(); ++k) {
    const Json::Member& member = (*members)[k];
    const Place here = place.member(member.key, k);
    check_name(problems_, here, member.key);
    invariant_names_.push_back(member.key);
    const Invariant* native = Native::invariant(member.key);
    if (native && is_function_of_measures(member.value)) {
      check_native_components(here);
      if (!has_measures(member.value, *native))
        problems_.report(here, "found other measures than those that its C++ function is for");
      invariants_.emplace_back(native);
      continue;
    }
    const WithoutFunctions declared(member.value, "holds", native);
    InvariantTerm term = elaborate_invariant(std::string(member.key), here, declared.json(), vocabulary_, problems_);
    if (!declared) {
      invariants_.emplace_back(std::move(term));
      continue;
    }
    check_native(here, native->q, term);
    invariants_.emplace_back(native);
  }
}

// Settings for searches (program format §1) ----------------------------------------------------------------

void Loader::fuzz(const Place& place, const Json& json) {
  const Json::Object* settings = object(problems_, place, json);
  if (!settings) return;
  check_keys(problems_, place, *settings, {}, {"entities", "ranges", "assume"});
  for (std::size_t k = 0; k < settings->size(); ++k) {
    const Json::Member& member = (*settings)[k];
    const Place here = place.member(member.key, k);
    if (member.key == "entities") {
      const auto* n = member.value.as<std::int64_t>();
      if (n && *n >= 1)
        program_.fuzz.entities = static_cast<std::uint64_t>(*n);
      else
        expected(problems_, here, member.value, "an integer of at least 1");
    } else if (member.key == "assume") {
      const Json::List* names = coreecs::list(problems_, here, member.value, "names of invariants", 0);
      for (std::size_t j = 0; names && j < names->size(); ++j) {
        const auto* name = (*names)[j].as<std::string_view>();
        if (!name)
          expected(problems_, here.element(j), (*names)[j], "the name of an invariant");
        else if (knows_invariants_ &&
                 std::find(invariant_names_.begin(), invariant_names_.end(), *name) == invariant_names_.end())
          problems_.report_unknown(here.element(j), "invariant", *name, invariant_names_);
        else
          program_.fuzz.assumed.emplace_back(*name);
      }
    } else if (member.key == "ranges") {
      const Json::Object* ranges = object(problems_, here, member.value);
      for (std::size_t j = 0; ranges && j < ranges->size(); ++j)
        if (std::optional<Range> range = read_range(problems_, here.member((*ranges)[j].key, j), (*ranges)[j].key,
                                                    (*ranges)[j].value, vocabulary_))
          program_.fuzz.ranges.push_back(std::move(*range));
    }
  }
}

// Exercises (program format §1) ----------------------------------------------------------------------------

/// Reports what does not begin with a part that the answer to an exercise may change. Programs do not keep it.
void Loader::may_change(const Place& place, const Json& json) {
  static const std::vector<std::string_view> parts{"components", "systems",   "schedules", "entities",   "constants",
                                                   "resources",  "templates", "spawn",     "invariants", "frames"};
  const Json::List* pointers = coreecs::list(problems_, place, json, "JSON Pointers, such as \"/systems\"", 1);
  for (std::size_t k = 0; pointers && k < pointers->size(); ++k) {
    const Place here = place.element(k);
    const auto* pointer = (*pointers)[k].as<std::string_view>();
    if (!pointer || pointer->empty() || pointer->front() != '/') {
      expected(problems_, here, (*pointers)[k], "a JSON Pointer, such as \"/systems\" or \"/schedules/main\"");
      continue;
    }
    const std::string_view part = pointer->substr(1, pointer->find('/', 1) - 1);
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) problems_.report_unknown(here, "part", part, parts);
  }
}

}  // namespace

std::variant<Program, std::vector<Problem>> load(std::string_view text) {
  Problems problems;
  const Document document(text, problems);
  return load(document, std::move(problems), text);
}

Program load(const Json& document, Problems& problems) { return Loader(problems).load(document); }

std::variant<Program, std::vector<Problem>> load(const Document& document, Problems problems, std::string_view text) {
  Program program;
  if (document.root()) program = load(*document.root(), problems);
  if (!problems.empty()) return std::move(problems).in_order(text);
  return program;
}

std::variant<std::string, Problem> read_file(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  std::string text;
  bool read = file != nullptr;
  std::vector<char> block(1 << 16);
  while (read) {
    const std::size_t count = std::fread(block.data(), 1, block.size(), file.get());
    text.append(block.data(), count);
    read = !std::ferror(file.get());
    if (count < block.size()) break;
  }
  if (!read) return Problem{"", std::string("cannot be read: ") + std::strerror(errno)};
  return text;
}

std::variant<Program, std::vector<Problem>> load_file(const std::string& path) {
  const auto text = read_file(path);
  if (const Problem* problem = std::get_if<Problem>(&text)) return std::vector<Problem>{*problem};
  return load(std::get<std::string>(text));
}

}  // namespace coreecs
