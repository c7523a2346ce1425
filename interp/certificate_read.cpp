#include <algorithm>
#include <set>

#include "interp/certificate.hpp"
#include "interp/reading.hpp"

namespace coreecs {

namespace {

using Keys = std::vector<std::string_view>;

/// A certificate that is read, member by member; what is wrong is reported.
class CertificateReader {
 public:
  CertificateReader(Problems& problems, const Program& program, Entities& entities)
      : problems_(problems), program_(program), entities_(entities) {
    for (std::size_t k = 0; k < program.entities.size(); ++k) names_.emplace(program.entities[k], Entity(k));
  }

  Certificate operator()(const Json& json) {
    const Place root;
    Certificate read;
    const Json::Object* all = object(problems_, root, json);
    if (!all) return read;
    check_keys(problems_, root, *all, {"certificate", "program", "schedule", "frames", "fingerprint", "created"},
               {"safe_by_rule", "safe", "deterministic", "confluent"});
    with(root, *all, "certificate", [&](const Place& here, const Json& j) {
      if (natural_number(problems_, here, j) != 1) expected(problems_, here, j, "1, the version of certificates");
    });
    read.program = text(root, *all, "program");
    read.schedule = text(root, *all, "schedule");
    read.frames = number(root, *all, "frames");
    read.fingerprint = text(root, *all, "fingerprint");
    list(root, *all, "created", [&](const Place& here, const Json& j) { created(here, j); });
    claim(root, *all, "safe_by_rule", {"disjoint", "overlap"}, [&](const Opened& c) {
      if (c.because == "disjoint")
        read.safe_by_rule = keys(c, {}, claim::Disjoint{});
      else
        read.safe_by_rule = overlap(c);
    });
    claim(root, *all, "safe", {"agreement", "conflict"}, [&](const Opened& c) {
      if (c.because == "agreement")
        read.safe = agreement(c);
      else
        read.safe = keys(c, {"location", "invocations"}, claim::Conflict{contest(c.place, c.members, 2)});
    });
    claim(root, *all, "deterministic", {"safe", "agreement", "exploration", "linearizations"}, [&](const Opened& c) {
      if (c.because == "safe")
        read.deterministic = keys(c, {}, claim::Safe{});
      else if (c.because == "agreement")
        read.deterministic = agreement(c);
      else if (c.because == "exploration")
        read.deterministic = exploration(c);
      else
        read.deterministic = linearizations(c);
    });
    claim(root, *all, "confluent", {"hereditary", "exploration", "runs"}, [&](const Opened& c) {
      if (c.because == "hereditary")
        read.confluent = keys(c, {}, claim::Hereditary{});
      else if (c.because == "exploration")
        read.confluent = exploration(c);
      else
        read.confluent = runs(c);
    });
    return read;
  }

 private:
  /// A claim of a known kind.
  struct Opened {
    const Place& place;
    const Json::Object& members;
    std::string_view because;
  };

  template <class Read>
  void with(const Place& place, const Json::Object& all, std::string_view key, Read read) {
    if (const Json::Member* member = find(all, key))
      read(place.member(key, static_cast<std::size_t>(member - all.begin())), member->value);
  }
  template <class Read>
  void list(const Place& place, const Json& json, std::size_t least, std::size_t most, Read read) {
    const std::string shape = least == most ? std::to_string(least) + " members" : "any number of members";
    const Json::List* elements = coreecs::list(problems_, place, json, shape, least, most);
    for (std::size_t k = 0; elements && k < elements->size(); ++k) read(place.element(k), (*elements)[k]);
  }
  template <class Read>
  void list(const Place& place, const Json::Object& all, std::string_view key, Read read) {
    with(place, all, key, [&](const Place& here, const Json& j) { list(here, j, 0, SIZE_MAX, read); });
  }

  std::uint64_t number(const Place& place, const Json::Object& all, std::string_view key) {
    std::uint64_t n = 0;
    with(place, all, key, [&](const Place& here, const Json& j) { n = natural_number(problems_, here, j); });
    return n;
  }
  std::string_view text(const Place& place, const Json& json) {
    if (const auto* s = json.as<std::string_view>()) return *s;
    expected(problems_, place, json, "text");
    return {};
  }
  std::string text(const Place& place, const Json::Object& all, std::string_view key) {
    std::string s;
    with(place, all, key, [&](const Place& here, const Json& j) { s = text(here, j); });
    return s;
  }

  // Entities, values, states

