#include "semantics/corollaries.hpp"

#include <algorithm>

namespace coreecs {

namespace {

/// A label of q whose component values may hold an entity, and whose values q yields.
std::optional<Label> entity_component(const Query& q, const Schema& K) {
  const auto of_label = [&](Label i) { return references_entity(K[i].type) ? std::optional(i) : std::nullopt; };
  return match(
      q, [&](const Incl& q) { return of_label(q.i); }, [](const Excl&) { return std::optional<Label>(); },
      [&](const Anyway& q) { return of_label(q.i); },
      [&](const And& q) {
        std::optional<Label> i;
        for (auto j = q.conjuncts.begin(); !i && j != q.conjuncts.end(); ++j) i = entity_component(*j, K);
        return i;
      });
}

}  // namespace

// [static/conc]  If q_s = ⟨q_1⟩ and the component types of ⟪q_1⟫ do not reference E, conc(s) is safe on any state
//                (D7: and if f_s writes no entity that is named by a literal)                          Corollary 4.9
std::variant<Safe, StaticReason> conc_statically_safe(const System& s, const Schema& K) {
  if (s.q.size() != 1) return NotSingleton{s.q.size()};
  if (const auto i = entity_component(s.q.front(), K)) return QueriesEntity{*i};
  if (!s.effects) return UnknownEffects{};
  if (s.effects->writes_entity_literal) return WritesLiteral{};
  return Safe{};
}

namespace {

/// The facts about a sub-schedule: its leaves, the labels that it influences (if known), and the first obstacle to its
/// safety.
struct Known {
  Leaf first, last;
  std::optional<LabelSet> labels;
  std::optional<NotStaticallySafe> obstacle = {};
};

Known known(const System& s, Leaf l) { return {l, l + 1, s.effects ? std::optional(s.effects->writes) : std::nullopt}; }

/// Combines two sub-schedules without comparing their labels.
Known both(Known left, Known right) {
  if (left.labels && right.labels)
    left.labels->insert(boost::container::ordered_unique_range, right.labels->begin(), right.labels->end());
  else
    left.labels.reset();
  return {left.first, right.last, std::move(left.labels), left.obstacle ? left.obstacle : right.obstacle};
}

/// Why the labels of two sub-schedules are not known to be disjoint.
std::optional<StaticReason> not_disjoint(const Known& left, const Known& right) {
  if (!left.labels || !right.labels) return UnknownEffects{};
  for (const Label i : *left.labels)
    if (right.labels->contains(i)) return SharedLabel{i};
  return std::nullopt;
}

Known judge(const Schedule& z, const Schema& K, Leaf first) {
  return match(
      z.form(),
      [&](const Conc& z) {
        Known here = known(*z.s, first);
        const auto safe = conc_statically_safe(*z.s, K);
        if (const auto* reason = std::get_if<StaticReason>(&safe)) here.obstacle = {first, first, first + 1, *reason};
        return here;
      },
      [&](const Seq& z) { return known(*z.s, first); },  // Theorem 4.7(1)
      // [static/par]  If z and z' are safe and influence disjoint sets of component labels, z ∥ z' is safe on any
      //               state                                                                            Corollary 4.8
      [&](const Par& z) {
        const Known left = judge(z.left, K, first), right = judge(z.right, K, first + z.left.leaves());
        Known here = both(left, right);
        const auto reason = not_disjoint(left, right);
        if (!here.obstacle && reason) here.obstacle = {first, right.first, right.last, *reason};
        return here;
      },
      [&](const Then& z) {  // Theorem 4.7(2)
        return both(judge(z.left, K, first), judge(z.right, K, first + z.left.leaves()));
      });
}

}  // namespace

std::variant<Safe, NotStaticallySafe> statically_safe(const Schedule& z, const Schema& K) {
  const Known known = judge(z, K, 0);
  if (known.obstacle) return *known.obstacle;
  return Safe{};
}

}  // namespace coreecs
