#include "interp/hidden.hpp"

#include <unordered_map>

#include "semantics/equivalence.hpp"

namespace coreecs {

namespace {

/// What an invocation leaves at a location.
struct Write {
  std::size_t u = 0;
  std::optional<Value> leaves;
};

/// Some writes, as far as it matters: one, and another that leaves a different value, if there is one.
struct Some {
  std::optional<Write> one, other;

  void add(const std::optional<Write>& write) {
    if (!write) return;
    if (!one)
      one = write;
    else if (!other && !(one->leaves == write->leaves))
      other = write;
  }
  void add(const Some& some) {
    add(some.one);
    add(some.other);
  }
};

/// The writers of a location below a node of the order: all, and the maximal ones; and two concurrent ones that differ.
struct Writers {
  Some all, maximal;
  std::optional<std::pair<std::size_t, std::size_t>> race;
};

Writers joined(const Writers& left, const Writers& right, bool parallel) {
  Writers both{left.all, right.maximal, left.race ? left.race : right.race};
  both.all.add(right.all);
  if (!parallel) return both;
  both.maximal = left.maximal;
  both.maximal.add(right.maximal);
  for (const auto& x : {left.all.one, left.all.other})
    for (const auto& y : {right.all.one, right.all.other})
      if (!both.race && x && y && !(x->leaves == y->leaves)) both.race.emplace(x->u, y->u);
  return both;
}

using Below = std::unordered_map<Location, Writers>;

Below below_leaf(const PartialOrder& po, const PartialOrder::Node& node) {
  Below below;
  for (std::size_t u = node.begin; u < node.end; ++u)
    for (auto& [l, leaves] : last_writes(po.invocations[u].m)) {
      const Some write{Write{u, leaves}, {}};
      const Writers single{write, write, {}};
      const auto [at, is_new] = below.try_emplace(l, single);
      if (!is_new) at->second = joined(at->second, single, node.kind == PartialOrder::Kind::Antichain);
    }
  return below;
}

/// The smaller side is moved into the larger one.
Below both_sides(Below left, Below right, bool parallel) {
  const bool into_left = left.size() >= right.size();
  Below& both = into_left ? left : right;
  for (const auto& [l, writers] : into_left ? right : left) {
    const auto [at, is_new] = both.try_emplace(l, writers);
    if (!is_new) at->second = into_left ? joined(at->second, writers, parallel) : joined(writers, at->second, parallel);
  }
  return std::move(both);
}

/// A writer that is after u, if one is: the last one in the order of the reference.
std::optional<std::size_t> last_after(const PartialOrder& po, std::size_t u, Location l) {
  for (std::size_t v = po.size(); --v > u;)
    if (precedes(po, u, v) && last_writes(po.invocations[v].m).count(l) > 0) return v;
  return std::nullopt;
}

}  // namespace

std::optional<MaskedRaces> masked_races(const PartialOrder& po) {
  std::vector<Below> sides;
  for (const PartialOrder::Node& node : po.nodes) {
    if (node.kind == PartialOrder::Kind::Antichain || node.kind == PartialOrder::Kind::Chain) {
      sides.push_back(below_leaf(po, node));
      continue;
    }
    Below right = std::move(sides.back());
    sides.pop_back();
    sides.back() = both_sides(std::move(sides.back()), std::move(right), node.kind == PartialOrder::Kind::Parallel);
  }
  std::optional<MaskedRaces> found;
  if (sides.empty()) return found;
  for (const auto& [l, writers] : sides.back()) {
    if (!writers.race || writers.maximal.other) continue;
    if (!found) found.emplace();
    if (found->locations++ == 0 || l < found->first.l) found->first = {l, writers.race->first, writers.race->second, 0};
  }
  if (!found) return found;
  // One of them is not maximal, so there is a writer after it; the last of those is maximal.
  MaskedRace& race = found->first;
  const auto after_u = last_after(po, race.u, race.l);
  race.by = after_u ? *after_u : last_after(po, race.u_, race.l).value();
  return found;
}

}  // namespace coreecs
