#include "interp/language/format/print.hpp"

#include <algorithm>
#include <stdexcept>

#include "interp/language/format/native.hpp"
#include "interp/language/program/operator.hpp"

namespace coreecs {

namespace {

class TermWriter {
 public:
  TermWriter(JsonWriter& out, const Notation& notation) : out_(out), notation_(notation) {}

  void write(const Term& t) const { std::visit(*this, t.node().form); }
  void write(const MutationTerm& m) const { std::visit(*this, m.node().form); }
  void write(const std::string& name) const { out_.value(name); }
  void write(const std::optional<std::string>& name) const { out_.value(*name); }
  template <class T>
  void write(const std::vector<T>& parts) const {
    out_.list([&] {
      for (const T& part : parts) write(part);
    });
  }
  void write(const QueryTerm& q) const;

  // Mutations (program format §3) --------------------------------------------------------------------------

  void operator()(const term::Sequence& m) const { write(m.parts); }
  void operator()(const term::Attach& m) const {
    is_unit(m.k) ? list(m.key, label(m.i), m.e) : list(m.key, label(m.i), m.e, m.k);
  }
  void operator()(const term::Detach& m) const { list(m.key, label(m.i), m.e); }
  void operator()(const term::Destroy& m) const { form(m.key, m.e); }
  void operator()(const term::New& m) const { list(m.key, m.x.name, m.body); }

  // In terms and mutations ---------------------------------------------------------------------------------

  template <class T>
  void operator()(const term::If<T>& t) const {
    is_nil(t.otherwise) ? list(t.key, t.condition, t.then) : list(t.key, t.condition, t.then, t.otherwise);
  }
  template <class T>
  void operator()(const term::Let<T>& t) const {
    list(t.key, t.x.name, t.value, t.body);
  }
  template <class T>
  void operator()(const term::Case<T>& t) const {
    is_nil(t.otherwise) ? list(t.key, t.o.name, t.x.name, t.then)
                        : list(t.key, t.o.name, t.x.name, t.then, t.otherwise);
  }

  // Terms (program format §4) ------------------------------------------------------------------------------

  void operator()(const term::Literal& t) const {
    std::visit(Clauses{
                   [&](Unit) { out_.null(); },
                   [&](bool b) { out_.value(b); },
                   [&](std::int64_t n) { out_.value(n); },
                   [&](double x) { out_.value(x); },
                   [&](const Text& s) { form("text", s.get()); },
                   [&](Entity e) { form("entity", notation_.names(e)); },
                   [](const Record&) { throw std::logic_error("a record as a literal"); },
               },
               t.value.sum());
  }
  void operator()(const term::Variable& t) const {
    std::string path = t.name;
    for (const auto& step : t.path) path += "." + step.field;
    t.was ? form("was", path) : write(path);
  }
  void operator()(const term::Record& t) const {
    out_.object([&] {
      out_.key("record").object([&] {
        for (const auto& field : t.fields) member(field.name, field.value);
      });
    });
  }
  void operator()(const term::List& t) const { form(t.key, t.terms); }
  void operator()(const term::Length& t) const { form(t.key, t.l); }
  void operator()(const term::Get& t) const { list(t.key, t.l, t.n, t.otherwise); }
  void operator()(const term::Append& t) const { list(t.key, t.l, t.last, t.otherwise); }
  template <OneOf<term::Map, term::Filter> Form>
  void operator()(const Form& t) const {
    list(t.key, t.l, t.x.name, t.body);
  }
  void operator()(const term::Fold& t) const { list(t.key, t.l, t.x.name, t.y.name, t.first, t.body); }
  void operator()(const term::Operation& t) const {
    t.op->arity == Operator::Arity::One ? form(t.op->key, t.terms.front()) : form(t.op->key, t.terms);
  }
  void operator()(const term::Present& t) const { form(t.key, t.o.name); }
  void operator()(const term::Default& t) const { list(t.key, t.o.name, t.otherwise); }

 private:
  [[nodiscard]] const std::string& label(Label i) const { return notation_.schema[i].name; }

  template <class Constraints>
  void constraints(const Constraints&) const;

  static bool is_unit(const Term& t) {
    const auto* literal = std::get_if<term::Literal>(&t.node().form);
    return literal && std::holds_alternative<Unit>(literal->value.sum());
  }
  static bool is_nil(const MutationTerm& m) {
    const auto* sequence = std::get_if<term::Sequence>(&m.node().form);
    return sequence && sequence->parts.empty();
  }
  static bool is_nil(const Term&) { return false; }

  template <class Part>
  void member(std::string_view key, const Part& part) const {
    out_.key(key);
    write(part);
  }
  /// {key: part}
  template <class Part>
  void form(std::string_view key, const Part& part) const {
    out_.object([&] { member(key, part); });
  }
  /// {key: [part, ...]}
  template <class... Parts>
  void list(std::string_view key, const Parts&... parts) const {
    out_.object([&] { out_.key(key).list([&] { (write(parts), ...); }); });
  }

