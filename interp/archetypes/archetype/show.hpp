/// Programs and heaps of the archetype calculus in the paper's notation, and values and heaps in JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "interp/archetypes/archetype/program.hpp"

namespace coreecs::archetype {

/// The program: component types, systems with their reads and effects, the frame, and the start heap.
[[nodiscard]] std::string show(const Program& program, const Rules& rules);

/// The nonempty tables, with a row for each entity and a column for each field:
///
///     {Pos, Vel}  Pos.x  Vel.dx
///     e0              1       3
[[nodiscard]] std::string show_tables(const Program& program, const Heap& H, const std::string& margin);

/// A value as in documents; a component of C as {x ↦ 1, y ↦ 0.5}.
[[nodiscard]] std::string show(const Value& v, const CType* C, const Names& names);
/// "move", "[bullets, enemies]"
[[nodiscard]] std::string show(const System& s);
/// The frame: "move :: sync :: []"
[[nodiscard]] std::string show(const Frame& fr);
/// Archetypes, as "{{Pos}, {Pos, Vel}}"; all archetypes between two as "{Pos} ⊆ A ⊆ {Pos, Vel}".
[[nodiscard]] std::string show(const std::set<AType>& R, const Schema& schema);

/// A component: { "x": 1, "y": 0.5 }. Precondition: the value is one of C.
[[nodiscard]] nlohmann::ordered_json as_json(const Value& c, const CType& C);
/// Any value, as an ill-typed heap may hold it; a component of C as above.
[[nodiscard]] nlohmann::ordered_json any_as_json(const Value& v, const CType& C, const Names& names);
/// The nonempty tables, in the order of their archetypes: [ { "archetype": ["Pos"], "entities": { "e0": { "Pos": {...}
/// } } } ].
[[nodiscard]] nlohmann::ordered_json tables_as_json(const Program&, const Heap& H, const Names& names);

}  // namespace coreecs::archetype
