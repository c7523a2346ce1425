#include "interp/archetypes/archetype/operations.hpp"

#include <algorithm>

namespace coreecs::archetype {

namespace {

bool is(const Tau& tau, Primitive P) { return tau == Tau(P); }

/// The primitive type of a term type, if it has one.
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

/// Whether the operator takes operands of this type.
bool fits(const Tau& tau, const Operator& op) {
  const bool number = is(tau, Primitive::Int) || is(tau, Primitive::Float);
  switch (op.takes) {
    case Operator::Takes::Numbers:
      return number;
    case Operator::Takes::Ints:
      return is(tau, Primitive::Int);
    case Operator::Takes::Reals:
      return is(tau, Primitive::Float);
    case Operator::Takes::Texts:
      return is(tau, Primitive::Text);
    case Operator::Takes::Truths:
      return is(tau, Primitive::Bool);
    case Operator::Takes::Alike:
      return !std::holds_alternative<AType>(tau);
    case Operator::Takes::Ordered:
      return number || is(tau, Primitive::Text);
  }
  return false;
}

/// Whether a value may be an operand of that type. For a component: whether it is a record of primitive values.
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

/// Whether two values have the same type; components are compared by their fields.
bool alike(const Value& a, const Value& b) {
  const Record *one = std::get_if<Record>(&a.sum()), *other = std::get_if<Record>(&b.sum());
  if (!one || !other) return a.sum().index() == b.sum().index();
  return std::equal(one->fields().begin(), one->fields().end(), other->fields().begin(), other->fields().end(), alike);
}

/// Why operands do not fit the types of an operation, or null.
const char* mismatch(std::span<const Tau> takes, std::span<const Value> v) {
  if (v.size() != takes.size()) return "there are more operands than it takes, or fewer";
  for (std::size_t i = 0; i < v.size(); ++i)
    if (!may_be(v[i], takes[i]) || (takes[i] == takes[0] && !alike(v[0], v[i]))) return "an operand is of another type";
  return nullptr;
}

/// The result of an operator, or why it has none.
std::variant<Value, std::string> evaluated(const Operator& op, std::span<const Value> v) {
  try {
    if (op.arity == Operator::Arity::One) return op.apply(v[0], v[0]);
    Value value = v[0];
    for (const Value& next : v.subspan(1)) value = op.apply(value, next);
    return value;
  } catch (const UndefinedOperation& why) {
    return std::string(why.what());
  }
}

}  // namespace

const std::vector<std::string_view>& operation_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> names;
    for (const Operator& op : operators())
      if (!op.decides) names.push_back(op.key);
    return names;
  }();
  return names;
}

const Operator* operator_named(std::string_view name) {
  const Operator* op = find_operator(name);
  return op && !op->decides ? op : nullptr;
}

std::shared_ptr<const Operation> operation(std::string_view name, std::span<const Tau> takes) {
  const Operator* op = operator_named(name);
  if (!op || takes.size() < op->least() || takes.size() > op->most() || !fits(takes[0], *op)) return nullptr;
  if (std::any_of(takes.begin(), takes.end(), [&](const Tau& tau) { return tau != takes.front(); })) return nullptr;
  Operation o{std::string(name), {takes.begin(), takes.end()}, takes[0], nullptr};
  if (op->yields) o.yields = *primitive_of(*op->yields);
  o.delta = [takes = o.takes, op](std::span<const Value> v) -> std::optional<Value> {
    if (mismatch(takes, v)) return std::nullopt;
    const std::variant<Value, std::string> result = evaluated(*op, v);
    const Value* value = std::get_if<Value>(&result);
    return value ? std::optional(*value) : std::nullopt;
  };
  return std::make_shared<const Operation>(std::move(o));
}

std::string why_undefined(const Operation& o, std::span<const Value> v) {
  if (const char* why = mismatch(o.takes, v)) return why;
  const Operator* op = operator_named(o.name);
  if (!op) return o.delta(v) ? "" : "an operand is of another type";
  const std::variant<Value, std::string> result = evaluated(*op, v);
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

std::shared_ptr<const Operation> changer(const Schema& schema, Label C, std::size_t position) {
  const CType& type = schema[C];
  return std::make_shared<const Operation>(
      Operation{type.name + "." + type.fields[position].name,
                {type.fields[position].type, C},
                C,
                [type, position](std::span<const Value> v) -> std::optional<Value> {
                  if (v.size() != 2 || !is_component(v[1], type)) return std::nullopt;
                  std::vector<Value> fields(v[1].as<Record>().fields().begin(), v[1].as<Record>().fields().end());
                  fields[position] = v[0];
                  const Value c = Record(fields);
                  return is_component(c, type) ? std::optional(c) : std::nullopt;
                }});
}

std::optional<std::size_t> changed_field(const Operation& o, const Schema& schema, Label C) {
  if (o.yields != Tau(C) || o.takes.size() != 2 || o.takes[1] != Tau(C)) return std::nullopt;
  const CType& type = schema[C];
  for (std::size_t k = 0; k < type.fields.size(); ++k)
    if (o.name == type.name + "." + type.fields[k].name) return k;
  return std::nullopt;
}

}  // namespace coreecs::archetype
