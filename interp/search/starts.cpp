#include "interp/search/starts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/format/tree.hpp"
#include "interp/run/execution.hpp"

namespace coreecs {

using nlohmann::ordered_json;

Starts::Starts(const ordered_json& document, std::uint64_t frames, std::uint64_t entities,
               const std::vector<Range>& ranges)
    : document_(document) {
  document_.erase("expect");
  document_["frames"] = frames;
  if (!document_.contains("entities")) document_["entities"] = ordered_json::object();
  for (const auto& s : document_["systems"]) note_terms(s, "do");
  if (document_.contains("invariants"))
    for (const auto& invariant : document_["invariants"]) note_terms(invariant, "holds");
  if (document_.contains("constants")) note(document_["constants"], true);
  for (const auto& components : document_["entities"])
    for (const auto& k : components) note(k, false);
  declare(entities);
  program_ = std::get<Program>(load_tree(document_));
  material_.most = entities;
  material_.ranges = ranges;
  list_entities(entities);
  generate_.emplace(program_, material_);
}

ordered_json Starts::document(const State& start) const {
  ordered_json document = document_;
  document["entities"] = tree(start, program_);
  return document;
}

/// Notes those in the terms of a system or an invariant.
void Starts::note_terms(const ordered_json& of, const char* body) {
  for (const char* term : {body, "where", "or"})
    if (of.contains(term)) note(of[term], true);
  if (of.contains("measure"))
    for (const auto& measure : of["measure"]) note_terms(*measure.begin(), "of");
  if (!of.contains("match")) return;
  for (const auto& q : of["match"])
    if (q.contains("entity") && q["entity"].is_object()) note(q["entity"]["is"], true);
}

/// Notes the values in a part of the document, and the entities that terms name.
void Starts::note(const ordered_json& part, bool in_term) {
  if (part.is_number_float()) material_.reals.push_back(part);
  if (part.is_number_integer()) {
    material_.ints.push_back(part);
    material_.reals.push_back(part);
  }
  if (part.is_string() && !in_term) material_.texts.push_back(part);
  if (!part.is_structured()) return;
  for (auto member = part.begin(); member != part.end(); ++member) {
    const bool literal = part.is_object() && member->is_string();
    if (literal && member.key() == "text") material_.texts.push_back(*member);
    if (literal && member.key() == "entity") named_.insert(*member);
    note(*member, in_term);
  }
}

void Starts::declare(std::uint64_t most) {
  auto& entities = document_["entities"].get_ref<ordered_json::object_t&>();
  std::set<std::string> declared;
  for (const auto& e : entities) declared.insert(e.first);
  for (std::uint64_t k = 0; k < most; ++k)
    if (const std::string name = fmt::format("e{}", k); declared.count(name) == 0)
      entities.emplace_back(name, ordered_json::object());
}

/// Those that terms name, then e0, e1, ...
void Starts::list_entities(std::uint64_t most) {
  std::vector<Entity> others;
  std::set<std::string> generated;
  for (std::uint64_t k = 0; k < most; ++k) generated.insert(fmt::format("e{}", k));
  for (std::size_t k = 0; k < program_.entities.size(); ++k) {
    const std::string& name = program_.entities[k];
    if (named_.count(name) > 0)
      material_.entities.emplace_back(k);
    else if (generated.count(name) > 0)
      others.emplace_back(k);
  }
  material_.entities.insert(material_.entities.end(), others.begin(), others.end());
}

bool in_ranges(const State& c, const std::vector<Range>& ranges) {
  return std::all_of(ranges.begin(), ranges.end(), [&](const Range& range) {
    const PartialMap& map = c[range.i];
    return std::all_of(map.begin(), map.end(), [&](const auto& entry) { return within(range, entry.second); });
  });
}

bool holds(const Invariant& invariant, const Program& program) {
  Entities entities;
  try {
    return !violation(invariant, program.start, program.start, by_occurrence(entities));
  } catch (const RuntimeError&) {
    return false;
  }
}

std::uint64_t default_entities(const Program& program) {
  return program.fuzz.entities.value_or(std::max<std::uint64_t>(6, program.entities.size()));
}

}  // namespace coreecs
