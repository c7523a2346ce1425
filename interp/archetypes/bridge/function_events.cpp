#include <algorithm>

#include "interp/archetypes/bridge/function_translation.hpp"
#include "interp/language/program/operator.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs::bridge {

std::string FunctionTranslation::binders_name(std::size_t x, Label C) const {
  return entities_[x].name + "_" + K_.components[C].name;
}

std::optional<std::size_t> FunctionTranslation::parameter(const archetype::Term& t) const {
  const auto* x = std::get_if<archetype::Variable>(&t.form());
  return x && x->x < entities_.size() ? std::optional(x->x) : std::nullopt;
}

void FunctionTranslation::write(Store& sigma, std::size_t x, Label C, const Expr& v) {
  static const auto nothing = std::make_shared<const Block>();
  for (std::size_t y = 0; y < entities_.size(); ++y) {
    const auto of_y = sigma.components.find({y, C});
    if (!may_be(x, y) || of_y == sigma.components.end()) continue;
    const Expr same{Term(term::Operation{&operator_of(Operator::Role::Equality),
                                         {variable(entities_[x]).t, variable(entities_[y]).t}}),
                    {*entities_[x].slot, *entities_[y].slot},
                    false,
                    false,
                    3};
    of_y->second = known(Choice{same, nothing, nothing, known(v), of_y->second});
  }
  sigma.components[{x, C}] = known(v);
}

void FunctionTranslation::forget(Store& sigma, std::size_t x) const {
  sigma.there[x] = false;
  for (Label C = 0; C < K_.components.size(); ++C) sigma.components.erase({x, C});
}

void FunctionTranslation::forget_others(Store& sigma, std::size_t x) const {
  for (std::size_t y = 0; y < entities_.size(); ++y)
    if (may_be(x, y)) forget(sigma, y);
}

Done FunctionTranslation::attach(Label i, const Expr& e, const Expr& k) const {
  Done done{MutationTerm(term::Attach{i, e.t, k.t}), e.uses, 2 + std::max(e.depth, k.depth), e.uses};
  done.uses.insert(k.uses.begin(), k.uses.end());
  return done;
}

Done FunctionTranslation::destroy(const Expr& e) const {
  return {MutationTerm(term::Destroy{e.t, labels_of_entities(K_.schema)}), e.uses, 1 + e.depth};
}

Done FunctionTranslation::created(const Binder& n, const std::vector<Done>& parts) {
  Block body;
  for (const Done& part : parts) done(body, part);
  Done all = mutation(body);
  all.uses.erase(*n.slot);
  return {MutationTerm(term::New{n, all.m}), std::move(all.uses), all.depth + 2};
}

Expr FunctionTranslation::brought(const archetype::Term& t, std::size_t i, Label C, Store& sigma, Blocks& blocks) {
  if (C >= K_.components.size()) return fail("there is no such component type");
  return named(part(t, i, sigma, blocks, C), "c_" + K_.components[C].name, blocks.now);
}

std::vector<std::pair<Label, Expr>> FunctionTranslation::components(const archetype::Create& evt, Store& sigma,
                                                                    Blocks& blocks) {
  std::vector<std::pair<Label, Expr>> all;
  for (std::size_t i = 0; i < evt.components.size(); ++i) {
    const auto& [C, t] = evt.components[i];
    all.emplace_back(C, brought(t, i, C, sigma, blocks));
  }
  return all;
}

Expr FunctionTranslation::entity_of(const archetype::Term& t, Store& sigma, Blocks& blocks) {
  return named(part(t, 0, sigma, blocks, archetype::AType{}), "e", blocks.now);
}

// [bridge/event]  ⟦create(C⃗, c⃗)⟧ ≜ ν(λe. attach_alive(e) • attach_{C_1}(e, c_1) • ...)   ⟦destroy e⟧ ≜ destroy(e)
//                 ⟦add(e, C, c)⟧ ≜ attach_C(e, c)   ⟦remove(e, C)⟧ ≜ detach_C(e)
Done FunctionTranslation::event(const archetype::Create&, const std::vector<std::pair<Label, Expr>>& brought) {
  const Binder e = fresh("new");
  std::vector<Done> parts = {attach(K_.alive, variable(e))};
  for (const auto& [C, c] : brought) parts.push_back(attach(C, variable(e), c));
  return created(e, parts);
}

