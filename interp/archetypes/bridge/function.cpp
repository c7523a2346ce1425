#include "interp/archetypes/bridge/function.hpp"

#include <algorithm>

#include "interp/archetypes/archetype/operations.hpp"
#include "interp/archetypes/bridge/function_translation.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs::bridge {

FunctionTranslation::FunctionTranslation(const archetype::Function& f, std::string name, Staging staging,
                                         const Vocabulary& K)
    : f_(f), staging_(staging), K_(K) {
  system_.name = std::move(name);
  for (std::size_t x = 0; x < f.A.size(); ++x) {
    const bool named = x < f.x.size() && !f.x[x].empty() && f.x[x] != "_";
    entities_.push_back(fresh(named ? f.x[x] : x < 3 ? std::string(1, "xyz"[x]) : "x_" + std::to_string(x)));
  }
  start_.there.assign(f.A.size(), true);
  for (std::size_t x = 0; x < f.A.size(); ++x)
    for (const Label C : f.A[x]) {
      const Binder binder = fresh(entities_[x].name + "_" + K.components[C].name);
      binders_.emplace(std::pair(x, C), binder);
      start_.components.emplace(std::pair(x, C), known(K.is_tag(C) ? literal(Unit{}) : variable(binder)));
    }
}

// [bridge/function]  ⟦(A_1, ..., A_n, λx⃗.t)⟧ ≜ (⟨alive ∧ ⋀_{C ∈ A_j} incl_C ∧ ⋀_{C ∉ A_j} excl_C⟩_j,
//                                                 λ(⟨x_1, ..., x_n⟩, ⟨x_j_C, ...⟩). ⟦t⟧_σ)     with σ(x_j.C) = x_j_C
OrUntranslatable<SystemTerm> FunctionTranslation::operator()() {
  Store sigma = start_;
  Blocks blocks;
  (void)evaluate(f_.t, sigma, blocks);
  if (untranslatable_) return *untranslatable_;
  for (Block* late : {&blocks.changes, &blocks.destroys})
    blocks.now.items.insert(blocks.now.items.end(), late->items.begin(), late->items.end());
  const Done body = mutation(blocks.now);
  constexpr std::size_t deepest = 240;  // a document has 256, and needs some for its outer levels
  if (body.depth > deepest) return Untranslatable{.what = "the mutation is nested deeper than a document may be"};
  for (std::size_t x = 0; x < f_.A.size(); ++x) system_.match.push_back(query(x, body.uses));
  system_.body = body.m;
  system_.slots = slots_;
  return std::move(system_);
}

Binder FunctionTranslation::fresh(const std::string& hint) {
  std::string name = hint;
  for (std::size_t n = 1; !names_.insert(name).second; ++n) name = hint + "_" + std::to_string(n);
  return {std::move(name), slots_++};
}

Expr FunctionTranslation::named(Expr t, const std::string& hint, Block& block) {
  if (t.small) return t;
  const Binder x = fresh(hint);
  block.items.emplace_back(Named{x, std::move(t)});
  return variable(x);
}

QueryTerm FunctionTranslation::query(std::size_t x, const Slots& uses) const {
  QueryTerm query;
  query.entity = entities_[x];
  query.constraints.emplace_back(QueryTerm::Incl{K_.alive, {}});
  for (const Label C : f_.A[x]) {
    const Binder& binder = binders_.at({x, C});
    query.constraints.emplace_back(QueryTerm::Incl{C, uses.contains(*binder.slot) ? binder : Binder{}});
  }
  for (Label C = 0; C < K_.components.size(); ++C)
    if (!f_.A[x].contains(C)) query.constraints.emplace_back(QueryTerm::Excl{C});
  return query;
}

Expr FunctionTranslation::fail(std::string what, std::optional<Label> C) {
  if (!untranslatable_) untranslatable_ = Untranslatable{std::move(what), place_, C};
  return literal(Unit{});
}

Expr FunctionTranslation::part(const archetype::Term& t, std::size_t i, Store& sigma, Blocks& blocks,
                               const std::optional<archetype::Tau>& tau) {
  place_.push_back(i);
  Expr value = deep([&] { return evaluate(t, sigma, blocks); });
  if (tau && type(t) != tau) {
    const Label* C = std::get_if<Label>(&*tau);
    value = fail("a term has a different type from the one that is expected", C ? std::optional(*C) : std::nullopt);
  }
  place_.pop_back();
  return value;
}

