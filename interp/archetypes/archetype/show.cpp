#include "interp/archetypes/archetype/show.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/archetypes/archetype/operations.hpp"
#include "interp/base/json/decimal.hpp"
#include "interp/base/json/problem.hpp"
#include "semantics/archetype/typing.hpp"

namespace coreecs::archetype {

namespace {

bool is_literal(const Term& t, bool b) {
  const Literal* v = value(t);
  return v && v->v == Value(b);
}

/// Whether a term has effects, and is better shown on lines of its own.
bool does_something(const Term& t) {
  if (t.facts().stages || t.facts().immediate || std::holds_alternative<Write>(t.form())) return true;
  return deep([&] {
    const std::vector<Term> below = parts(t);
    return std::any_of(below.begin(), below.end(), does_something);
  });
}

/// Writes the terms of one system.
class TermShower {
 public:
  TermShower(const Program& program, const std::vector<std::string>& x)
      : program_(program), x_(x), names_(names(program, program.start)) {}

  /// On one line. `inside`: as an operand, in parentheses where needed.
  std::string line(const Term& t, bool inside = false) const {
    return match(
        t.form(), [&](const Literal& v) { return literal(v); },
        [&](const Variable& x) { return x.x < x_.size() ? x_[x.x] : fmt::format("x{}", x.x); },
        [&](const If& t) {
          if (is_literal(t.t2, false)) return around(inside, line(t.t, true) + " ∧ " + line(t.t1, true));
          if (is_literal(t.t1, true)) return around(inside, line(t.t, true) + " ∨ " + line(t.t2, true));
          return around(inside, "if " + line(t.t) + " then " + line(t.t1, true) + " else " + line(t.t2, true));
        },
        [&](const Sequence& t) { return "(" + line(t.t1) + "; " + line(t.t2) + ")"; },
        [&](const Read& t) { return line(t.t, true) + "." + component(t.C); },
        [&](const Write& t) { return around(inside, line(t.t, true) + "." + component(t.C) + " := " + line(t.t2)); },
        [&](const Staged& t) { return around(inside, "lz " + event(t.evt)); },
        [&](const Immediate& t) { return around(inside, "im " + event(t.evt)); },
        [&](const Apply& t) { return apply(t, inside); });
  }

  /// On lines of its own, if it has effects.
  void lines(std::string& out, const Term& t, const std::string& margin, const char* end) const {
    const Sequence* sequence = std::get_if<Sequence>(&t.form());
    if (sequence) {
      lines(out, sequence->t1, margin, ";");
      deep([&] { lines(out, sequence->t2, margin, end); });
      return;
    }
    const If* branch = std::get_if<If>(&t.form());
    if (!branch || !does_something(t)) {
      out += margin + line(t) + end + "\n";
      return;
    }
    const Literal* v = value(branch->t2);
    const bool has_else = !v || v->v != Value(Unit{});
    out += margin + "if " + line(branch->t) + " then (\n";
    deep([&] { lines(out, branch->t1, margin + "  ", ""); });
    out += margin + (has_else ? ") else (\n" : ") else ()") + (has_else ? "" : std::string(end) + "\n");
    if (!has_else) return;
    deep([&] { lines(out, branch->t2, margin + "  ", ""); });
    out += margin + ")" + end + "\n";
  }

 private:
  [[nodiscard]] const std::string& component(Label C) const { return program_.schema[C].name; }
  static std::string around(bool inside, std::string text) { return inside ? "(" + std::move(text) + ")" : text; }

  [[nodiscard]] std::string literal(const Literal& v) const {
    const CType* C = v.C ? &program_.schema[*v.C] : nullptr;
    const std::string text = show(v.v, C, names_);
    return C ? C->name + (C->fields.empty() ? "" : " " + text) : text;
  }

