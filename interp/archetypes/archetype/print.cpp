#include "interp/archetypes/archetype/show.hpp"

#include <nlohmann/json.hpp>

namespace coreecs::archetype {

namespace {

using Tree = nlohmann::ordered_json;

Tree primitive_as_json(const Value& v) {
  return std::visit(
      Clauses{[](Unit) { return Tree(); }, [](bool b) { return Tree(b); }, [](std::int64_t n) { return Tree(n); },
              [](double x) { return Tree(x); }, [](const Text& s) { return Tree(s.get()); },
              [](Entity) { return Tree(); }, [](const Record&) { return Tree(); }},
      v.sum());
}

Tree archetype_as_json(const AType& A, const Schema& schema) {
  Tree out = Tree::array();
  for (const Label C : A) out.push_back(schema[C].name);
  return out;
}

Tree entity_as_json(const Program& program, const Heap& H, Entity e, const Names& names) {
  Tree out = Tree::object();
  for (Label C = 0; C < program.schema.size(); ++C)
    if (const Value* c = H.at(e, C)) out[program.schema[C].name] = any_as_json(*c, program.schema[C], names);
  return out;
}

}  // namespace

Tree as_json(const Value& c, const CType& C) {
  Tree out = Tree::object();
  for (std::size_t k = 0; k < C.fields.size(); ++k)
    out[C.fields[k].name] = primitive_as_json(c.as<Record>().fields()[k]);
  return out;
}

Tree any_as_json(const Value& v, const CType& C, const Names& names) {
  if (is_component(v, C)) return as_json(v, C);
  if (const Entity* e = std::get_if<Entity>(&v.sum())) return names(*e);
  const Record* c = std::get_if<Record>(&v.sum());
  if (!c) return primitive_as_json(v);
  Tree out = Tree::array();
  for (const Value& field : c->fields()) out.push_back(any_as_json(field, C, names));
  return out;
}

Tree tables_as_json(const Program& program, const Heap& H, const Names& names) {
  Tree out = Tree::array();
  for (const auto& [A, table] : H.tables()) {
    if (table.size() == 0) continue;
    Tree entities = Tree::object();
    for (const auto& entry : table) entities[names(entry.first)] = entity_as_json(program, H, entry.first, names);
    Tree one = Tree::object();
    one["archetype"] = archetype_as_json(A, program.schema);
    one["entities"] = std::move(entities);
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace coreecs::archetype