std::optional<archetype::Tau> FunctionTranslation::type(const archetype::Term& t) {
  using Tau = archetype::Tau;
  static const Tau an_entity = archetype::AType{};
  return match(
      t.form(),
      [](const archetype::Literal& t) -> std::optional<Tau> {
        if (t.C) return *t.C;
        if (std::holds_alternative<Entity>(t.v.sum())) return an_entity;
        if (t.v == Value(Unit{})) return Tau(Unit{});
        const std::optional<archetype::Primitive> P = archetype::primitive(t.v);
        return P ? std::optional<Tau>(*P) : std::nullopt;
      },
      [](const archetype::Variable&) -> std::optional<Tau> { return an_entity; },
      [](const archetype::If& t) -> std::optional<Tau> {
        return deep([&] {
          const std::optional<Tau> one = type(t.t1);
          return one == type(t.t2) ? one : std::nullopt;
        });
      },
      [](const archetype::Sequence& t) -> std::optional<Tau> { return deep([&] { return type(t.t2); }); },
      [](const archetype::Read& t) -> std::optional<Tau> { return t.C; },
      [](const archetype::Write&) -> std::optional<Tau> { return Tau(Unit{}); },
      [](const archetype::Staged&) -> std::optional<Tau> { return Tau(Unit{}); },
      [](const archetype::Immediate&) -> std::optional<Tau> { return Tau(Unit{}); },
      [](const archetype::Apply& t) -> std::optional<Tau> { return t.o->yields; });
}

Expr FunctionTranslation::evaluate(const archetype::Term& t, Store& sigma, Blocks& blocks) {
  if (untranslatable_) return literal(Unit{});
  return match(
      t.form(),
      // [bridge/value]   ⟦v⟧_σ ≜ v   ⟦x⟧_σ ≜ x
      [&](const archetype::Literal& t) { return value(t); },
      [&](const archetype::Variable& t) {
        return t.x < entities_.size() ? variable(entities_[t.x]) : fail("there is no such variable");
      },
      // [bridge/if]      ⟦if t then t_1 else t_2⟧_σ ≜ let b = ⟦t⟧_σ in if b then ⟦t_1⟧_σ else ⟦t_2⟧_σ
      [&](const archetype::If& t) { return branch(t, sigma, blocks); },
      // [bridge/seq]     ⟦t_1; t_2⟧_σ ≜ ⟦t_1⟧_σ • ⟦t_2⟧_σ'          with σ' what is known after t_1
      [&](const archetype::Sequence& t) {
        const Expr dropped = part(t.t1, 0, sigma, blocks);
        if (dropped.partial) blocks.now.items.emplace_back(Named{fresh("unused"), dropped});
        return part(t.t2, 1, sigma, blocks);
      },
      // [bridge/read]    ⟦x.C⟧_σ ≜ σ(x.C)
      [&](const archetype::Read& t) {
        const std::optional<std::size_t> x = parameter(t.t);
        const auto found = x ? sigma.components.find({*x, t.C}) : sigma.components.end();
        if (found == sigma.components.end()) return fail("the component that is read may be missing", t.C);
        if (const Expr* now = std::get_if<Expr>(&*found->second)) return *now;
        Expr now = named(term_of(*found->second), binders_name(*x, t.C), blocks.now);
        found->second = known(now);
        return now;
      },
      // [bridge/write]   ⟦x.C := t⟧_σ ≜ let v = ⟦t⟧_σ in attach_C(x, v)     and then σ' = σ[x.C ↦ v], and where y may
      //                                                               be x, σ'(y.C) = if x ≟ y then v else σ(y.C)
      [&](const archetype::Write& t) {
        const std::optional<std::size_t> x = parameter(t.t);
        Expr v = part(t.t2, 1, sigma, blocks, t.C);
        if (!x || !sigma.components.contains({*x, t.C}))
          return fail("the component that is written may be missing", t.C);
        v = named(std::move(v), binders_name(*x, t.C), blocks.now);
        done(blocks.now, attach(t.C, variable(entities_[*x]), v));
        write(sigma, *x, t.C, v);
        return literal(Unit{});
      },
      // [bridge/staged]  ⟦lz evt⟧_σ ≜ ν(λn. ⟦evt⟧_n)               or, direct, ⟦evt⟧ at the end of the invocation
      [&](const archetype::Staged& t) {
        staging_ == Staging::Queued ? queue(t.evt, sigma, blocks) : defer(t.evt, sigma, blocks);
        return literal(Unit{});
      },
      // [bridge/immediate]  ⟦im evt⟧_σ ≜ ⟦evt⟧                        and σ' forgets what the event may change
      [&](const archetype::Immediate& t) {
        perform(t.evt, sigma, blocks);
        return literal(Unit{});
      },
      [&](const archetype::Apply& t) { return operation(t, sigma, blocks); });
}