  Entity entity(const Place& place, const Json& json) {
    const std::string_view name = text(place, json);
    if (const auto known = names_.find(std::string(name)); known != names_.end()) return known->second;
    if (json.as<std::string_view>())
      problems_.report(place, "unknown entity " + in_quotes(name) +
                                  "; expected one of the program, or one that \"created\" lists before");
    return {};
  }
  std::vector<Entity> entities(const Place& place, const Json::Object& all) {
    std::vector<Entity> e;
    list(place, all, "entities", [&](const Place& here, const Json& j) { e.push_back(entity(here, j)); });
    return e;
  }
  void created(const Place& place, const Json& json) {
    const Json::Object* all = object(problems_, place, json);
    if (!all) return;
    check_keys(problems_, place, *all, {"name", "leaf", "entities", "number"}, {});
    const Occurrence occurrence{number(place, *all, "leaf"), entities(place, *all), number(place, *all, "number")};
    const Entity e = entities_.at(occurrence);
    const std::string name = text(place, *all, "name");
    if (!names_.emplace(name, e).second) problems_.report(place, "found another entity " + in_quotes(name));
    if (!listed_.insert(e).second) problems_.report(place, "found another name of one entity: " + in_quotes(name));
  }
  Label label(const Place& place, const Json& json) {
    const std::string_view name = text(place, json);
    Keys known;
    for (Label i = 0; i < program_.schema.size(); ++i) {
      if (program_.schema[i].name == name) return i;
      known.push_back(program_.schema[i].name);
    }
    if (json.as<std::string_view>()) problems_.report_unknown(place, "component", name, known);
    return 0;
  }
  Value value(const Place& place, const Json& json, const Type& type) {
    switch (type.kind) {
      case Type::Kind::Unit:
        if (json.as<Json::Null>()) return Unit{};
        break;
      case Type::Kind::Bool:
        if (const auto* b = json.as<bool>()) return *b;
        break;
      case Type::Kind::Int:
        if (const auto* n = json.as<std::int64_t>()) return *n;
        break;
      case Type::Kind::Real:
        if (const auto* x = json.as<double>()) return *x;
        break;
      case Type::Kind::Text:
        if (const auto* s = json.as<std::string_view>()) return Text(std::string(*s));
        break;
      case Type::Kind::Entity:
        return entity(place, json);
      case Type::Kind::Record:
        if (const auto* members = json.as<Json::Object>()) return record(place, *members, type);
        break;
    }
    expected(problems_, place, json, "a value of the component's type");
    return {};
  }
  Value record(const Place& place, const Json::Object& members, const Type& type) {
    Keys names;
    for (const Type::Field& field : type.fields) names.push_back(field.name);
    check_keys(problems_, place, members, names, {});
    std::vector<Value> fields;
    for (const Type::Field& field : type.fields)
      with(place, members, field.name,
           [&](const Place& here, const Json& j) { fields.push_back(value(here, j, field.type)); });
    return Record(std::move(fields));
  }
  State state(const Place& place, const Json& json) {
    State c(program_.schema.size());
    const Json::Object* all = object(problems_, place, json);
    for (std::size_t k = 0; all && k < all->size(); ++k) {
      const Json::Member& member = (*all)[k];
      const Place here = place.member(member.key, k);
      const Entity e = entity(here, member.key);
      const Json::Object* components = object(problems_, here, member.value);
      if (components && components->empty()) expected(problems_, here, member.value, "a live entity's components");
      for (std::size_t j = 0; components && j < components->size(); ++j) {
        const Json::Member& component = (*components)[j];
        const Place there = here.member(component.key, j);
        const Label i = label(there, component.key);
        c = std::move(c).with(i, e, value(there, component.value, program_.schema[i].type));
      }
    }
    return c;
  }

  // What claims consist of

  Location location(const Place& place, const Json::Object& all) {
    Location l;
    with(place, all, "location", [&](const Place& here, const Json& j) {
      const Json::Object* members = object(problems_, here, j);
      if (!members) return;
      check_keys(problems_, here, *members, {"entity", "component"}, {});
      with(here, *members, "entity", [&](const Place& at, const Json& name) { l.e = entity(at, name); });
      with(here, *members, "component", [&](const Place& at, const Json& name) { l.i = label(at, name); });
    });
    return l;
  }
  claim::Step step(const Place& place, const Json& json, const Keys& more = {}) {
    const Json::Object* all = object(problems_, place, json);
    if (!all) return {};
    check_keys(problems_, place, *all, {"leaf", "system", "entities"}, more);
    return {number(place, *all, "leaf"), text(place, *all, "system"), entities(place, *all)};
  }
  claim::Contest contest(const Place& place, const Json::Object& all, std::size_t most = SIZE_MAX) {
    claim::Contest contest{location(place, all), {}};
    const Type& type = program_.schema[contest.l.i].type;
    with(place, all, "invocations", [&](const Place& here, const Json& j) {
      list(here, j, 2, most, [&](const Place& at, const Json& writer) {
        claim::Writer& read = contest.writers.emplace_back();
        read.step = step(at, writer, {"leaves"});
        if (const auto* members = writer.as<Json::Object>())
          with(at, *members, "leaves", [&](const Place& there, const Json& k) { read.leaves = value(there, k, type); });
      });
    });
    contest.writers.resize(std::max<std::size_t>(contest.writers.size(), 2));
    return contest;
  }
  claim::Run run(const Place& place, const Json& json) {
    claim::Run run;
    const Json::Object* all = object(problems_, place, json);
    if (!all) return run;
    check_keys(problems_, place, *all, {"order", find(*all, "error") ? "error" : "final"}, {});
    list(place, *all, "order", [&](const Place& here, const Json& j) { run.order.push_back(step(here, j)); });
    with(place, *all, "final", [&](const Place& here, const Json& j) { run.end = state(here, j); });
    with(place, *all, "error", [&](const Place& here, const Json& j) { run.end = std::string(text(here, j)); });
    return run;
  }
  std::vector<claim::Run> two_runs(const Opened& c) {
    std::vector<claim::Run> runs;
    with(c.place, c.members, "runs", [&](const Place& here, const Json& j) {
      list(here, j, 2, 2, [&](const Place& at, const Json& one) { runs.push_back(run(at, one)); });
    });
    runs.resize(2);
    return runs;
  }

