#include "interp/archetypes/bridge/function.hpp"

#include <algorithm>

#include "interp/archetypes/archetype/operations.hpp"

namespace coreecs::bridge {

namespace {

/// An expression built from these parts.
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

/// x.f, for a variable x.
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

// [bridge/operation]  ⟦.f(t)⟧ ≜ ⟦t⟧.f   ⟦C(t⃗)⟧ ≜ {f_1: ⟦t_1⟧, ...}   ⟦C.f(t, c)⟧ ≜ {f: ⟦t⟧, and of others ⟦c⟧.g}
//                     ⟦o(t⃗)⟧ ≜ {o: ⟦t⃗⟧}
std::optional<Expr> apply(const archetype::Operation& o, std::vector<Expr> t, const Vocabulary& K) {
  if (const Label* C = std::get_if<Label>(&o.yields); C && *C < K.components.size())
    if (const std::optional<std::size_t> changed = archetype::changed_field(o, K.components, *C)) {
      std::vector<Expr> fields;
      for (std::size_t k = 0; k < K.components[*C].fields.size(); ++k)
        fields.push_back(k == *changed ? t[0] : *field(K.components[*C].fields[k].name, t[1], *C, K));
      return component(*C, std::move(fields), K);
    }
  if (const Label* C = std::get_if<Label>(&o.yields))
    return *C < K.components.size() && K.components[*C].name == o.name && t.size() == K.components[*C].fields.size()
               ? std::optional(component(*C, std::move(t), K))
               : std::nullopt;
  if (o.name.starts_with(".") && t.size() == 1)
    if (const Label* C = std::get_if<Label>(&o.takes[0])) return field(o.name.substr(1), t[0], *C, K);
  const Operator* op = archetype::operator_named(o.name);
  if (!op || t.size() < op->least() || t.size() > op->most()) return std::nullopt;
  std::vector<Term> terms;
  terms.reserve(t.size());
  for (const Expr& part : t) terms.push_back(part.t);
  return made_of(t, Term(term::Operation{op, std::move(terms)}), false, true);
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
