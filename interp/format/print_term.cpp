#include "interp/format/print_term.hpp"

#include <stdexcept>

namespace coreecs {

namespace {

/// Nothing for the last part of a form that may be left out: a unit that is attached, and a branch that does nothing.
const Term* unless_unit(const Term& t) {
  const auto* literal = std::get_if<term::Literal>(&t.node().form);
  return literal && std::holds_alternative<Unit>(literal->value.sum()) ? nullptr : &t;
}
const Term* unless_nil(const Term& t) { return &t; }
const MutationTerm* unless_nil(const MutationTerm& m) {
  const auto* sequence = std::get_if<term::Sequence>(&m.node().form);
  return sequence && sequence->parts.empty() ? nullptr : &m;
}

class TermWriter {
 public:
  TermWriter(JsonWriter& out, const Notation& notation) : out_(out), notation_(notation) {}

  /// {"match": [query, ...], key: body}
  template <class Body>
  void operator()(const std::vector<QueryTerm>& match, std::string_view key, const Body& body) const {
    out_.object([&] {
      out_.line(0);
      out_.key("match");
      write(match);
      out_.key(key);
      write(body);
    });
  }

  // Mutations (program format §3) --------------------------------------------------------------------------

  void operator()(const term::Sequence& m) const { write(m.parts); }
  void operator()(const term::Attach& m) const { form(m.key, label(m.i), m.e, unless_unit(m.k)); }
  void operator()(const term::Detach& m) const { form(m.key, label(m.i), m.e); }
  void operator()(const term::Destroy& m) const { form(m.key, m.e); }
  void operator()(const term::New& m) const { form(m.key, m.x.name, m.body); }

  // In terms and mutations ---------------------------------------------------------------------------------

  template <class T>
  void operator()(const term::If<T>& t) const {
    form(t.key, t.condition, t.then, unless_nil(t.otherwise));
  }
  template <class T>
  void operator()(const term::Let<T>& t) const {
    form(t.key, t.x.name, t.value, t.body);
  }
  template <class T>
  void operator()(const term::Case<T>& t) const {
    form(t.key, t.o.name, t.x.name, t.then, unless_nil(t.otherwise));
  }

  // Terms (program format §4) ------------------------------------------------------------------------------

  void operator()(const term::Literal& t) const {
    if (std::holds_alternative<coreecs::Record>(t.value.sum())) throw std::logic_error("a record as a literal");
    const bool text = std::holds_alternative<Text>(t.value.sum());
    if (!text && !std::holds_alternative<Entity>(t.value.sum())) return notation_.json(out_, t.value, Type());
    out_.object([&] { notation_.json(out_.key(text ? "text" : "entity"), t.value, Type()); });
  }
  void operator()(const term::Variable& t) const {
    std::string path = t.name;
    for (const auto& step : t.path) path += "." + step.field;
    write(path);
  }
  void operator()(const term::Record& t) const {
    out_.object([&] {
      out_.key("record").object([&] {
        for (const auto& field : t.fields) {
          out_.key(field.name);
          write(field.value);
        }
      });
    });
  }
  template <OneOf<term::Add, term::Multiply, term::Min, term::Max, term::And, term::Or> Form>
  void operator()(const Form& t) const {
    form(t.key, t.terms);
  }
  template <OneOf<term::Negate, term::Abs, term::Not> Form>
  void operator()(const Form& t) const {
    form(t.key, t.a);
  }
  template <OneOf<term::Subtract, term::Divide, term::CeilDiv, term::FloorDiv, term::Quot, term::Rem, term::Mod,
                  term::Equal, term::NotEqual, term::Less, term::LessEqual, term::Greater, term::GreaterEqual>
                Form>
  void operator()(const Form& t) const {
    form(t.key, t.a, t.b);
  }
  void operator()(const term::Present& t) const { form(t.key, t.o.name); }
  void operator()(const term::Default& t) const { form(t.key, t.o.name, t.otherwise); }

 private:
  const std::string& label(Label i) const { return notation_.schema[i].name; }

  void write(const Term& t) const { std::visit(*this, t.node().form); }
  void write(const MutationTerm& m) const { std::visit(*this, m.node().form); }
  void write(const std::string& name) const { out_.value(name); }
  template <class T>
  void write(const T* part) const {
    if (part) write(*part);
  }
  template <class T>
  void write(const std::vector<T>& parts) const {
    out_.list([&] {
      for (const T& part : parts) write(part);
    });
  }
  /// {key: part}, and of several parts {key: [part, ...]}
  template <class... Parts>
  void form(std::string_view key, const Parts&... parts) const {
    out_.object([&] {
      out_.key(key);
      if constexpr (sizeof...(parts) == 1)
        (write(parts), ...);
      else
        out_.list([&] { (write(parts), ...); });
    });
  }

  void write(const QueryTerm& q) const {
    const auto excl = all<QueryTerm::Excl>(q);
    out_.object([&] {
      if (q.entity.slot) out_.member("entity", q.entity.name);
      binders("incl", all<QueryTerm::Incl>(q));
      if (!excl.empty())
        out_.key("excl").list([&] {
          for (const QueryTerm::Excl& c : excl) write(label(c.i));
        });
      binders("anyway", all<QueryTerm::Anyway>(q));
    });
  }
  template <class Constraint>
  static std::vector<Constraint> all(const QueryTerm& q) {
    std::vector<Constraint> found;
    for (const auto& constraint : q.constraints)
      if (const auto* c = std::get_if<Constraint>(&constraint)) found.push_back(*c);
    return found;
  }
  template <class Constraint>
  void binders(std::string_view key, const std::vector<Constraint>& all) const {
    if (all.empty()) return;
    out_.key(key).object([&] {
      for (const Constraint& c : all) out_.member(label(c.i), c.x.name);
    });
  }

  JsonWriter& out_;
  const Notation& notation_;
};

}  // namespace

void write(JsonWriter& out, const SystemTerm& s, const Notation& notation) {
  TermWriter(out, notation)(s.match, "do", s.body);
}

void write(JsonWriter& out, const InvariantTerm& invariant, const Notation& notation) {
  TermWriter(out, notation)(invariant.match, "holds", invariant.holds);
}

}  // namespace coreecs