  // Claims

  template <class Read>
  void claim(const Place& root, const Json::Object& all, std::string_view name, const Keys& kinds, Read read) {
    with(root, all, name, [&](const Place& here, const Json& j) {
      const Json::Object* members = object(problems_, here, j);
      if (!members) return;
      const std::string because = text(here, *members, "because");
      const auto kind = std::find(kinds.begin(), kinds.end(), because);
      with(here, *members, "because", [&](const Place& at, const Json& k) {
        if (kind == kinds.end() && k.as<std::string_view>()) problems_.report_unknown(at, "argument", because, kinds);
      });
      if (kind == kinds.end()) return check_keys(problems_, here, *members, {"holds", "because"}, keys_of_claims);
      const bool yes = kind + 1 != kinds.end();  // the last one says no
      with(here, *members, "holds", [&](const Place& at, const Json& k) {
        if (const bool* b = k.as<bool>(); !b || *b != yes)
          expected(problems_, at, k,
                   std::string(yes ? "true" : "false") + ", which is what " + in_quotes(because) + " shows");
      });
      read(Opened{here, *members, *kind});
    });
  }
  /// The claim, whose keys are checked.
  template <class Claim>
  Claim keys(const Opened& c, Keys required, Claim claim, const Keys& optional = {}) {
    required.insert(required.begin(), {"holds", "because"});
    check_keys(problems_, c.place, c.members, required, optional);
    return claim;
  }
  claim::Overlap overlap(const Opened& c) {
    std::vector<claim::Step> two;
    with(c.place, c.members, "invocations", [&](const Place& here, const Json& j) {
      list(here, j, 2, 2, [&](const Place& at, const Json& u) { two.push_back(step(at, u)); });
    });
    two.resize(2);
    const std::uint64_t rule = number(c.place, c.members, "rule");
    return keys(c, {"rule", "location", "invocations"},
                claim::Overlap{rule == 3 || rule == 4 ? static_cast<int>(rule) : 0, location(c.place, c.members),
                               two[0], two[1]});
  }
  claim::Agreement agreement(const Opened& c) {
    claim::Agreement agreement;
    list(c.place, c.members, "contested", [&](const Place& here, const Json& j) {
      const Json::Object* all = object(problems_, here, j);
      if (!all) return;
      check_keys(problems_, here, *all, {"location", "invocations"}, {});
      agreement.contested.push_back(contest(here, *all));
    });
    return keys(c, {"contested"}, std::move(agreement));
  }
  claim::Exploration exploration(const Opened& c) {
    claim::Exploration exploration;
    list(c.place, c.members, "ends",
         [&](const Place& here, const Json& j) { exploration.ends.push_back(state(here, j)); });
    return keys(c, {"ends"}, std::move(exploration));
  }
  claim::Linearizations linearizations(const Opened& c) {
    std::vector<claim::Run> two = two_runs(c);
    return keys(c, {"location", "invocations", "runs"},
                claim::Linearizations{contest(c.place, c.members, 2), std::move(two[0]), std::move(two[1])});
  }
  claim::Runs runs(const Opened& c) {
    std::vector<claim::Run> two = two_runs(c);
    claim::Runs runs{std::nullopt, std::move(two[0]), std::move(two[1])};
    if (find(c.members, "location")) runs.l = location(c.place, c.members);
    return keys(c, {"runs"}, std::move(runs), {"location"});
  }

  inline static const Keys keys_of_claims{"rule", "location", "invocations", "contested", "ends", "runs"};

  Problems& problems_;
  const Program& program_;
  Entities& entities_;
  std::unordered_map<std::string, Entity> names_;
  std::set<Entity> listed_;
};

}  // namespace

std::variant<Certificate, std::vector<Problem>> read_certificate(std::string_view text, const Program& program,
                                                                 Entities& entities) {
  Problems problems;
  Certificate certificate;
  {
    const Document document(text, problems);
    if (document.root() && problems.empty())
      certificate = CertificateReader(problems, program, entities)(*document.root());
  }
  if (!problems.empty()) return std::move(problems).in_order();
  return certificate;
}

}  // namespace coreecs
