/// A whole program: the result of a JSON document or a typed C++ program, and the input of every tool.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "interp/language/program/invariant.hpp"
#include "interp/language/program/ranges.hpp"
#include "interp/language/program/term.hpp"
#include "interp/language/program/view.hpp"
#include "semantics/grammar.hpp"
#include "semantics/state.hpp"

namespace coreecs {

/// An entity that exists in every state and has these components, which no other entity has.
struct Resource {
  Entity e;
  std::vector<Label> labels;
};

/// The labels that belong to no resource. Destroying an entity detaches these. Cost: their number.
[[nodiscard]] std::vector<Label> labels_of_entities(const Schema&, const std::vector<Resource>& = {});

/// The resource that a query asks for, if it includes a component of one. Such a query has at most one match.
[[nodiscard]] std::optional<Entity> resource_of(const Query&, const std::vector<Resource>&);

/// What must hold for a schedule after the program's frames. Absent members are not checked.
struct Expectation {
  std::string schedule;
  std::optional<bool> safe_by_rule, safe, deterministic, confluent;
  std::optional<bool> no_lost_updates, any_match_order, shared_visibility;
  std::optional<std::uint64_t> invocations;
  std::optional<std::string> linearizations;
  /// The complete state after the last frame. Stand-ins of the program represent the entities that the reference run
  /// creates (interp/language/program/names.hpp).
  std::optional<State> final;
  std::optional<std::string> error;
  /// Whether invariants, by name, hold after every frame of the reference run.
  std::vector<std::pair<std::string, bool>> invariants;
};

struct NamedSchedule {
  std::string name;
  Schedule z;
};

struct Program {
  std::string name;
  std::string about;
  Schema schema;
  std::vector<std::shared_ptr<const System>> systems;
  /// In the order of the document.
  std::vector<NamedSchedule> schedules;
  /// The names of the initial entities, in entity order: Entity(k) is entities[k].
  std::vector<std::string> entities;
  State start;
  std::vector<Resource> resources = {};
  std::uint64_t frames = 1;
  std::vector<Invariant> invariants;
  std::vector<Expectation> expectations;
  /// The stand-ins in expectations, shared by copies.
  std::shared_ptr<Entities> stand_ins = std::make_shared<Entities>();
  FuzzSettings fuzz;
  std::optional<View> view;
  /// The terms of the systems that came from JSON, by system name.
  std::map<std::string, SystemTerm> terms;
};

}  // namespace coreecs
