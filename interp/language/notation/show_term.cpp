
#include <fmt/format.h>

#include <algorithm>

#include "interp/base/json/decimal.hpp"
#include "interp/base/json/problem.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/language/program/operator.hpp"

namespace coreecs {

namespace {

using enum Tightness;

class TermText {
 public:
  explicit TermText(const Program& program) : program_(program), names_(program.entities) {}

  std::string term(const Term& t, Tightness place = Loose) const {
    const auto [text, tightness] = std::visit([this](const auto& form) { return show(form); }, t.node().form);
    return tightness < place ? "(" + text + ")" : text;
  }

  std::vector<std::string> mutation(const MutationTerm& m) const {
    if (!m) return {"nil"};
    return std::visit([this](const auto& form) { return lines(form); }, m.node().form);
  }

 private:
  using Text = std::pair<std::string, Tightness>;

  Text show(const term::Literal& t) const {
    std::string text;
    const auto literal = [&](const auto& self, const Value& k) -> std::string {
      return std::visit(Clauses{
                            [](Unit) -> std::string { return "*"; },
                            [](bool b) -> std::string { return b ? "true" : "false"; },
                            [](std::int64_t n) { return std::to_string(n); },
                            [](double x) { return decimal(x); },
                            [](const coreecs::Text& s) { return json_string(s.get()); },
                            [&](Entity e) { return names_(e); },
                            [&](const Record& r) {
                              std::string fields;
                              for (const Value& field : r.fields())
                                fields += (fields.empty() ? "" : ", ") + self(self, field);
                              return "{" + fields + "}";
                            },
                        },
                        k.sum());
    };
    text = literal(literal, t.value);
    return {text, text.front() == '-' ? Prefix : Atom};
  }
  Text show(const term::Variable& t) const {
    std::string text = t.name;
    for (const auto& step : t.path) text += "." + step.field;
    if (t.was) return {"was " + text, Prefix};
    return {text, Atom};
  }
  Text show(const term::Record& t) const {
    std::string fields;
    for (const auto& field : t.fields) fields += (fields.empty() ? "" : ", ") + field.name + " ↦ " + term(field.value);
    return {"{" + fields + "}", Atom};
  }
  Text show(const term::Operation& t) const {
    if (!t.op->sign) return {call(t.op->key, t.terms), Atom};
    const auto& [before, between, after, whole, first, rest] = *t.op->sign;
    std::string text(before);
    for (std::size_t j = 0; j < t.terms.size(); ++j)
      text.append(j == 0 ? "" : between).append(term(t.terms[j], j == 0 ? first : rest));
    return {text.append(after), whole};
  }
  Text show(const term::List& t) const {
    const std::string all = call("", t.terms);
    return {"[" + all.substr(1, all.size() - 2) + "]", Atom};
  }
  Text show(const term::Length& t) const { return {call("length", {t.l}), Atom}; }
  Text show(const term::Get& t) const { return {call("get", {t.l, t.n, t.otherwise}), Atom}; }
  Text show(const term::Append& t) const { return {call("append", {t.l, t.last, t.otherwise}), Atom}; }
  Text show(const term::Map& t) const { return {"[" + term(t.body) + " | " + from(t) + "]", Atom}; }
  Text show(const term::Filter& t) const {
    return {"[" + t.x.name + " | " + from(t) + ", " + term(t.body) + "]", Atom};
  }
  Text show(const term::Fold& t) const {
    return {"fold " + from(t) + ". " + t.y.name + " = " + term(t.first) + " then " + term(t.body), Loose};
  }
  Text show(const term::Present& t) const { return {"present(" + t.o.name + ")", Atom}; }
  Text show(const term::Default& t) const { return {"default(" + t.o.name + ", " + term(t.otherwise) + ")", Atom}; }
  Text show(const term::If<Term>& t) const {
    return {"if " + term(t.condition) + " then " + term(t.then) + " else " + term(t.otherwise), Loose};
  }
  Text show(const term::Let<Term>& t) const {
    return {"let " + t.x.name + " = " + term(t.value) + " in " + term(t.body), Loose};
  }
  Text show(const term::Case<Term>& t) const {
    return {"case " + t.o.name + " of " + t.x.name + ". " + term(t.then) + " | *. " + term(t.otherwise), Loose};
  }