Expr FunctionTranslation::value(const archetype::Literal& t) {
  if (!t.C) return std::holds_alternative<Record>(t.v.sum()) ? fail("a component without a type") : literal(t.v);
  if (*t.C >= K_.components.size() || !archetype::is_component(t.v, K_.components[*t.C]))
    return fail("a literal that is no component of its type", t.C);
  std::vector<Expr> fields;
  if (!K_.is_tag(*t.C))
    for (const Value& field : t.v.as<Record>().fields()) fields.push_back(literal(field));
  return component(*t.C, std::move(fields), K_);
}

Expr FunctionTranslation::operation(const archetype::Apply& t, Store& sigma, Blocks& blocks) {
  std::vector<Expr> operands;
  for (std::size_t i = 0; i < t.t.size(); ++i) {
    Expr operand = part(t.t[i], i, sigma, blocks, t.o->takes[i]);
    const Label* C = std::get_if<Label>(&t.o->yields);
    const bool changes = i == 1 && C && archetype::changed_field(*t.o, K_.components, *C);
    const bool of_field = changes || t.o->name.starts_with(".");
    const bool is_variable = std::holds_alternative<term::Variable>(operand.t.node().form);
    if (of_field && !is_variable) {
      const Binder x = fresh("t");
      blocks.now.items.emplace_back(Named{x, std::move(operand)});
      operand = variable(x);
    }
    operands.push_back(std::move(operand));
  }
  if (untranslatable_) return literal(Unit{});
  std::optional<Expr> applied = apply(*t.o, std::move(operands), K_);
  return applied ? *std::move(applied) : fail("the program format has no operation " + t.o->name + " of these");
}

Expr FunctionTranslation::branch(const archetype::If& t, Store& sigma, Blocks& blocks) {
  const Expr b = named(part(t.t, 0, sigma, blocks, archetype::Primitive::Bool), "b", blocks.now);
  Store sigma2 = sigma;
  Blocks then, otherwise;
  Expr v = part(t.t1, 1, sigma, then);
  Expr v2 = part(t.t2, 2, sigma2, otherwise);
  const auto now = std::make_shared<const Block>(then.now), now2 = std::make_shared<const Block>(otherwise.now);
  const auto either = [&](const Pointer& k, const Pointer& k2) {
    return k == k2 ? k : known(Choice{b, now, now2, k, k2});
  };
  for (auto at = sigma.components.begin(); at != sigma.components.end();) {
    const auto other = sigma2.components.find(at->first);
    if (other == sigma2.components.end()) {
      at = sigma.components.erase(at);
    } else {
      at->second = either(at->second, other->second);
      ++at;
    }
  }
  for (std::size_t x = 0; x < sigma.there.size(); ++x) sigma.there[x] = sigma.there[x] && sigma2.there[x];
  blocks.now.items.emplace_back(Branched{b, now, now2});
  const auto late = [&](Block Blocks::*part) {
    if ((then.*part).items.empty() && (otherwise.*part).items.empty()) return;
    (blocks.*part)
        .items.emplace_back(Branched{b, std::make_shared<const Block>(names_then(then.now, then.*part)),
                                     std::make_shared<const Block>(names_then(otherwise.now, otherwise.*part))});
  };
  late(&Blocks::changes);
  late(&Blocks::destroys);
  if (type(t.t1) != type(t.t2)) return fail("the branches of an if are of different types");
  return is_unit(v) && is_unit(v2) ? v : term_of(Choice{b, now, now2, known(std::move(v)), known(std::move(v2))});
}

bool FunctionTranslation::is_unit(const Expr& t) {
  const auto* literal = std::get_if<term::Literal>(&t.t.node().form);
  return literal && literal->value == Value(Unit{});
}

OrUntranslatable<SystemTerm> translate(const archetype::Function& f, std::string name, Staging staging,
                                       const Vocabulary& K) {
  return FunctionTranslation(f, std::move(name), staging, K)();
}

}  // namespace coreecs::bridge
