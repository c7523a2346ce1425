#include "interp/bridge/operation.hpp"

#include <algorithm>

#include "interp/program/function.hpp"

namespace coreecs::bridge {

namespace {

/// What is made of these terms.
Expr made_of(const std::vector<Expr>& parts, Term t, bool small, bool partial) {
  Expr made{std::move(t), {}, small, partial, 1};
  for (const Expr& part : parts) {
    made.uses.insert(part.uses.begin(), part.uses.end());
    made.small = made.small && part.small;
    made.partial = made.partial || part.partial;
    made.depth = std::max(made.depth, part.depth + 2);
  }
  return made;
}

using Make = Term (*)(std::vector<Term>);

template <class Form>
Term many(std::vector<Term> t) {
  if constexpr (requires(Form form) { form.at; })
    return Term(Form{std::move(t), {}});
  else
    return Term(Form{std::move(t)});
}
template <class Form>
Term one(std::vector<Term> t) {
  if constexpr (requires(Form form) { form.at; })
    return Term(Form{std::move(t[0]), {}});
  else
    return Term(Form{std::move(t[0])});
}
template <class Form>
Term two(std::vector<Term> t) {
  if constexpr (requires(Form form) { form.at; })
    return Term(Form{std::move(t[0]), std::move(t[1]), {}});
  else
    return Term(Form{std::move(t[0]), std::move(t[1])});
}

/// A key of the program format, and how many terms it takes; 0 stands for two or more.
struct Key {
  std::string_view name;
  std::size_t takes;
  Make make;
};
template <class Form>
constexpr Key key_of_many = {Form::key, 0, many<Form>};
template <class Form>
constexpr Key key_of_one = {Form::key, 1, one<Form>};
template <class Form>
constexpr Key key_of_two = {Form::key, 2, two<Form>};

constexpr Key keys[] = {
    key_of_many<term::Add>,     key_of_many<term::Multiply>,    key_of_many<term::Min>,   key_of_many<term::Max>,
    key_of_many<term::And>,     key_of_many<term::Or>,          key_of_one<term::Negate>, key_of_one<term::Abs>,
    key_of_one<term::Not>,      key_of_two<term::Subtract>,     key_of_two<term::Divide>, key_of_two<term::CeilDiv>,
    key_of_two<term::FloorDiv>, key_of_two<term::Quot>,         key_of_two<term::Rem>,    key_of_two<term::Mod>,
    key_of_two<term::Equal>,    key_of_two<term::NotEqual>,     key_of_two<term::Less>,   key_of_two<term::LessEqual>,
    key_of_two<term::Greater>,  key_of_two<term::GreaterEqual>,
};

/// x.f, of a variable.
std::optional<Expr> field(const std::string& name, const Expr& of, Label C, const Vocabulary& K) {
  const std::vector<archetype::CType::Field>& fields = K.components[C].fields;
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const auto& field) { return field.name == name; });
  if (found == fields.end()) return std::nullopt;
  Expr taken = of;
  term::Variable x = std::get<term::Variable>(of.t.node().form);
  x.path.push_back({name, K.positions[C][static_cast<std::size_t>(found - fields.begin())]});
  taken.t = Term(std::move(x));
  return taken;
}

}  // namespace

// [bridge/operation]  ⟦.f(t)⟧ ≜ ⟦t⟧.f   ⟦C(t⃗)⟧ ≜ {f_1: ⟦t_1⟧, ...}   ⟦o(t⃗)⟧ ≜ {o: ⟦t⃗⟧}
std::optional<Expr> apply(const archetype::Operation& o, std::vector<Expr> t, const Vocabulary& K) {
  if (const Label* C = std::get_if<Label>(&o.yields))
    return *C < K.components.size() && K.components[*C].name == o.name && t.size() == K.components[*C].fields.size()
               ? std::optional(component(*C, std::move(t), K))
               : std::nullopt;
  if (o.name.starts_with(".") && t.size() == 1)
    if (const Label* C = std::get_if<Label>(&o.takes[0])) return field(o.name.substr(1), t[0], *C, K);
  std::vector<Term> terms;
  for (const Expr& part : t) terms.push_back(part.t);
  const auto key = std::find_if(std::begin(keys), std::end(keys), [&](const Key& key) { return key.name == o.name; });
  if (key != std::end(keys)) {
    if (key->takes == 0 ? t.size() < 2 : t.size() != key->takes) return std::nullopt;
    return made_of(t, key->make(std::move(terms)), false, true);
  }
  const auto function = std::find_if(functions().begin(), functions().end(),
                                     [&](const Function& function) { return function.name == o.name; });
  if (function == functions().end() || (function->many ? t.size() < 2 : t.size() != 1)) return std::nullopt;
  return made_of(t, Term(term::Apply{&*function, std::move(terms), {}}), false, true);
}

Expr component(Label C, std::vector<Expr> fields, const Vocabulary& K) {
  if (K.is_tag(C)) return {Term(term::Literal{Value(Unit{})})};
  term::Record record;
  for (std::size_t k = 0; k < fields.size(); ++k)
    record.fields.push_back({K.components[C].fields[k].name, K.positions[C][k], fields[k].t});
  Expr made = made_of(fields, Term(std::move(record)), true, false);
  made.depth += 1;
  return made;
}

}  // namespace coreecs::bridge
