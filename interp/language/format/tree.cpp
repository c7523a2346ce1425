#include "interp/language/format/tree.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/json/document.hpp"

namespace coreecs {

using nlohmann::ordered_json;

std::variant<Program, std::vector<Problem>> load_tree(const ordered_json& document) {
  Problems problems;
  const Document read(document, problems);
  return load(read, std::move(problems));
}

namespace {

ordered_json trees(const std::vector<const Schedule*>& parts) {
  ordered_json all = ordered_json::array();
  for (const Schedule* z : parts) all.push_back(tree(*z));
  return all;
}

ordered_json tree(const Value& k, const Type& type, const Program& program) {
  return std::visit(Clauses{
                        [](Unit) -> ordered_json { return nullptr; },
                        [](bool b) -> ordered_json { return b; },
                        [](std::int64_t n) -> ordered_json { return n; },
                        [](double x) -> ordered_json { return x; },
                        [](const Text& s) -> ordered_json { return s.get(); },
                        [&](Entity e) -> ordered_json { return program.entities[e.number()]; },
                        [&](const Record& r) -> ordered_json {
                          if (type.kind == Type::Kind::List) {
                            ordered_json values = ordered_json::array();
                            for (const Value& each : r.fields())
                              values.push_back(tree(each, type.fields.front().type, program));
                            return values;
                          }
                          ordered_json fields = ordered_json::object();
                          for (std::size_t j = 0; j < r.fields().size(); ++j)
                            fields[type.fields[j].name] = tree(r.fields()[j], type.fields[j].type, program);
                          return fields;
                        },
                    },
                    k.sum());
}

ordered_json components(const State& c, Entity e, const Program& program) {
  ordered_json all = ordered_json::object();
  for (Label i = 0; i < c.labels(); ++i)
    if (const Value* k = c.at({e, i})) all[program.schema[i].name] = tree(*k, program.schema[i].type, program);
  return all;
}

bool is_resource(const Program& program, Entity e) {
  return std::any_of(program.resources.begin(), program.resources.end(),
                     [&](const Resource& one) { return one.e == e; });
}

}  // namespace

ordered_json tree(const Schedule& z) {
  return match(
      z.form(),
      [](const Conc& z) -> ordered_json {
        return {{"conc", z.s->name}};
      },
      [](const Seq& z) -> ordered_json {
        return {{"seq", z.s->name}};
      },
      [&](const Par&) -> ordered_json {
        return {{"par", trees(members<Par>(z))}};
      },
      [&](const Then&) -> ordered_json {
        return {{"then", trees(members<Then>(z))}};
      });
}

ordered_json tree(const State& c, const Program& program) {
  ordered_json::object_t entities;
  for (std::size_t e = 0; e < program.entities.size(); ++e) {
    if (is_resource(program, Entity(e))) continue;
    entities.emplace_back(program.entities[e], components(c, Entity(e), program));  // emplace searches for an equal key
  }
  return entities;
}

ordered_json resources(const State& c, const Program& program) {
  ordered_json all = ordered_json::object();
  for (const Resource& one : program.resources) all[program.entities[one.e.number()]] = components(c, one.e, program);
  return all;
}

void start_at(ordered_json& document, const State& c, const Program& program) {
  document["entities"] = tree(c, program);
  if (!program.resources.empty()) document["resources"] = resources(c, program);
}

ordered_json spawned(ordered_json document, const Program& program) {
  document.erase("may_change");
  document.erase("templates");
  if (document.erase("spawn") > 0) start_at(document, program.start, program);
  return document;
}

}  // namespace coreecs
