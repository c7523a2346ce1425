#include "interp/archetypes/archetype/operations.hpp"

#include <algorithm>

#include "interp/language/program/error.hpp"
#include "interp/language/program/function.hpp"

namespace coreecs::archetype {

namespace {

using Terms = std::vector<coreecs::Term>;

/// What operations of one name have in common.
enum class Kind {
  Numbers,   ///< ints, or reals, to one of them
  Reals,     ///< reals to a real
  Ints,      ///< ints to an int
  Equal,     ///< two of any one type
  Ordered,   ///< two ints, reals or texts
  Truths,    ///< truth values to one
  Function,  ///< one of interp/language/program/function.hpp
};

struct Named {
  std::string_view name;
  Kind kind;
  Arity arity;
  coreecs::Term (*term)(Terms, std::string at);
};

constexpr Arity one{1, 1}, two{2, 2}, many{2, SIZE_MAX};

template <class Form>
Named unary(Kind kind) {
  return {Form::key, kind, one, [](Terms t, std::string at) {
            if constexpr (requires(Form form) { form.at; })
              return coreecs::Term(Form{std::move(t[0]), std::move(at)});
            else
              return coreecs::Term(Form{std::move(t[0])});
          }};
}
template <class Form>
Named binary(Kind kind) {
  return {Form::key, kind, two, [](Terms t, std::string at) {
            if constexpr (requires(Form form) { form.at; })
              return coreecs::Term(Form{std::move(t[0]), std::move(t[1]), std::move(at)});
            else
              return coreecs::Term(Form{std::move(t[0]), std::move(t[1])});
          }};
}
template <class Form>
Named variadic(Kind kind) {
  return {Form::key, kind, many, [](Terms t, std::string at) {
            if constexpr (requires(Form form) { form.at; })
              return coreecs::Term(Form{std::move(t), std::move(at)});
            else
              return coreecs::Term(Form{std::move(t)});
          }};
}

std::vector<Named> table() {
  std::vector<Named> all = {variadic<term::Add>(Kind::Numbers),
                            variadic<term::Multiply>(Kind::Numbers),
                            variadic<term::Min>(Kind::Numbers),
                            variadic<term::Max>(Kind::Numbers),
                            binary<term::Subtract>(Kind::Numbers),
                            unary<term::Negate>(Kind::Numbers),
                            unary<term::Abs>(Kind::Numbers),
                            binary<term::Divide>(Kind::Reals),
                            binary<term::CeilDiv>(Kind::Ints),
                            binary<term::FloorDiv>(Kind::Ints),
                            binary<term::Quot>(Kind::Ints),
                            binary<term::Rem>(Kind::Ints),
                            binary<term::Mod>(Kind::Ints),
                            binary<term::Equal>(Kind::Equal),
                            binary<term::NotEqual>(Kind::Equal),
                            binary<term::Less>(Kind::Ordered),
                            binary<term::LessEqual>(Kind::Ordered),
                            binary<term::Greater>(Kind::Ordered),
                            binary<term::GreaterEqual>(Kind::Ordered),
                            unary<term::Not>(Kind::Truths)};
  for (const coreecs::Function& function : functions())
    all.push_back({function.name, Kind::Function, function.many ? many : one, nullptr});
  return all;
}

const std::vector<Named>& all_named() {
  static const std::vector<Named> all = table();
  return all;
}

const Named* find_named(std::string_view name) {
  const auto found =
      std::find_if(all_named().begin(), all_named().end(), [&](const Named& o) { return o.name == name; });
  return found == all_named().end() ? nullptr : &*found;
}

const coreecs::Function* function_named(std::string_view name) {
  const auto found =
      std::find_if(functions().begin(), functions().end(), [&](const coreecs::Function& f) { return f.name == name; });
  return found == functions().end() ? nullptr : &*found;
}

bool is(const Tau& tau, Primitive P) { return tau == Tau(P); }

/// The primitive type of a term's type, if terms have it.
std::optional<Primitive> primitive_of(TermType::Kind kind) {
  switch (kind) {
    case TermType::Kind::Bool:
      return Primitive::Bool;
    case TermType::Kind::Int:
      return Primitive::Int;
    case TermType::Kind::Real:
      return Primitive::Float;
    case TermType::Kind::Text:
      return Primitive::Text;
    case TermType::Kind::Unknown:
    case TermType::Kind::Number:
    case TermType::Kind::Unit:
    case TermType::Kind::Quoted:
    case TermType::Kind::Entity:
    case TermType::Kind::Record:
    case TermType::Kind::List:
      return std::nullopt;
  }
  return std::nullopt;
}

/// What an operation yields for operands of these types, all of which are the same one; nothing where it takes others.
std::optional<Tau> yields(const Named& o, const Tau& tau) {
  const bool number = is(tau, Primitive::Int) || is(tau, Primitive::Float);
  switch (o.kind) {
    case Kind::Numbers:
      return number ? std::optional(tau) : std::nullopt;
    case Kind::Reals:
      return is(tau, Primitive::Float) ? std::optional(tau) : std::nullopt;
    case Kind::Ints:
      return is(tau, Primitive::Int) ? std::optional(tau) : std::nullopt;
    case Kind::Equal:
      return std::holds_alternative<AType>(tau) ? std::nullopt : std::optional(Tau(Primitive::Bool));
    case Kind::Ordered:
      return number || is(tau, Primitive::Text) ? std::optional(Tau(Primitive::Bool)) : std::nullopt;
    case Kind::Truths:
      return is(tau, Primitive::Bool) ? std::optional(tau) : std::nullopt;
    case Kind::Function: {
      const coreecs::Function& f = *function_named(o.name);
      const bool takes = f.takes == TermType::Kind::Number ? number : tau == Tau(*primitive_of(f.takes));
      return takes ? std::optional(Tau(*primitive_of(f.yields))) : std::nullopt;
    }
  }
  return std::nullopt;
}

/// Whether a value may be an operand of that type; of a component, whether it is a record of primitive values.
bool may_be(const Value& v, const Tau& tau) {
  return std::visit(Clauses{[&](Primitive P) { return primitive(v) == P; },
                            [&](Unit) { return std::holds_alternative<Unit>(v.sum()); },
                            [&](Label) {
                              const Record* c = std::get_if<Record>(&v.sum());
                              return c && std::all_of(c->fields().begin(), c->fields().end(),
                                                      [](const Value& field) { return primitive(field).has_value(); });
                            },
                            [&](const AType&) { return std::holds_alternative<Entity>(v.sum()); }},
                    tau);
}

/// Whether two values are of one type; of components, as far as their fields say.
bool alike(const Value& a, const Value& b) {
  const Record *c = std::get_if<Record>(&a.sum()), *c_ = std::get_if<Record>(&b.sum());
  if (!c || !c_) return a.sum().index() == b.sum().index();
  return std::equal(c->fields().begin(), c->fields().end(), c_->fields().begin(), c_->fields().end(), alike);
}

/// What does not go with the types of an operation, or null.
const char* mismatch(std::span<const Tau> takes, std::span<const Value> v) {
  if (v.size() != takes.size()) return "there are more operands than it takes, or fewer";
  for (std::size_t i = 0; i < v.size(); ++i)
    if (!may_be(v[i], takes[i]) || (takes[i] == takes[0] && !alike(v[0], v[i]))) return "an operand is of another type";
  return nullptr;
}

/// λ⟨x_0, ..., x_{n-1}⟩. o(x⃗), as the terms of a system have it: an invocation at a match whose cells are the operands.
class Evaluated {
 public:
  Evaluated(std::string_view name, std::size_t n) {
    QueryTerm q;
    Terms x;
    for (std::size_t i = 0; i < n; ++i) {
      q.constraints.emplace_back(QueryTerm::Incl{static_cast<Label>(i), {"x", i}});
      x.emplace_back(term::Variable{"x", i, {}});
    }
    MatchTerm of;
    of.name = name;
    of.match = {std::move(q)};
    of.slots = n;
    evaluate_ = value_of(as_term(name, std::move(x)), of, false);
  }