void FunctionTranslation::queue(const archetype::Event& evt, Store& sigma, Blocks& blocks) {
  std::vector<Done> parts;
  const Binder n = fresh("n");
  const auto about = [&](const archetype::Term& t) {
    parts.push_back(attach(K_.about, variable(n), entity_of(t, sigma, blocks)));
  };
  std::visit(Clauses{[&](const archetype::Create& evt) {
                       parts.push_back(attach(K_.create, variable(n)));
                       for (const auto& [C, c] : components(evt, sigma, blocks))
                         parts.push_back(attach(C, variable(n), c));
                     },
                     [&](const archetype::Destroy& evt) {
                       about(evt.t);
                       parts.push_back(attach(K_.destroy, variable(n)));
                     },
                     [&](const archetype::Add& evt) {
                       about(evt.t);
                       const Expr c = brought(evt.c, 1, evt.C, sigma, blocks);
                       parts.push_back(attach(K_.add.at(evt.C), variable(n), c));
                     },
                     [&](const archetype::Remove& evt) {
                       about(evt.t);
                       parts.push_back(attach(K_.remove.at(evt.C), variable(n)));
                     }},
             evt);
  done(blocks.now, created(n, parts));
}

// A destroy undoes earlier events of the invocation on the same entity, and later ones find the entity gone (A10). So
// destroys may come last.
void FunctionTranslation::defer(const archetype::Event& evt, Store& sigma, Blocks& blocks) {
  std::visit(
      Clauses{
          [&](const archetype::Create& created) {
            done(blocks.changes, event(created, components(created, sigma, blocks)));
          },
          [&](const archetype::Destroy& evt) { done(blocks.destroys, destroy(entity_of(evt.t, sigma, blocks))); },
          [&](const archetype::Add& evt) {
            const Expr e = entity_of(evt.t, sigma, blocks);
            done(blocks.changes, attach(evt.C, e, brought(evt.c, 1, evt.C, sigma, blocks)));
          },
          [&](const archetype::Remove& evt) { done(blocks.changes, detach(evt.C, entity_of(evt.t, sigma, blocks))); }},
      evt);
}

std::optional<std::size_t> FunctionTranslation::present(const archetype::Term& t, Store& sigma, Blocks& blocks) {
  (void)part(t, 0, sigma, blocks);
  archetype::Term at = t;
  while (const auto* sequence = std::get_if<archetype::Sequence>(&at.form())) at = archetype::Term(sequence->t2);
  const std::optional<std::size_t> x = parameter(at);
  if (x && sigma.there[*x]) return x;
  (void)fail("an immediate event is about an entity that may be missing");
  return std::nullopt;
}

void FunctionTranslation::perform(const archetype::Event& evt, Store& sigma, Blocks& blocks) {
  std::visit(Clauses{[&](const archetype::Create& created) {
                       done(blocks.now, event(created, components(created, sigma, blocks)));
                     },
                     [&](const archetype::Destroy& evt) {
                       const std::optional<std::size_t> x = present(evt.t, sigma, blocks);
                       if (!x) return;
                       done(blocks.now, destroy(variable(entities_[*x])));
                       forget_others(sigma, *x);
                       forget(sigma, *x);
                     },
                     [&](const archetype::Add& evt) {
                       const std::optional<std::size_t> x = present(evt.t, sigma, blocks);
                       const Expr c = brought(evt.c, 1, evt.C, sigma, blocks);
                       if (!x) return;
                       done(blocks.now, attach(evt.C, variable(entities_[*x]), c));
                       forget_others(sigma, *x);
                       sigma.components[{*x, evt.C}] = known(c);
                     },
                     [&](const archetype::Remove& evt) {
                       const std::optional<std::size_t> x = present(evt.t, sigma, blocks);
                       if (!x) return;
                       done(blocks.now, detach(evt.C, variable(entities_[*x])));
                       forget_others(sigma, *x);
                       sigma.components.erase({*x, evt.C});
                     }},
             evt);
}

}  // namespace coreecs::bridge
