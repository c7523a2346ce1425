#include "semantics/corollaries.hpp"

#include <algorithm>

namespace coreecs {

namespace {

/// A label of q whose component values may hold an entity, and whose values q yields.
std::optional<Label> entity_component(const Query& q, const Schema& K) {
  const auto of_label = [&](Label i) { return references_entity(K[i].type) ? std::optional(i) : std::nullopt; };
  return std::visit(Clauses{
                        [&](const Incl& q) { return of_label(q.i); },
                        [](const Excl&) { return std::optional<Label>(); },
                        [&](const Anyway& q) { return of_label(q.i); },
                        [&](const And& q) {
                          std::optional<Label> i;
                          for (auto j = q.conjuncts.begin(); !i && j != q.conjuncts.end(); ++j)
                            i = entity_component(*j, K);
                          return i;
                        },
                    },
                    q);
}

/// What is known of a sub-schedule: its leaves, the labels it influences, the first obstacle to its safety.
struct Known {
  Leaf first, last;
  bool effects_known;
  LabelSet labels;
  std::optional<NotStaticallySafe> obstacle;
};

}  // namespace

// [static/conc]  If q_s = ⟨q_1⟩ and the component types of ⟪q_1⟫ do not reference E, conc(s) is safe on any state
//                (D7: and if f_s writes no entity that is named by a literal)                          Corollary 4.9
std::optional<StaticReason> conc_not_statically_safe(const System& s, const Schema& K) {
  if (s.q.size() != 1) return NotSingleton{s.q.size()};
  if (const auto i = entity_component(s.q.front(), K)) return QueriesEntity{*i};
  if (!s.effects) return UnknownEffects{};
  if (s.effects->writes_entity_literal) return WritesLiteral{};
  return std::nullopt;
}

// A loop over z in post-order, so that it may be of any depth.
std::optional<NotStaticallySafe> not_statically_safe(const Schedule& z, const Schema& K) {
  struct Step {
    const Schedule* z;
    bool entered;
  };
  Leaf leaves = 0;
  std::vector<Known> known;
  std::vector<Step> steps{{&z, false}};

  const auto leaf = [&](const System& s, std::optional<StaticReason> reason) {
    const LabelSet labels = s.effects ? s.effects->writes : LabelSet{};
    Known& here = known.emplace_back(Known{leaves, leaves + 1, s.effects.has_value(), labels, std::nullopt});
    if (reason) here.obstacle = {leaves, leaves, leaves + 1, *reason};
    ++leaves;
  };
  const auto join = [&](bool parallel) {
    Known right = std::move(known.back());
    known.pop_back();
    Known& left = known.back();
    if (!left.obstacle) left.obstacle = right.obstacle;
    if (parallel && !left.obstacle) {
      // [static/par]  If z and z' are safe and influence disjoint sets of component labels, z ∥ z' is safe on any
      //               state                                                                            Corollary 4.8
      if (!left.effects_known || !right.effects_known)
        left.obstacle = {left.first, right.first, right.last, UnknownEffects{}};
      for (const Label i : left.labels)
        if (!left.obstacle && right.labels.contains(i))
          left.obstacle = {left.first, right.first, right.last, SharedLabel{i}};
    }
    left.effects_known = left.effects_known && right.effects_known;
    left.labels.insert(right.labels.begin(), right.labels.end());
    left.last = right.last;
  };
  while (!steps.empty()) {
    const Step at = steps.back();
    steps.back().entered = true;
    const auto sides = [&](const Schedule& z, const Schedule& z_, bool parallel) {
      if (at.entered) {
        steps.pop_back();
        join(parallel);
      } else {
        steps.push_back({&z_, false});
        steps.push_back({&z, false});
      }
    };
    std::visit(Clauses{
                   [&](const Conc& z) {
                     steps.pop_back();
                     leaf(*z.s, conc_not_statically_safe(*z.s, K));
                   },
                   [&](const Seq& z) {
                     steps.pop_back();
                     leaf(*z.s, std::nullopt);
                   },
                   [&](const Par& z) { sides(z.z, z.z_, true); },
                   [&](const Then& z) { sides(z.z, z.z_, false); },
               },
               at.z->form());
  }
  return known.back().obstacle;
}

}  // namespace coreecs