  [[nodiscard]] std::string event(const Event& evt) const {
    return std::visit(
        Clauses{
            [&](const Create& evt) {
              std::string out = "create(";
              for (const auto& [C, t] : evt.components)
                out += (out.back() == '(' ? "" : ", ") + component(C) + ", " + line(t);
              return out + ")";
            },
            [&](const Destroy& evt) { return "destroy " + line(evt.t, true); },
            [&](const Add& evt) { return "add(" + line(evt.t) + ", " + component(evt.C) + ", " + line(evt.c) + ")"; },
            [&](const Remove& evt) { return "remove(" + line(evt.t) + ", " + component(evt.C) + ")"; }},
        evt);
  }

  [[nodiscard]] std::string apply(const Apply& t, bool inside) const {
    const std::string& name = t.o->name;
    if (name[0] == '.') return line(t.t[0], true) + name;
    if (const Label* C = std::get_if<Label>(&t.o->yields)) {
      const std::optional<std::size_t> changed = changed_field(*t.o, program_.schema, *C);
      const std::vector<CType::Field>& fields = program_.schema[*C].fields;
      std::string out = component(*C) + " {";
      for (std::size_t k = 0; k < fields.size(); ++k) {
        const std::string value = !changed        ? line(t.t[k])
                                  : k == *changed ? line(t.t[0])
                                                  : line(t.t[1], true) + "." + fields[k].name;
        out += (k > 0 ? ", " : "") + fields[k].name + " ↦ " + value;
      }
      return out + "}";
    }
    const Operator* op = operator_named(name);
    const Operator::Sign call{{}, ", ", ")", Tightness::Atom, Tightness::Loose, Tightness::Loose};
    const Operator::Sign& sign = op && op->sign ? *op->sign : call;
    std::string out(&sign == &call ? name + "(" : sign.before);
    for (std::size_t k = 0; k < t.t.size(); ++k)
      out.append(k == 0 ? "" : sign.between).append(line(t.t[k], sign.first != Tightness::Loose));
    return around(inside && sign.whole < Tightness::Prefix, std::move(out.append(sign.after)));
  }

