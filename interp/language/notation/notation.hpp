/// States, values and invocations for people and programs: the paper's notation, and JSON
/// (specs/reference/output.md).
#pragma once

#include "interp/base/json/writer.hpp"
#include "interp/language/program/ending.hpp"
#include "interp/language/program/invariant.hpp"
#include "interp/language/program/names.hpp"

namespace coreecs {

/// The notation of a program's states. Every function appends to `out`; cost: the length of what it appends.
struct Notation {
  const Schema& schema;
  const Names& names;

  // In the paper's notation: 6, -2.5, true, "text", *, e0, {x ↦ 1, y ↦ 2}.
  void value(std::string& out, const Value& k, const Type& type) const;
  /// "Vel(e1) ↦ 3", or "Vel(e1) ↦ ⊥" if there is no value.
  void binding(std::string& out, const Location& l, const Value* k) const;
  /// "Vel(e1)"
  void location(std::string& out, const Location& l) const;
  /// "collide⟨e0, e1⟩"
  void invocation(std::string& out, const std::string& system, std::span<const Entity> e) const;
  /// The same, and "collide⟨e0, e1⟩ (leaf 1)" if only the leaf distinguishes it from another one.
  void invocation(std::string& out, const Performed&, bool with_leaf = false) const;
  /// "inertia⟨e0⟩, collide⟨e0, e1⟩", or all of them with their leaves
  void invocations(std::string& out, std::span<const Performed>, bool with_leaves = false) const;
  /// How a run ends: "with Vel(e1) ↦ 3" for a given location, "in a state", or "in a run-time error in collide: ...".
  [[nodiscard]] std::string end(const Ending& run, const std::optional<Location>& l) const;
  /// A line for each label, as in Listing 3: "Pos ↦ {e0 ↦ 1, e1 ↦ 7}". `margin` comes before each line but the first.
  void state(std::string& out, const State& c, const std::string& margin) const;
  /// A line for each live entity: "e0 ↦ {Pos ↦ 1, Vel ↦ 6}".
  void state_by_entity(std::string& out, const State& c, const std::string& margin) const;

  // In JSON.
  void json(JsonWriter& out, const Value& k, const Type& type) const;
  void json(JsonWriter& out, const State& c) const;
  /// The state at these entities. They are in entity order, and include all live ones.
  void json(JsonWriter& out, const State& c, const std::vector<Entity>& entities) const;
  /// { "entity": "e1", "component": "Vel" }, or null without a location
  void json(JsonWriter& out, const std::optional<Location>& l) const;
  /// [ { "leaf": 0, "system": "collide", "entities": ["e0", "e1"] }, ... ]
  void json(JsonWriter& out, std::span<const Performed>) const;
  /// ["e0", "e1"]
  void json(JsonWriter& out, std::span<const Entity> e) const;
  /// [ { "name": "e3", "leaf": 0, "entities": ["e0"], "number": 0 }, ... ], the occurrences of created entities
  void json_created(JsonWriter& out, std::span<const Entity> created) const;
  /// The members of a run's object: "order", and "final" or "error".
  void json(JsonWriter& out, const Ending&) const;
};

/// Whether two invocations differ only in their leaves.
[[nodiscard]] bool differ_by_leaf(const Performed&, const Performed&);
/// Whether some concurrent pair differs only in leaves: then orders of po_c(z) may look alike. Cost: n log n.
[[nodiscard]] bool some_differ_by_leaf(const PartialOrder& po);

/// An error and where it happened: "FILE:POINTER: run-time error: division by zero", schedule, frame, system and match.
[[nodiscard]] std::string show(const std::string& file, const RuntimeError& error, const Names& names);

/// "fails after frame 2 at ⟨e1⟩"
[[nodiscard]] std::string show(const Violation& violation, const Names& names);

/// "1 frame", "2 frames"
[[nodiscard]] std::string plural(std::uint64_t n, const char* noun);

}  // namespace coreecs
