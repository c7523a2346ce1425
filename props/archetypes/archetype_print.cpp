#include "props/archetypes/archetype_print.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "interp/archetypes/archetype/operations.hpp"
#include "interp/archetypes/archetype/show.hpp"
#include "interp/base/json/tree.hpp"

namespace coreecs::archetype {

namespace {

using Tree = nlohmann::ordered_json;

Tree in_list(std::initializer_list<Tree> members) {
  Tree out = Tree::array();
  for (const Tree& member : members) out.push_back(member);
  return out;
}
Tree keyed(const std::string& key, Tree value) {
  Tree out = Tree::object();
  out[key] = std::move(value);
  return out;
}

/// Writes the terms of one system.
class TermPrinter {
 public:
  TermPrinter(const Program& program, const Function& f) : program_(program), f_(f) {}

  Tree print(const Term& t) const {
    return match(
        t.form(), [&](const Literal& v) { return literal(v); }, [&](const Variable& x) { return Tree(name(x)); },
        [&](const If& t) {
          Tree parts = in_list({print(t.t), print(t.t1)});
          const Literal* v = value(t.t2);
          if (!v || v->v != Value(Unit{})) parts.push_back(print(t.t2));
          return keyed("if", std::move(parts));
        },
        [&](const Sequence& t) {
          Tree all = in_list({print(t.t1)});
          Term rest = t.t2;
          while (const Sequence* next = std::get_if<Sequence>(&rest.form())) {
            all.push_back(print(next->t1));
            rest = Term(next->t2);
          }
          all.push_back(print(rest));
          return all;
        },
        [&](const Read& t) {
          if (const Variable* x = std::get_if<Variable>(&t.t.form())) return Tree(name(*x) + "." + component(t.C));
          return keyed("get", in_list({component(t.C), print(t.t)}));
        },
        [&](const Write& t) {
          const Variable* x = std::get_if<Variable>(&t.t.form());
          if (!x) return keyed("set", in_list({component(t.C), print(t.t), in_place_of(t.C, t.t2)}));
          const std::string target = name(*x) + "." + component(t.C);
          if (const std::optional<std::size_t> k = only_field(t, *x))
            return keyed("set", in_list({target + "." + program_.schema[t.C].fields[*k].name,
                                         print(std::get<Apply>(t.t2.form()).t[0])}));
          return keyed("set", in_list({target, in_place_of(t.C, t.t2)}));
        },
        [&](const Staged& t) { return keyed("lazy", event(t.evt)); },
        [&](const Immediate& t) { return keyed("now", event(t.evt)); }, [&](const Apply& t) { return apply(t); });
  }

 private:
  [[nodiscard]] const std::string& component(Label C) const { return program_.schema[C].name; }
  [[nodiscard]] const std::string& name(const Variable& x) const { return f_.x[x.x]; }

  [[nodiscard]] Tree literal(const Literal& v) const {
    if (v.C) return keyed(component(*v.C), fields(v.v, *v.C));
    if (const Entity* e = std::get_if<Entity>(&v.v.sum())) return keyed("entity", program_.entities[e->number()]);
    Tree out = any_as_json(v.v, CType{}, Names(std::vector<std::string>()));
    return std::holds_alternative<Text>(v.v.sum()) ? keyed("text", std::move(out)) : out;
  }

  /// The fields of a component, as terms: texts are not names.
  [[nodiscard]] Tree fields(const Value& c, Label C) const {
    Tree out = as_json(c, program_.schema[C]);
    for (auto& field : out)
      if (field.is_string()) field = keyed("text", field);
    return out;
  }

  /// Whether a term makes a component from its fields.
  [[nodiscard]] bool makes(const Apply& t, Label C) const {
    return t.o->yields == Tau(C) && t.o->name == component(C) && t.t.size() == program_.schema[C].fields.size();
  }
  [[nodiscard]] Tree fields(const Apply& t, Label C) const {
    Tree out = Tree::object();
    for (std::size_t k = 0; k < t.t.size(); ++k) out[program_.schema[C].fields[k].name] = print(t.t[k]);
    return out;
  }

  /// The only field of x.C that t changes, if it keeps the others.
  [[nodiscard]] std::optional<std::size_t> only_field(const Write& t, const Variable& x) const {
    const Apply* changed = std::get_if<Apply>(&t.t2.form());
    if (changed && changed->t.size() == 1 && makes(*changed, t.C)) return 0;
    const std::optional<std::size_t> k = changed ? changed_field(*changed->o, program_.schema, t.C) : std::nullopt;
    const Read* of = k ? std::get_if<Read>(&changed->t[1].form()) : nullptr;
    const Variable* y = of && of->C == t.C ? std::get_if<Variable>(&of->t.form()) : nullptr;
    return y && y->x == x.x ? k : std::nullopt;
  }

  /// A term in a place that expects a component C.
  [[nodiscard]] Tree in_place_of(Label C, const Term& t) const {
    if (const Literal* v = value(t); v && v->C == C) return fields(v->v, C);
    if (const Apply* made = std::get_if<Apply>(&t.form()); made && makes(*made, C)) return fields(*made, C);
    Tree out = print(t);
    if (out.is_object())  // its key must not be read as a field
      for (const CType::Field& field : program_.schema[C].fields)
        if (out.contains(field.name)) return in_list({out});
    return out;
  }

