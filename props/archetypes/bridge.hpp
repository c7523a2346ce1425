/// A state of the archetype calculus and its translation, run side by side.
#pragma once

#include "interp/archetypes/archetype/operations.hpp"
#include "interp/archetypes/bridge/translate.hpp"
#include "props/semantics/archetype/programs.hpp"

namespace coreecs::bridge {

using archetype::AType;
using archetype::Choices;
using archetype::D;
using archetype::E;
using archetype::F;
using archetype::P;
using archetype::Rules;
using archetype::x;
using archetype::y;
using Statement = archetype::Term;

/// An operation on two integers; the field of a P; and x.P := P(n).
inline archetype::Term operation(const char* name, archetype::Term a, archetype::Term b) {
  const archetype::Tau takes[] = {archetype::Primitive::Int, archetype::Primitive::Int};
  return archetype::Apply{archetype::operation(name, takes), {std::move(a), std::move(b)}};
}
inline archetype::Term n_of(archetype::Term x) {
  return archetype::Apply{archetype::field(archetype::small_schema(), archetype::P, 0),
                          {archetype::Read{std::move(x), archetype::P}}};
}
inline archetype::Term set_n(archetype::Term x, archetype::Term n) {
  return archetype::Write{std::move(x), archetype::P,
                          archetype::Apply{archetype::maker(archetype::small_schema(), archetype::P), {std::move(n)}}};
}

/// The translation. Precondition: there is one.
[[nodiscard]] Translation translated(const archetype::State& w, const Settings& settings = {},
                                     const archetype::Schema& schema = archetype::small_schema());

/// A run of a translation, step by step, in the order in which the archetype calculus visits what it visits.
class SideBySide {
 public:
  /// Before the first step of w, whose environment this is. What is passed must outlive it.
  SideBySide(const archetype::State& w, const Translation& translation, const archetype::Environment& env);

  /// Performs the next step of both. Why the archetype calculus has none, if so: then Core ECS does not take one
  /// either.
  std::optional<archetype::Stuck> step();
  [[nodiscard]] bool ended() const { return w_.fr.empty(); }
  /// Starts the frame again.
  void restart() { w_.fr = start_.fr; }
  [[nodiscard]] const archetype::State& w() const { return w_; }
  /// What Core ECS has come to, and what w is in Core ECS: entities and events that were created are the ones that were
  /// created in the same order.
  [[nodiscard]] const State& c() const { return c_; }
  [[nodiscard]] OrUntranslatable<State> expected();

 private:
  void note_created();
  void note_visits(const archetype::System& s);
  [[nodiscard]] bool before(std::span<const Entity> a, std::span<const Entity> b) const;
  /// The order of creation, initial entities first.
  [[nodiscard]] std::uint64_t rank(Entity e) const;
  [[nodiscard]] Entity core(Entity e) const { return of_number_.at(e.number()); }

  const archetype::State& start_;
  const Translation& translation_;
  const archetype::Environment& env_;
  archetype::State w_;
  State c_;
  Environment core_env_;
  Entities entities_;
  std::map<Entity, std::uint64_t> ranks_;
  std::map<std::vector<Entity>, std::size_t> visits_;  // of the tuples of a step, when
  std::vector<Entity> of_number_, queue_;              // the entities that stand for those of 𝓗 and for events of q
  Leaf leaf_ = 0;
};

}  // namespace coreecs::bridge