  /// The value, or what is wrong.
  std::variant<Value, std::string> operator()(std::span<const Value> v) const {
    const Entity e;
    const std::vector<Cell> w(v.begin(), v.end());
    try {
      return evaluate_({{&e, 1}, w});
    } catch (const RuntimeError& error) {
      return std::string(error.what());
    }
  }

 private:
  std::function<Value(const Match&)> evaluate_;
};

}  // namespace

const std::vector<std::string_view>& operation_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> names;
    for (const Named& o : all_named()) names.push_back(o.name);
    return names;
  }();
  return names;
}

Arity arity(std::string_view name) { return find_named(name)->arity; }

coreecs::Term as_term(std::string_view name, Terms operands, std::string at) {
  const Named& o = *find_named(name);
  if (o.term) return o.term(std::move(operands), std::move(at));
  return coreecs::Term(term::Apply{function_named(name), std::move(operands), std::move(at)});
}

std::shared_ptr<const Operation> operation(std::string_view name, std::span<const Tau> takes) {
  const Named* o = find_named(name);
  if (!o || takes.size() < o->arity.least || takes.size() > o->arity.most) return nullptr;
  if (std::any_of(takes.begin(), takes.end(), [&](const Tau& tau) { return tau != takes.front(); })) return nullptr;
  const std::optional<Tau> yielded = yields(*o, takes.front());
  if (!yielded) return nullptr;
  Operation o_{std::string(name), {takes.begin(), takes.end()}, *yielded, nullptr};
  o_.delta = [takes = o_.takes,
              evaluated = Evaluated(name, takes.size())](std::span<const Value> v) -> std::optional<Value> {
    if (mismatch(takes, v)) return std::nullopt;
    const std::variant<Value, std::string> result = evaluated(v);
    const Value* value = std::get_if<Value>(&result);
    return value ? std::optional(*value) : std::nullopt;
  };
  return std::make_shared<const Operation>(std::move(o_));
}