  template <class Form>
  std::string from(const Form& t) const {
    return t.x.name + " ∈ " + term(t.l);
  }
  std::string call(std::string_view name, const std::vector<Term>& terms) const {
    std::string arguments;
    for (const Term& t : terms) arguments += (arguments.empty() ? "" : ", ") + term(t);
    return fmt::format("{}({})", name, arguments);
  }

  using Lines = std::vector<std::string>;

  static Lines indented(Lines lines) {
    for (std::string& line : lines) line.insert(0, "  ");
    return lines;
  }
  /// "HEAD BODY TAIL" on one line if the body has one line; otherwise the body is indented below its head.
  static Lines around(const std::string& head, const Lines& body, const std::string& tail) {
    if (body.size() == 1 && head.size() + body.front().size() < 90) return {head + body.front() + tail};
    Lines lines{head.substr(0, head.find_last_not_of(' ') + 1)};
    for (std::string& line : indented(body)) lines.push_back(std::move(line));
    lines.back() += tail;
    return lines;
  }

  Lines lines(const term::Sequence& m) const {
    Lines all;
    for (std::size_t j = 0; j < m.parts.size(); ++j) {
      Lines part = mutation(m.parts[j]);
      const auto& form = m.parts[j].node().form;
      const bool closed = std::holds_alternative<term::Attach>(form) || std::holds_alternative<term::Detach>(form) ||
                          std::holds_alternative<term::Destroy>(form) || std::holds_alternative<term::New>(form);
      if (!closed && m.parts.size() > 1 && part != Lines{"nil"}) {
        part.front() = "(" + part.front();
        part.back() += ")";
      }
      if (j + 1 < m.parts.size()) part.back() += " •";
      all.insert(all.end(), part.begin(), part.end());
    }
    return all.empty() ? Lines{"nil"} : all;
  }
  Lines lines(const term::Attach& m) const {
    return {"attach_" + program_.schema[m.i].name + "(" + term(m.e) + ", " + term(m.k) + ")"};
  }
  Lines lines(const term::Detach& m) const { return {"detach_" + program_.schema[m.i].name + "(" + term(m.e) + ")"}; }
  Lines lines(const term::Destroy& m) const { return {"destroy(" + term(m.e) + ")"}; }
  Lines lines(const term::New& m) const { return around("ν(λ" + m.x.name + ". ", mutation(m.body), ")"); }
  Lines lines(const term::If<MutationTerm>& m) const {
    return alternatives("if " + term(m.condition) + " then ", m.then, "else ", m.otherwise);
  }
  Lines lines(const term::Let<MutationTerm>& m) const {
    Lines all{"let " + m.x.name + " = " + term(m.value) + " in"};
    for (std::string& line : mutation(m.body)) all.push_back(std::move(line));
    return all;
  }
  Lines lines(const term::Case<MutationTerm>& m) const {
    return alternatives("case " + m.o.name + " of " + m.x.name + ". ", m.then, "| *. ", m.otherwise);
  }
  Lines alternatives(const std::string& head, const MutationTerm& then, const std::string& middle,
                     const MutationTerm& otherwise) const {
    Lines all = around(head, mutation(then), "");
    const Lines rest = around(middle, mutation(otherwise), "");
    all.insert(all.end(), rest.begin(), rest.end());
    return all;
  }

