#include "interp/search/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/fast/query.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/run/execution.hpp"

namespace coreecs {

using nlohmann::ordered_json;

namespace {

bool is_true(const Invariant& invariant, const Match& r) {
  try {
    return invariant.holds(r);
  } catch (const RuntimeError&) {
    return false;
  }
}

}  // namespace

Starts::Starts(const ordered_json& document, std::uint64_t frames, std::uint64_t entities,
               const std::vector<Range>& ranges, bool extremes)
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
  material_.extremes = extremes;
  list_entities(entities);
  generate_.emplace(program_, material_);
}

ordered_json Starts::document(const State& start) const {
  ordered_json document = document_;
  start_at(document, start, program_);
  return document;
}

/// Notes the values and entities in the terms of a system or an invariant.
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

/// Lists the entities that terms name, then e0, e1, ...
void Starts::list_entities(std::uint64_t most) {
  std::vector<Entity> others;
  std::set<std::string> generated;
  for (std::uint64_t k = 0; k < most; ++k) generated.insert(fmt::format("e{}", k));
  for (std::size_t k = 0; k < program_.entities.size(); ++k) {
    const std::string& name = program_.entities[k];
    if (document_.contains("resources") && document_["resources"].contains(name)) continue;
    if (named_.count(name) > 0)
      material_.entities.emplace_back(k);
    else if (generated.count(name) > 0)
      others.emplace_back(k);
  }
  material_.entities.insert(material_.entities.end(), others.begin(), others.end());
}

bool hold(const std::vector<std::string>& invariants, const Program& program) {
  return std::all_of(program.invariants.begin(), program.invariants.end(), [&](const Invariant& invariant) {
    return std::find(invariants.begin(), invariants.end(), invariant.name) == invariants.end() ||
           holds(invariant, program);
  });
}

namespace {

/// A component that a match of these queries must have, with the number of its query: the last one.
std::optional<std::pair<std::size_t, Label>> required(const QueryVector& q) {
  std::optional<std::pair<std::size_t, Label>> found;
  for (std::size_t j = 0; j < q.size(); ++j) {
    const std::function<void(const Query&)> look = [&](const Query& part) {
      match(
          part,
          [&](const Incl& incl) {
            found = {j, incl.i};
          },
          [](const Excl&) {}, [](const Anyway&) {},
          [&](const And& all) { std::for_each(all.conjuncts.begin(), all.conjuncts.end(), look); });
    };
    look(q[j]);
  }
  return found;
}

/// The state without a value of each match for which an assumed invariant is false, as far as that is possible.
State repaired(Program program, const std::vector<std::string>& assumed) {
  Entities entities;
  const Environment env = by_occurrence(entities);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Invariant& invariant : program.invariants) {
      const bool is_assumed = std::find(assumed.begin(), assumed.end(), invariant.name) != assumed.end();
      const auto part = is_assumed && invariant.measures.empty() ? required(invariant.q) : std::nullopt;
      if (!part) continue;
      try {
        const Matches matches = fast::query(invariant.q, program.start, env, most_matches);
        for (std::size_t j = 0; j < matches.size(); ++j)
          if (!is_true(invariant, matches[j])) {
            changed = true;
            program.start = std::move(program.start).without(part->second, matches[j].e[part->first]);
          }
      } catch (const RuntimeError&) {  // in a condition
      } catch (const fast::TooManyMatches&) {
      }
    }
  }
  return std::move(program.start);
}

}  // namespace

State Starts::operator()(Random random, const std::vector<std::string>& assumed) const {
  if (assumed.empty()) return (*this)(random);
  constexpr int tries = 100;
  Program program = program_;
  for (int tried = 0; tried < tries; ++tried) {
    program.start = (*this)(Random(random()));
    if (hold(assumed, program)) return std::move(program.start);
  }
  program.start = repaired(program, assumed);
  return hold(assumed, program) ? program.start : program_.start;
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
