/// The translation of functions of the archetype calculus: function.cpp has terms and their values, function_events.cpp
/// what is known of entities, and what events do.
#pragma once

#include "interp/archetypes/bridge/function.hpp"
#include "interp/archetypes/bridge/store.hpp"

namespace coreecs::bridge {

/// Mutations so far: those performed now, and those at the end of the invocation.
struct Blocks {
  Block now;
  Block changes;   ///< events at the end that add, remove or create
  Block destroys;  ///< events that destroy, last: they override others on the same entity
};

class FunctionTranslation {
 public:
  FunctionTranslation(const archetype::Function& f, std::string name, Staging staging, const Vocabulary& K);
  OrUntranslatable<SystemTerm> operator()();

 private:
  // function.cpp
  Binder fresh(const std::string& hint);
  static Expr literal(Value v) { return {Term(term::Literal{std::move(v)})}; }
  static Expr variable(const Binder& x) { return {Term(term::Variable{x.name, *x.slot, {}}), {*x.slot}}; }
  /// A term that is cheap to repeat: itself, or a name for it.
  Expr named(Expr t, const std::string& hint, Block& block);
  [[nodiscard]] QueryTerm query(std::size_t x, const Slots& uses) const;
  Expr fail(std::string what, std::optional<Label> C = {});
  /// The i-th part of a term; fails unless it has the requested type.
  Expr part(const archetype::Term& t, std::size_t i, Store& sigma, Blocks& blocks,
            const std::optional<archetype::Tau>& tau = {});
  /// The type of a term's value, if it has one; the same for every entity.
  [[nodiscard]] static std::optional<archetype::Tau> type(const archetype::Term& t);
  /// ⟦t⟧_σ is the value of t; its effects go to the blocks, and σ becomes what is known after it.
  Expr evaluate(const archetype::Term& t, Store& sigma, Blocks& blocks);
  Expr value(const archetype::Literal& t);
  Expr operation(const archetype::Apply& t, Store& sigma, Blocks& blocks);
  Expr branch(const archetype::If& t, Store& sigma, Blocks& blocks);
  static bool is_unit(const Expr& t);

  // function_events.cpp
  [[nodiscard]] std::string binders_name(std::size_t x, Label C) const;
  [[nodiscard]] std::optional<std::size_t> parameter(const archetype::Term& t) const;
  /// Whether the parameters x and y may be the same entity.
  [[nodiscard]] bool may_be(std::size_t x, std::size_t y) const { return x != y && f_.A[x] == f_.A[y]; }
  void write(Store& sigma, std::size_t x, Label C, const Expr& v);
  /// Drops what is known of x, after an immediate event that may be about the same entity.
  void forget(Store& sigma, std::size_t x) const;
  void forget_others(Store& sigma, std::size_t x) const;
  [[nodiscard]] Done attach(Label i, const Expr& e, const Expr& k) const;
  [[nodiscard]] Done attach(Label i, const Expr& e) const { return attach(i, e, literal(Unit{})); }
  [[nodiscard]] Done detach(Label i, const Expr& e) const {
    return {MutationTerm(term::Detach{i, e.t}), e.uses, 2 + e.depth};
  }
  [[nodiscard]] Done destroy(const Expr& e) const;
  static void done(Block& block, Done m) { block.items.emplace_back(std::move(m)); }
  /// ν(λn. m • m' • ...)
  static Done created(const Binder& n, const std::vector<Done>& parts);
  /// The component that an event attaches.
  Expr brought(const archetype::Term& t, std::size_t i, Label C, Store& sigma, Blocks& blocks);
  std::vector<std::pair<Label, Expr>> components(const archetype::Create& evt, Store& sigma, Blocks& blocks);
  Expr entity_of(const archetype::Term& t, Store& sigma, Blocks& blocks);
  Done event(const archetype::Create&, const std::vector<std::pair<Label, Expr>>& brought);
  void queue(const archetype::Event& evt, Store& sigma, Blocks& blocks);
  void defer(const archetype::Event& evt, Store& sigma, Blocks& blocks);
  /// The parameter that an immediate event is about, if it is surely in a table. Also performs the term's other
  /// effects.
  std::optional<std::size_t> present(const archetype::Term& t, Store& sigma, Blocks& blocks);
  void perform(const archetype::Event& evt, Store& sigma, Blocks& blocks);

  const archetype::Function& f_;
  Staging staging_;
  const Vocabulary& K_;
  SystemTerm system_;
  std::set<std::string> names_ = {"_"};
  std::size_t slots_ = 0;
  std::vector<Binder> entities_;
  std::map<std::pair<std::size_t, Label>, Binder> binders_;
  Store start_;
  std::vector<std::size_t> place_;
  std::optional<Untranslatable> untranslatable_;
};

}  // namespace coreecs::bridge
