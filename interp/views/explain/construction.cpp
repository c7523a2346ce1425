#include "interp/views/explain/construction.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/language/notation/formula.hpp"
#include "interp/views/explain/text.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

using Kind = SeriesParallel::Kind;

Construction::Construction(const Explained& explained)
    : po_(explained.of.po),
      notation_(explained.notation),
      most_(explained.detail.most),
      shown_(explained.of.po.z.nodes.size()) {
  const std::vector<SeriesParallel::Node>& nodes = po_.z.nodes;
  const auto of = [&](const SeriesParallel::Node& node) -> ShownNode& {
    return shown_[static_cast<std::size_t>(&node - nodes.data())];
  };
  fold(
      po_.z, [&](const SeriesParallel::Node& node) { return leaf(node, of(node)); },
      [&](const SeriesParallel::Node& node, Influence left, Influence right) {
        return join(node, std::move(left), std::move(right), of(node));
      });
  std::vector<std::size_t> middle(nodes.size());  // the states that the left sides of ⨟ leave
  for (std::size_t k = 1; k < explained.of.observed.size(); ++k) middle[explained.of.observed[k].node] = k;
  for (std::size_t k = nodes.size(); k-- > 0;) {
    if (nodes[k].is_leaf()) continue;
    shown_[nodes[k].left].observes = shown_[k].observes;
    shown_[nodes[k].right].observes = nodes[k].kind == Kind::Then ? middle[nodes[k].left] : shown_[k].observes;
  }
}

Construction::Influence Construction::leaf(const SeriesParallel::Node& node, ShownNode& shown) const {
  Influence all;
  const bool conc = node.kind == Kind::Conc;
  for (std::size_t u = node.begin; u < node.end; ++u)
    for (const Location& l : influence(po_.invocations[u])) {
      const auto [other, is_new] = all.emplace(l, u);
      if (is_new || !conc || !shown.safe) continue;
      shown.safe = false;
      shown.why = both_influence(other->second, u, l);
    }
  shown.number = conc ? 3 : 1;
  shown.rule = conc ? "construction/conc" : "construction/seq";
  if (!conc)
    shown.why = "as every seq(s) is at all states";
  else if (shown.safe)
    shown.why = sets(node);
  return all;
}

Construction::Influence Construction::join(const SeriesParallel::Node& node, Influence left, Influence right,
                                           ShownNode& shown) const {
  const bool par = node.kind == Kind::Par;
  shown.number = par ? 4 : 2;
  shown.rule = par ? "construction/par" : "construction/then";
  shown.safe = shown_[node.left].safe && shown_[node.right].safe;
  shown.why = shown.safe ? "both sides are" : "one side is not";
  if (par && shown.safe) {
    const auto both =
        std::find_if(left.begin(), left.end(), [&](const auto& one) { return right.contains(one.first); });
    shown.safe = both == left.end();
    shown.why = shown.safe
                    ? fmt::format("both sides are, and their influences {} and {} are disjoint", set(left), set(right))
                    : both_influence(both->second, right[both->first], both->first);
  }
  left.merge(right);
  return left;
}

std::string Construction::set(const Influence& influence) const {
  std::vector<std::string> locations;
  for (const auto& [l, u] : influence) locations.push_back(show(l, notation_));
  return show_set(locations, most_);
}

std::string Construction::sets(const SeriesParallel::Node& conc) const {
  const std::span<const Invocation> all = po_.below(conc);
  if (all.empty()) return "nothing is invoked";
  if (all.size() == 1) return "there is one invocation";
  std::vector<std::string> sets;
  for (const Invocation& u : all.first(std::min(all.size(), most_))) {
    std::vector<std::string> locations;
    for (const Location& l : influence(u)) locations.push_back(show(l, notation_));
    sets.push_back(show_set(locations, most_));
  }
  if (all.size() > sets.size()) sets.push_back(fmt::format("... {} more", all.size() - sets.size()));
  return fmt::format("the influences {} are pairwise disjoint", fmt::join(sets, ", "));
}

std::string Construction::both_influence(std::size_t u, std::size_t v, const Location& l) const {
  return fmt::format("{} both influence {}", both(po_, {u, v, l}, notation_), show(l, notation_));
}

namespace {

void add(Lines& out, const Construction& of, const PartialOrder& po, std::size_t node, std::size_t depth) {
  const ShownNode& shown = of[node];
  out.add(2 + 2 * depth,
          fmt::format("({}) {} at {}: {}, {}", shown.number, show_node(po.z, node), state_name(shown.observes),
                      shown.safe ? "yes" : "no", shown.why),
          shown.rule);
  const SeriesParallel::Node& at = po.z.nodes[node];
  if (at.is_leaf()) return;
  for (const std::size_t side : {at.left, at.right}) add(out, of, po, side, depth + 1);
}

}  // namespace

void explain_construction(const Explained& explained, Lines& out) {
  const PartialOrder& po = explained.of.po;
  const bool safe = !fast::first_overlap(po);
  const bool as_tree = po.z.leaves.size() <= most_leaves;
  out.blank();
  const std::uint64_t frame = explained.of.leaves.front().leaf / po.z.leaves.size() + 1;
  out.add(0, fmt::format("Theorem 4.7 {} that z is safe at c{}{}", safe ? "shows" : "does not show",
                         frame == 1 ? "" : fmt::format(", the state before frame {}", frame), as_tree ? ":" : ""));
  if (as_tree) add(out, Construction(explained), po, po.z.nodes.size() - 1, 0);
}

}  // namespace coreecs
