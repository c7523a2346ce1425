/// Definition 4.4 and confluence (D5) once more, by brute force: what `interp` decides, and `semantics` enumerates, is
/// compared with this. It takes single invocations from `semantics` (queries, f_s(r), c ↓ m), and nothing of how they
/// are ordered, explored or compared.
#pragma once

#include "interp/language/program/error.hpp"
#include "semantics/order.hpp"
#include "semantics/state.hpp"

namespace coreecs::exhaustive {

/// Whether the mutation of u is always performed before that of u', read off the schedule: true for u = u'.
[[nodiscard]] bool precedes(const Schedule& z, const PartialOrder& po, std::size_t u, std::size_t v);

/// All orders of the invocations that respect `precedes`, in lexicographic order. Cost: n! of them.
[[nodiscard]] std::vector<std::vector<std::size_t>> linearizations(const Schedule& z, const PartialOrder& po);

/// Calls visit(sub-schedule, state that it observes, where it stands) for z and all that is in it, in the order of the
/// leaves.
template <class Visit>
void everywhere(const State& c, const Schedule& z, At at, const Visit& visit) {
  visit(z, c, at);
  std::visit(Clauses{
                 [](const Conc&) {},
                 [](const Seq&) {},
                 [&](const Par& z) {
                   everywhere(c, z.left, at, visit);
                   everywhere(c, z.right, at.after(z.left), visit);
                 },
                 [&](const Then& z) {
                   everywhere(c, z.left, at, visit);
                   everywhere(advance(c, z.left, at), z.right, at.after(z.left), visit);
                 },
             },
             z.form());
}

/// Where a run ends: in a state, or in a run-time error.
using End = std::variant<State, RuntimeError>;

/// Whether two runs end alike: in states that a bijection of created entities makes the same, or both in an error.
[[nodiscard]] bool alike(const End&, const End&);
/// The same of states, trying bijections. Cost: k! for k created entities that are alike.
[[nodiscard]] bool alike(const State&, const State&);

/// The ends of all runs of z at c that re-observe the state, the reference run first, without those that are equal to
/// an earlier one. No answer where there are more than `limit` runs.
[[nodiscard]] std::optional<std::vector<End>> ends(const State& c, const Schedule& z, const Environment& env,
                                                   std::size_t limit);

/// The same under shared visibility (D8): conc observes the one state at its start; seq finds its matches in one step,
/// observes each in another, and performs it in a third; each mutation is applied to the one state at once.
[[nodiscard]] std::optional<std::vector<End>> shared_ends(const State& c, const Schedule& z, const Environment& env,
                                                          std::size_t limit);

/// The ends of c ⇓ z under every combination of orders of the matches of its seqs (D1), each once, that of the
/// reference first. No answer where a seq has more than five matches, or there are more than `limit` combinations.
[[nodiscard]] std::optional<std::vector<End>> ends_in_any_order(const State& c, const Schedule& z,
                                                                const Environment& env, std::size_t limit);

/// The created entities of a state, in entity order: live ones and those that component values hold.
[[nodiscard]] std::vector<Entity> created(const State&);
/// A state with its created entities renamed.
[[nodiscard]] State renamed(const State&, const std::function<Entity(Entity)>&);

}  // namespace coreecs::exhaustive