  JsonWriter& out_;
  const Notation& notation_;
};

void TermWriter::write(const QueryTerm& q) const {
  out_.object([&] {
    if (q.is)
      out_.key("entity").object([&] { member("is", q.is); });
    else if (q.entity.slot)
      member("entity", q.entity.name);
    constraints(q.constraints);
    if (!q.any.empty())
      out_.key("any").list([&] {
        for (const QueryTerm::Alternative& alternative : q.any) out_.object([&] { constraints(alternative); });
      });
  });
}

/// Groups the constraints of each kind.
template <class Constraints>
void TermWriter::constraints(const Constraints& all) const {
  for (auto first = all.begin(), last = first; first != all.end(); first = last) {
    last = std::find_if(first, all.end(), [&](const auto& constraint) { return constraint.index() != first->index(); });
    const auto bound = [&](const auto& c) { member(label(c.i), c.x.name); };
    const auto each = [&] {
      for (auto at = first; at != last; ++at)
        std::visit(Clauses{bound, [&](const QueryTerm::Excl& c) { write(label(c.i)); }}, *at);
    };
    std::visit(Clauses{
                   [&](const QueryTerm::Incl&) { out_.key("incl").object(each); },
                   [&](const QueryTerm::Excl&) { out_.key("excl").list(each); },
                   [&](const QueryTerm::Anyway&) { out_.key("anyway").object(each); },
               },
               *first);
  }
}

template <class Where, class Body>
void write(JsonWriter& out, const Notation& notation, const std::vector<QueryTerm>& match, const Where& where,
           const char* key, const Body& body) {
  const TermWriter term(out, notation);
  out.object([&] {
    out.line(0).key("match");
    term.write(match);
    if (where) {
      out.key("where");
      term.write(where);
    }
    out.key(key);
    term.write(body);
  });
}

/// An invariant of the whole state.
void write_measures(JsonWriter& out, const InvariantTerm& invariant, const Notation& notation) {
  const TermWriter term(out, notation);
  const auto write_if = [&](const char* key, const Term& t) {
    if (!t) return;
    out.key(key);
    term.write(t);
  };
  out.object([&] {
    out.line(0).key("measure").object([&] {
      for (const MeasureTerm& measure : invariant.measures)
        out.key(measure.name).object([&] {
          out.key(MeasureTerm::keys[static_cast<std::size_t>(measure.kind)]).object([&] {
            out.key("match");
            term.write(measure.match);
            write_if("where", measure.where);
            write_if("of", measure.of);
            write_if("or", measure.otherwise);
          });
        });
    });
    write_if("holds", invariant.holds);
  });
}

/// Notes each component once.
void note_constraints(const Query& q, QueryTerm& term) {
  const auto note = [&](auto constraint) {
    const auto same = [&](const auto& other) {
      const auto* one = std::get_if<decltype(constraint)>(&other);
      return one && one->i == constraint.i;
    };
    if (std::none_of(term.constraints.begin(), term.constraints.end(), same))
      term.constraints.emplace_back(std::move(constraint));
  };
  match(
      q,
      [&](const Incl& q) {
        note(QueryTerm::Incl{q.i, {}});
      },
      [&](const Excl& q) { note(QueryTerm::Excl{q.i}); },
      [&](const Anyway& q) {
        note(QueryTerm::Anyway{q.i, {}});
      },
      [&](const And& q) {
        for (const Query& q_j : q.conjuncts) note_constraints(q_j, term);
      });
}

}  // namespace

void write(JsonWriter& out, const SystemTerm& s, const Notation& notation) {
  write(out, notation, s.match, s.where, "do", s.body);
}

void write(JsonWriter& out, const InvariantTerm& invariant, const Notation& notation) {
  if (!invariant.measures.empty()) return write_measures(out, invariant, notation);
  write(out, notation, invariant.match, invariant.where, "holds", invariant.holds);
}

void write_function(JsonWriter& out, const QueryVector& q, const char* key, const Notation& notation) {
  std::vector<QueryTerm> terms;
  for (const Query& q_j : q) {
    QueryTerm& term = terms.emplace_back();
    note_constraints(q_j, term);
    std::stable_sort(term.constraints.begin(), term.constraints.end(),
                     [](const auto& one, const auto& other) { return one.index() < other.index(); });
  }
  std::optional<std::string> where;
  if (q.where.phi) where = a_function;
  write(out, notation, terms, where, key, std::string(a_function));
}

void write_function(JsonWriter& out, const Invariant& invariant, const Notation& notation) {
  if (invariant.measures.empty()) return write_function(out, invariant.q, "holds", notation);
  out.object([&] {
    out.key("measure").object([&] {
      for (const Measured& measure : invariant.measures) out.member(measure.name, a_function);
    });
    out.member("holds", a_function);
  });
}

}  // namespace coreecs
