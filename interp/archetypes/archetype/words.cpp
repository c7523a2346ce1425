#include "interp/archetypes/archetype/words.hpp"

namespace coreecs::archetype {

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
