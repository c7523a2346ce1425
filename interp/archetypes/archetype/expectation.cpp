#include "interp/archetypes/archetype/expectation.hpp"

#include <map>
#include <set>

#include "interp/base/json/reading.hpp"

namespace coreecs::archetype {

namespace {

bool truth(Problems& problems, const Place& place, const Json& json) {
  if (const auto* b = json.as<bool>()) return *b;
  expected(problems, place, json, "true or false");
  return false;
}

std::vector<std::string> words(Problems& problems, const Place& place, const Json& json, std::string_view kind,
                               const std::vector<std::string_view>& known) {
  std::set<std::size_t> found;
  const Json::List* all = list(problems, place, json, one_of(known), 0);
  for (std::size_t k = 0; all && k < all->size(); ++k)
    if (const auto word = one_of_names(problems, place.element(k), (*all)[k], kind, known);
        word && !found.insert(*word).second)
      problems.report(place.element(k), "found " + in_quotes(known[*word]) + " twice; expected each word once");
  std::vector<std::string> out;
  out.reserve(found.size());
  for (const std::size_t word : found) out.emplace_back(known[word]);
  return out;
}

std::optional<Heap> final_heap(Problems& problems, const Place& place, const Json& json, const Program& program,
                               const Vocabulary& vocabulary) {
  const Json::Object* members = object(problems, place, json);
  if (!members) return std::nullopt;
  const Names names(program.entities);
  std::map<Entity, std::vector<std::pair<Label, Value>>> all;
  for (std::size_t k = 0; k < members->size(); ++k) {
    const Place here = place.member((*members)[k].key, k);
    const std::string name((*members)[k].key);
    const auto initial = vocabulary.entities.find(name);
    std::optional<Entity> e;
    if (initial != vocabulary.entities.end()) e = initial->second;
    if (const auto created = e ? std::nullopt : names.created(name);
        created && static_cast<std::uint64_t>(*created) < (std::uint64_t{1} << 62))
      e = Entity(program.entities.size() + static_cast<std::uint64_t>(*created));
    if (!e && vocabulary.knows_entities) problems.report_unknown(here, "entity", name, vocabulary.entity_names);
    std::vector<std::pair<Label, Value>> components = read_entity(problems, here, (*members)[k].value, vocabulary);
    if (e) all.emplace(*e, std::move(components));
  }
  Heap final(program.schema.size());
  for (const auto& [e, components] : all) add_entity(final, e, components);
  return final;
}

}  // namespace

std::optional<Expectation> read_expectation(Problems& problems, const Place& place, const Json& json, RuleSet set,
                                            const Program& program, const Vocabulary& vocabulary) {
  const Json::Object* facts = object(problems, place, json);
  if (!facts) return std::nullopt;
  check_keys(problems, place, *facts, {},
             {"well_typed", "ill_typed", "runs", "stuck", "conflicts", "refuted", "final"});
  Expectation all;
  all.rules = set;
  for (std::size_t k = 0; k < facts->size(); ++k) {
    const std::string_view key = (*facts)[k].key;
    const Json& j = (*facts)[k].value;
    const Place here = place.member(key, k);
    const auto rule = [&](const std::vector<std::string_view>& known) -> std::optional<std::string> {
      const auto found = one_of_names(problems, here, j, "rule", known);
      return found ? std::optional(std::string(known[*found])) : std::nullopt;
    };
    if (key == "well_typed") all.well_typed = truth(problems, here, j);
    if (key == "ill_typed") all.ill_typed = rule(typing_rules());
    if (key == "runs") all.runs = truth(problems, here, j);
    if (key == "stuck") all.stuck = rule(running_rules());
    if (key == "conflicts") all.conflicts = words(problems, here, j, "kind of conflict", conflict_names());
    if (key == "refuted") all.refuted = words(problems, here, j, "claim", claim_names());
    if (key == "final") all.final = final_heap(problems, here, j, program, vocabulary);
  }
  return all;
}

const std::vector<std::string_view>& typing_rules() {
  static const std::vector<std::string_view> rules = {
      "type/var",    "type/value",   "type/id",     "type/if",     "type/comp",       "type/event",  "type/operation",
      "type/create", "type/destroy", "type/add",    "type/remove", "type/sequential", "type/data-p", "type/task-p",
      "type/system", "type/nil",     "type/entity", "type/heap",   "type/frame"};
  return rules;
}

const std::vector<std::string_view>& running_rules() {
  static const std::vector<std::string_view> rules = {
      "event/create",    "event/destroy",    "event/add",         "event/remove",         "reduce/if-true",
      "reduce/seq",      "reduce/read-comp", "reduce/write-comp", "reduce/operation",     "reduce/context",
      "evaluate/task-p", "archetype/merge",  "archetype/atype",   "archetype/no-conflict"};
  return rules;
}

const std::vector<std::string_view>& claim_names() {
  static const std::vector<std::string_view> names = {"invariants", "residual", "progress", "preservation",
                                                      "soundness"};
  return names;
}

const std::vector<std::string_view>& conflict_names() {
  static const std::vector<std::string_view> names = {"concurrent", "residual"};
  return names;
}

}  // namespace coreecs::archetype
