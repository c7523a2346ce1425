#include "interp/format/print_term.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "interp/json/tree.hpp"

namespace coreecs {

using nlohmann::ordered_json;

namespace {

ordered_json form(std::string_view key, ordered_json value) {
  ordered_json all;
  all[std::string(key)] = std::move(value);
  return all;
}

class TermTree {
 public:
  explicit TermTree(const Notation& notation) : notation_(notation) {}

  ordered_json tree(const Term& t) const { return std::visit(*this, t.node().form); }
  ordered_json tree(const MutationTerm& m) const { return std::visit(*this, m.node().form); }
  template <class T>
  ordered_json tree(const std::vector<T>& parts) const {
    ordered_json all = ordered_json::array();
    for (const T& part : parts) all.push_back(tree(part));
    return all;
  }

  // Mutations (program format §3) --------------------------------------------------------------------------

  ordered_json operator()(const term::Sequence& m) const { return tree(m.parts); }
  ordered_json operator()(const term::Attach& m) const { return but_for(nullptr, list(m.key, label(m.i), m.e, m.k)); }
  ordered_json operator()(const term::Detach& m) const { return list(m.key, label(m.i), m.e); }
  ordered_json operator()(const term::Destroy& m) const { return form(m.key, tree(m.e)); }
  ordered_json operator()(const term::New& m) const { return list(m.key, m.x.name, m.body); }

  // In terms and mutations ---------------------------------------------------------------------------------

  // No term is a list: [] is nil.
  template <class T>
  ordered_json operator()(const term::If<T>& t) const {
    return but_for(ordered_json::array(), list(t.key, t.condition, t.then, t.otherwise));
  }
  template <class T>
  ordered_json operator()(const term::Let<T>& t) const {
    return list(t.key, t.x.name, t.value, t.body);
  }
  template <class T>
  ordered_json operator()(const term::Case<T>& t) const {
    return but_for(ordered_json::array(), list(t.key, t.o.name, t.x.name, t.then, t.otherwise));
  }

  // Terms (program format §4) ------------------------------------------------------------------------------

  ordered_json operator()(const term::Literal& t) const {
    return std::visit(Clauses{
                          [](Unit) -> ordered_json { return nullptr; },
                          [](bool b) -> ordered_json { return b; },
                          [](std::int64_t n) -> ordered_json { return n; },
                          [](double x) -> ordered_json { return x; },
                          [](const Text& s) { return form("text", s.get()); },
                          [&](Entity e) { return form("entity", notation_.names(e)); },
                          [](const Record&) -> ordered_json { throw std::logic_error("a record as a literal"); },
                      },
                      t.value.sum());
  }
  ordered_json operator()(const term::Variable& t) const {
    std::string path = t.name;
    for (const auto& step : t.path) path += "." + step.field;
    return path;
  }
  ordered_json operator()(const term::Record& t) const {
    ordered_json fields = ordered_json::object();
    for (const auto& field : t.fields) fields[field.name] = tree(field.value);
    return form("record", std::move(fields));
  }
  template <OneOf<term::Add, term::Multiply, term::Min, term::Max, term::And, term::Or> Form>
  ordered_json operator()(const Form& t) const {
    return form(t.key, tree(t.terms));
  }
  template <OneOf<term::Negate, term::Abs, term::Not> Form>
  ordered_json operator()(const Form& t) const {
    return form(t.key, tree(t.a));
  }
  template <OneOf<term::Subtract, term::Divide, term::CeilDiv, term::FloorDiv, term::Quot, term::Rem, term::Mod,
                  term::Equal, term::NotEqual, term::Less, term::LessEqual, term::Greater, term::GreaterEqual>
                Form>
  ordered_json operator()(const Form& t) const {
    return list(t.key, t.a, t.b);
  }
  ordered_json operator()(const term::Present& t) const { return form(t.key, t.o.name); }
  ordered_json operator()(const term::Default& t) const { return list(t.key, t.o.name, t.otherwise); }

 private:
  const std::string& label(Label i) const { return notation_.schema[i].name; }

  static ordered_json tree(const std::string& name) { return name; }
  /// {key: [part, ...]}
  template <class... Parts>
  ordered_json list(std::string_view key, const Parts&... parts) const {
    return form(key, ordered_json::array({tree(parts)...}));
  }
  /// A list form, whose last part is left out where it is this one.
  static ordered_json but_for(const ordered_json& last, ordered_json list) {
    ordered_json& parts = list.front();
    if (parts.back() == last) parts.erase(parts.size() - 1);
    return list;
  }

  ordered_json tree(const QueryTerm& q) const {
    ordered_json all = ordered_json::object();
    if (q.entity.slot) all["entity"] = q.entity.name;
    for (const auto& constraint : q.constraints)
      std::visit(Clauses{
                     [&](const QueryTerm::Incl& c) { all["incl"][label(c.i)] = c.x.name; },
                     [&](const QueryTerm::Excl& c) { all["excl"].push_back(label(c.i)); },
                     [&](const QueryTerm::Anyway& c) { all["anyway"][label(c.i)] = c.x.name; },
                 },
                 constraint);
    return all;
  }

  const Notation& notation_;
};

}  // namespace

namespace {

void write(JsonWriter& out, const ordered_json& match, const char* key, const ordered_json& body) {
  out.object([&] {
    write(out.line(0).key("match"), match);
    write(out.key(key), body);
  });
}

void note_constraints(const Query& q, QueryTerm& term) {
  match(
      q,
      [&](const Incl& q) {
        term.constraints.emplace_back(QueryTerm::Incl{q.i, {}});
      },
      [&](const Excl& q) { term.constraints.emplace_back(QueryTerm::Excl{q.i}); },
      [&](const Anyway& q) {
        term.constraints.emplace_back(QueryTerm::Anyway{q.i, {}});
      },
      [&](const And& q) {
        for (const Query& q_j : q.conjuncts) note_constraints(q_j, term);
      });
}

}  // namespace

void write(JsonWriter& out, const SystemTerm& s, const Notation& notation) {
  const TermTree term(notation);
  write(out, term.tree(s.match), "do", term.tree(s.body));
}

void write(JsonWriter& out, const InvariantTerm& invariant, const Notation& notation) {
  const TermTree term(notation);
  write(out, term.tree(invariant.match), "holds", term.tree(invariant.holds));
}

void write_function(JsonWriter& out, const QueryVector& q, const char* key, const Notation& notation) {
  std::vector<QueryTerm> terms;
  for (const Query& q_j : q) note_constraints(q_j, terms.emplace_back());
  write(out, TermTree(notation).tree(terms), key, "a C++ function");
}

}  // namespace coreecs
