#include "interp/format/print_term.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace coreecs {

namespace {

std::string name(const std::string& text) { return '"' + text + '"'; }
std::string list(const std::vector<std::string>& members) { return fmt::format("[{}]", fmt::join(members, ",")); }
std::string form(std::string_view key, const std::string& value) { return fmt::format("{{\"{}\":{}}}", key, value); }

class TermJson {
 public:
  explicit TermJson(const Notation& notation) : notation_(notation) {}

  std::string json(const Term& t) const { return std::visit(*this, t.node().form); }
  std::string json(const MutationTerm& m) const { return std::visit(*this, m.node().form); }
  std::string json(const std::vector<QueryTerm>& match) const { return list(all(match)); }

  // Mutations (program format §3) --------------------------------------------------------------------------

  std::string operator()(const term::Sequence& m) const { return list(all(m.parts)); }
  std::string operator()(const term::Attach& m) const {
    std::vector<std::string> members{label(m.i), json(m.e), json(m.k)};
    if (members.back() == "null") members.pop_back();
    return form(m.key, list(members));
  }
  std::string operator()(const term::Detach& m) const { return form(m.key, list({label(m.i), json(m.e)})); }
  std::string operator()(const term::Destroy& m) const { return form(m.key, json(m.e)); }
  std::string operator()(const term::New& m) const { return form(m.key, list({name(m.x.name), json(m.body)})); }

  // In terms and mutations ---------------------------------------------------------------------------------

  template <class T>
  std::string operator()(const term::If<T>& t) const {
    return form(t.key, branches({json(t.condition), json(t.then)}, t.otherwise));
  }
  template <class T>
  std::string operator()(const term::Let<T>& t) const {
    return form(t.key, list({name(t.x.name), json(t.value), json(t.body)}));
  }
  template <class T>
  std::string operator()(const term::Case<T>& t) const {
    return form(t.key, branches({name(t.o.name), name(t.x.name), json(t.then)}, t.otherwise));
  }

  // Terms (program format §4) ------------------------------------------------------------------------------

  std::string operator()(const term::Literal& t) const {
    if (std::holds_alternative<coreecs::Record>(t.value.sum())) throw std::logic_error("a record as a literal");
    std::string value;
    notation_.json(value, t.value, Type());
    if (std::holds_alternative<Text>(t.value.sum())) return form("text", value);
    if (std::holds_alternative<Entity>(t.value.sum())) return form("entity", value);
    return value;
  }
  std::string operator()(const term::Variable& t) const {
    std::string path = t.name;
    for (const auto& step : t.path) path += "." + step.field;
    return name(path);
  }
  std::string operator()(const term::Record& t) const {
    std::vector<std::string> fields;
    for (const auto& field : t.fields) fields.push_back(name(field.name) + ":" + json(field.value));
    return form("record", fmt::format("{{{}}}", fmt::join(fields, ",")));
  }
  template <OneOf<term::Add, term::Multiply, term::Min, term::Max, term::And, term::Or> Form>
  std::string operator()(const Form& t) const {
    return form(t.key, list(all(t.terms)));
  }
  template <OneOf<term::Negate, term::Abs, term::Not> Form>
  std::string operator()(const Form& t) const {
    return form(t.key, json(t.a));
  }
  template <OneOf<term::Subtract, term::Divide, term::CeilDiv, term::FloorDiv, term::Quot, term::Rem, term::Mod,
                  term::Equal, term::NotEqual, term::Less, term::LessEqual, term::Greater, term::GreaterEqual>
                Form>
  std::string operator()(const Form& t) const {
    return form(t.key, list({json(t.a), json(t.b)}));
  }
  std::string operator()(const term::Present& t) const { return form(t.key, name(t.o.name)); }
  std::string operator()(const term::Default& t) const {
    return form(t.key, list({name(t.o.name), json(t.otherwise)}));
  }

 private:
  std::string label(Label i) const { return name(notation_.schema[i].name); }

  template <class T>
  std::vector<std::string> all(const std::vector<T>& parts) const {
    std::vector<std::string> members;
    members.reserve(parts.size());
    for (const T& part : parts) members.push_back(json(part));
    return members;
  }
  /// The last branch of a mutation is left out where it is nil.
  template <class T>
  std::string branches(std::vector<std::string> members, const T& otherwise) const {
    if (std::string last = json(otherwise); last != "[]") members.push_back(std::move(last));
    return list(members);
  }

  std::string json(const QueryTerm& q) const {
    std::vector<std::string> incl, excl, anyway;
    for (const auto& constraint : q.constraints)
      std::visit(Clauses{
                     [&](const QueryTerm::Incl& c) { incl.push_back(label(c.i) + ":" + name(c.x.name)); },
                     [&](const QueryTerm::Excl& c) { excl.push_back(label(c.i)); },
                     [&](const QueryTerm::Anyway& c) { anyway.push_back(label(c.i) + ":" + name(c.x.name)); },
                 },
                 constraint);
    std::vector<std::string> members;
    if (q.entity.slot) members.push_back("\"entity\":" + name(q.entity.name));
    if (!incl.empty()) members.push_back(fmt::format("\"incl\":{{{}}}", fmt::join(incl, ",")));
    if (!excl.empty()) members.push_back("\"excl\":" + list(excl));
    if (!anyway.empty()) members.push_back(fmt::format("\"anyway\":{{{}}}", fmt::join(anyway, ",")));
    return fmt::format("{{{}}}", fmt::join(members, ","));
  }

  const Notation& notation_;
};

}  // namespace

std::string json(const SystemTerm& s, const Notation& notation) {
  const TermJson terms(notation);
  return fmt::format("{{\n\"match\":{},\"do\":{}}}", terms.json(s.match), terms.json(s.body));
}

std::string json(const InvariantTerm& invariant, const Notation& notation) {
  const TermJson terms(notation);
  return fmt::format("{{\n\"match\":{},\"holds\":{}}}", terms.json(invariant.match), terms.json(invariant.holds));
}

}  // namespace coreecs