  const Program& program_;
  const std::vector<std::string>& x_;
  Names names_;
};

std::string show_archetypes(const Archetypes& W, const Schema& schema) {
  std::string out = show(W.listed, schema);
  for (const Between& b : W.between)
    if (b.lo != b.hi) out += " ∪ {A | " + show(b.lo, schema) + " ⊆ A ⊆ " + show(b.hi, schema) + "}";
  return out;
}

void show_system(std::string& out, const System& s, const Program& program, const Rules& rules) {
  const Leaf leaf = leaves(s).front();
  const Function& f = *leaf.function;
  std::string parameters, archetypes;
  for (std::size_t i = 0; i < f.A.size(); ++i) {
    parameters += (i > 0 ? " " : "") + f.x[i];
    archetypes += show(f.A[i], program.schema) + ", ";
  }
  out += fmt::format("{} ≜ {}({}λ{}.\n", s.name(), leaf.parallel ? "par " : "", archetypes, parameters);
  TermShower(program, f.x).lines(out, f.t, "    ", ")");
  const OrIllTyped<SystemType> type = type_of(s, program.schema, rules);
  if (const IllTyped* ill = ill_typed(type)) {
    out += fmt::format("  has no type: [{}] asks for {}\n", ill->rule, ill->premise);
  } else {
    const auto& [R, W] = std::get<SystemType>(type);
    out += fmt::format("  ⊢ {} : ({}, {})\n", s.name(), show(R, program.schema), show_archetypes(W, program.schema));
  }
}

}  // namespace

std::string show(const Value& v, const CType* C, const Names& names) {
  return std::visit(
      Clauses{[](Unit) { return std::string("()"); }, [](bool b) { return std::string(b ? "true" : "false"); },
              [](std::int64_t n) { return std::to_string(n); }, [](double x) { return decimal(x); },
              [](const Text& s) { return in_quotes(s.get()); },
              [&](Entity e) { return names.knows(e) ? names(e) : "?"; },
              [&](const Record& c) {
                std::string out = "{";
                const bool named = C && C->fields.size() == c.fields().size();
                for (std::size_t k = 0; k < c.fields().size(); ++k)
                  out += (k > 0 ? ", " : "") + (named ? C->fields[k].name + " ↦ " : "") +
                         show(c.fields()[k], nullptr, names);
                return out + "}";
              }},
      v.sum());
}

std::string show(const System& s) {
  const TaskParallel* task = std::get_if<TaskParallel>(&s.form());
  if (!task) return s.name();
  std::string out = "[";
  for (const System& s_i : task->s) out += (out.size() > 1 ? ", " : "") + show(s_i);
  return out + "]";
}

std::string show(const Frame& fr) {
  std::string out;
  for (const Step& step : fr.steps()) {
    const System* s = std::get_if<System>(&step);
    out += (s ? show(*s) : "sync") + " :: ";
  }
  return out + "[]";
}

std::string show(const std::set<AType>& R, const Schema& schema) {
  if (R.empty()) return "∅";
  std::string out = "{";
  for (const AType& A : R) out += (out.size() > 1 ? ", " : "") + show(A, schema);
  return out + "}";
}

std::string show_tables(const Program& program, const Heap& H, const std::string& margin) {
  const Names names = archetype::names(program, H);
  std::string out;
  for (const auto& [A, table] : H.tables()) {
    if (table.size() == 0) continue;
    // Columns: the entities under their archetype, and each field of each component.
    std::vector<std::vector<std::string>> columns = {{show(A, program.schema)}};
    for (const auto& entry : table) columns[0].push_back(names(entry.first));
    for (const Label C : A)
      for (std::size_t k = 0; k < program.schema[C].fields.size(); ++k) {
        std::vector<std::string> column{program.schema[C].name + "." + program.schema[C].fields[k].name};
        for (const auto& entry : table) {
          const Value* c = H.at(entry.first, C);
          const bool typed = c && is_component(*c, program.schema[C]);
          column.push_back(typed ? show(c->as<Record>().fields()[k], nullptr, names)
                           : c   ? show(*c, nullptr, names)
                                 : "⊥");
        }
        columns.push_back(std::move(column));
      }
    std::vector<std::size_t> width;
    const auto length = [](const std::string& text) {  // in characters
      return static_cast<std::size_t>(std::count_if(
          text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
    };
    for (const auto& column : columns) {
      std::size_t most = 0;
      for (const std::string& cell : column) most = std::max(most, length(cell));
      width.push_back(most);
    }
    for (std::size_t row = 0; row < columns[0].size(); ++row) {
      std::string line;
      for (std::size_t j = 0; j < columns.size(); ++j) {
        const std::string& cell = columns[j][row];
        const std::string pad(width[j] - length(cell), ' ');
        line += j == 0 ? cell + pad : "  " + pad + cell;
      }
      while (!line.empty() && line.back() == ' ') line.pop_back();
      out += margin + line + "\n";
    }
  }
  return out.empty() ? margin + "no entities\n" : out;
}

std::string show(const Program& program, const Rules& rules) {
  std::string out = on_one_line(program.name) + "\n";
  if (!program.about.empty()) out += "  " + on_one_line(program.about) + "\n";
  out += "\n";
  for (const CType& C : program.schema) {
    out += C.name + " ≜ {";
    for (std::size_t k = 0; k < C.fields.size(); ++k)
      out += fmt::format("{}{}: {}", k > 0 ? ", " : "", C.fields[k].name, type_name(C.fields[k].type));
    out += "}\n";
  }
  out += "\n";
  for (const System& s : program.systems) {
    show_system(out, s, program, rules);
    out += "\n";
  }
  out += "fr ≜ " + show(program.frame) + "\n";
  if (program.frames != 1) out += fmt::format("  {} frames\n", program.frames);
  out += "\n𝓗 ≜\n" + show_tables(program, program.start, "  ");
  return out;
}

}  // namespace coreecs::archetype