std::string why_undefined(const Operation& o, std::span<const Value> v) {
  if (const char* why = mismatch(o.takes, v)) return why;
  if (!find_named(o.name)) return o.delta(v) ? "" : "an operand is of another type";
  const std::variant<Value, std::string> result = Evaluated(o.name, v.size())(v);
  const std::string* why = std::get_if<std::string>(&result);
  return why ? *why : std::string();
}

std::shared_ptr<const Operation> field(const Schema& schema, Label C, std::size_t position) {
  const CType& type = schema[C];
  return std::make_shared<const Operation>(
      Operation{"." + type.fields[position].name,
                {C},
                type.fields[position].type,
                [type, position](std::span<const Value> v) -> std::optional<Value> {
                  if (v.size() != 1 || !is_component(v[0], type)) return std::nullopt;
                  return v[0].as<Record>().fields()[position];
                }});
}

std::shared_ptr<const Operation> maker(const Schema& schema, Label C) {
  const CType& type = schema[C];
  std::vector<Tau> takes;
  for (const CType::Field& field : type.fields) takes.emplace_back(field.type);
  return std::make_shared<const Operation>(
      Operation{type.name, std::move(takes), C, [type](std::span<const Value> v) -> std::optional<Value> {
                  const Value c = Record(v);
                  return is_component(c, type) ? std::optional(c) : std::nullopt;
                }});
}

bool is_of(const Value& v, const Tau& tau, const Schema& schema) {
  const Label* C = std::get_if<Label>(&tau);
  return C ? is_component(v, schema[*C]) : may_be(v, tau);
}

}  // namespace coreecs::archetype