  const Program& program_;
  Names names_;
};

/// Literally "(p, (v, _))". The pairs of a conjunction are written as one tuple, as in Figure 11.
std::string pattern(const QueryTerm& q) {
  std::vector<std::string> cells;
  for (const auto& constraint : observed(q))
    cells.push_back(std::visit(Clauses{
                                   [](const QueryTerm::Incl& c) { return c.x.name; },
                                   [](const QueryTerm::Excl&) -> std::string { return "_"; },
                                   [](const QueryTerm::Anyway& c) { return c.x.name; },
                               },
                               constraint));
  return cells.size() == 1 ? cells.front() : fmt::format("({})", fmt::join(cells, ", "));
}

/// The entity of a query; "e_2" if it has no name but a condition mentions it.
std::string entity(const QueryTerm& q, std::size_t query) {
  return q.entity.slot || (!q.is && q.any.empty()) ? q.entity.name : fmt::format("e_{}", query + 1);
}

/// "(incl_A ∨ (incl_B ∧ excl_C))(e)"
std::string any(const QueryTerm& q, std::size_t query, const Schema& schema) {
  std::vector<std::string> alternatives;
  for (const QueryTerm::Alternative& alternative : q.any) {
    std::vector<std::string> all;
    for (const auto& constraint : alternative)
      all.push_back(std::visit(Clauses{[&](const QueryTerm::Incl& c) { return "incl_" + schema[c.i].name; },
                                       [&](const QueryTerm::Excl& c) { return "excl_" + schema[c.i].name; }},
                               constraint));
    const std::string text = fmt::format("{}", fmt::join(all, " ∧ "));
    alternatives.push_back(all.size() == 1 ? text : "(" + text + ")");
  }
  return fmt::format("({})({})", fmt::join(alternatives, " ∨ "), entity(q, query));
}

/// "(e, (p, v))", "(⟨j, h⟩, ⟨(pj, vj), (ph, _)⟩)"
std::string head(const MatchTerm& term) {
  std::vector<std::string> entities;
  std::vector<std::string> results;
  for (const QueryTerm& q : term.match) {
    entities.push_back(entity(q, entities.size()));
    results.push_back(pattern(q));
  }
  return term.match.size() == 1 ? fmt::format("({}, {})", entities.front(), results.front())
                                : fmt::format("(⟨{}⟩, ⟨{}⟩)", fmt::join(entities, ", "), fmt::join(results, ", "));
}

}  // namespace

std::vector<std::string> show_function(const SystemTerm& s, const Program& program) {
  std::vector<std::string> lines{"λ" + head(s) + "."};
  for (const std::string& line : TermText(program).mutation(s.body)) lines.push_back("  " + line);
  return lines;
}

std::string show_condition(const MatchTerm& term, const Program& program) {
  const TermText text(program);
  std::vector<std::string> all;
  for (std::size_t j = 0; j < term.match.size(); ++j)
    if (const QueryTerm& q = term.match[j]; q.is) all.push_back(entity(q, j) + " ≟ " + text.term(q.is, Sum));
  for (std::size_t j = 0; j < term.match.size(); ++j)
    if (const QueryTerm& q = term.match[j]; !q.any.empty()) all.push_back(any(q, j, program.schema));
  if (term.where) all.push_back(text.term(term.where, all.empty() ? Loose : Conjunction));
  return fmt::format("λ{}. {}", head(term), fmt::join(all, " ∧ "));
}

std::vector<std::string> show_measures(const InvariantTerm& invariant, const Program& program) {
  const TermText text(program);
  std::vector<std::string> all;
  for (const MeasureTerm& measure : invariant.measures) {
    const QueryVector q = unconditional(measure);
    std::string out =
        fmt::format("{} ≜ {} {}{} ∈ ⟦{}⟧c", measure.name, MeasureTerm::keys[static_cast<std::size_t>(measure.kind)],
                    measure.of ? text.term(measure.of) + ", " : "", head(measure), show(q, program.schema));
    if (measure.where || std::any_of(measure.match.begin(), measure.match.end(),
                                     [](const QueryTerm& q) { return q.is || !q.any.empty(); }))
      out += " where " + show_condition(measure, program);
    if (measure.otherwise) out += "; " + text.term(measure.otherwise) + " where there is none";
    all.push_back(std::move(out));
  }
  return all;
}

std::string show_predicate(const InvariantTerm& invariant, const Program& program) {
  if (!invariant.measures.empty()) return TermText(program).term(invariant.holds);
  return head(invariant) + " ∈ ⟦q⟧c. " + TermText(program).term(invariant.holds);
}

}  // namespace coreecs