  [[nodiscard]] Tree event(const Event& evt) const {
    return std::visit(Clauses{[&](const Create& evt) {
                                Tree out = Tree::object();
                                for (const auto& [C, t] : evt.components) out[component(C)] = in_place_of(C, t);
                                return keyed("create", std::move(out));
                              },
                              [&](const Destroy& evt) { return keyed("destroy", print(evt.t)); },
                              [&](const Add& evt) {
                                Tree out = in_list({component(evt.C), print(evt.t)});
                                const Literal* v = value(evt.c);
                                const bool tag = v && v->C == evt.C && program_.schema[evt.C].fields.empty();
                                if (!tag) out.push_back(in_place_of(evt.C, evt.c));
                                return keyed("add", std::move(out));
                              },
                              [&](const Remove& evt) {
                                return keyed("remove", in_list({component(evt.C), print(evt.t)}));
                              }},
                      evt);
  }

  [[nodiscard]] Tree apply(const Apply& t) const {
    if (t.o->name[0] == '.') {
      const std::string field = t.o->name.substr(1);
      const Read* of = std::get_if<Read>(&t.t[0].form());
      const Variable* x = of ? std::get_if<Variable>(&of->t.form()) : nullptr;
      if (x) return name(*x) + "." + component(of->C) + "." + field;
      return keyed("field", in_list({field, print(t.t[0])}));
    }
    if (const Label* C = std::get_if<Label>(&t.o->yields); C && makes(t, *C)) return keyed(t.o->name, fields(t, *C));
    if (t.t.size() == 1) return keyed(t.o->name, print(t.t[0]));
    Tree operands = Tree::array();
    for (const Term& each : t.t) operands.push_back(print(each));
    return keyed(t.o->name, std::move(operands));
  }

  const Program& program_;
  const Function& f_;
};

Tree archetype_as_json(const AType& A, const Schema& schema) {
  Tree out = Tree::array();
  for (const Label C : A) out.push_back(schema[C].name);
  return out;
}

Tree system_as_json(const Program& program, const System& s) {
  const Leaf leaf = leaves(s).front();
  Tree out = Tree::object(), matched = Tree::array();
  for (std::size_t i = 0; i < leaf.function->A.size(); ++i) {
    Tree one = Tree::object();
    if (leaf.function->x[i] != "_") one["entity"] = leaf.function->x[i];
    one["archetype"] = archetype_as_json(leaf.function->A[i], program.schema);
    matched.push_back(std::move(one));
  }
  out["match"] = std::move(matched);
  if (leaf.parallel) out["run"] = "par";
  out["do"] = TermPrinter(program, *leaf.function).print(leaf.function->t);
  return out;
}

Tree step_as_json(const System& s) {
  const TaskParallel* task = std::get_if<TaskParallel>(&s.form());
  if (!task) return s.name();
  Tree all = Tree::array();
  for (const System& s_i : task->s) all.push_back(step_as_json(s_i));
  return keyed("parallel", std::move(all));
}

Tree entity_as_json(const Program& program, const Heap& H, Entity e, const Names& names) {
  Tree out = Tree::object();
  for (Label C = 0; C < program.schema.size(); ++C)
    if (const Value* c = H.at(e, C)) out[program.schema[C].name] = any_as_json(*c, program.schema[C], names);
  return out;
}

/// The entities in tables, in ascending order.
Tree entities_as_json(const Program& program, const Heap& H, const Names& names) {
  std::set<Entity> all;
  for (const auto& [A, table] : H.tables())
    for (const auto& entry : table) all.insert(entry.first);
  Tree out = Tree::object();
  for (const Entity e : all) out[names(e)] = entity_as_json(program, H, e, names);
  return out;
}

Tree expectation_as_json(const Program& program, const Expectation& expected) {
  Tree out = Tree::object();
  if (expected.well_typed) out["well_typed"] = *expected.well_typed;
  if (expected.ill_typed) out["ill_typed"] = *expected.ill_typed;
  if (expected.runs) out["runs"] = *expected.runs;
  if (expected.stuck) out["stuck"] = *expected.stuck;
  if (expected.conflicts) out["conflicts"] = *expected.conflicts;
  if (expected.refuted) out["refuted"] = *expected.refuted;
  if (expected.final) out["final"] = entities_as_json(program, *expected.final, names(program, *expected.final));
  return out;
}

Tree document_of(const Program& program) {
  Tree out = Tree::object();
  out["calculus"] = "archetype";
  if (!program.name.empty()) out["name"] = program.name;
  if (!program.about.empty()) out["about"] = program.about;
  out["components"] = Tree::object();
  for (const CType& C : program.schema) {
    Tree& fields = out["components"][C.name] = Tree::object();
    for (const CType::Field& field : C.fields) fields[field.name] = std::string(type_name(field.type));
  }
  for (const System& s : program.systems) out["systems"][s.name()] = system_as_json(program, s);
  out["frame"] = Tree::array();
  for (const Step& step : program.frame.steps()) {
    const System* s = std::get_if<System>(&step);
    out["frame"].push_back(s ? step_as_json(*s) : Tree("sync"));
  }
  if (!program.entities.empty())
    out["entities"] = entities_as_json(program, program.start, names(program, program.start));
  if (program.frames != 1) out["frames"] = program.frames;
  for (const Expectation& expected : program.expectations)
    out["expect"][std::string(rule_set_names[static_cast<std::size_t>(expected.rules)])] =
        expectation_as_json(program, expected);
  return out;
}

}  // namespace

std::string print(const Program& program) { return laid_out(document_of(program)); }

}  // namespace coreecs::archetype
