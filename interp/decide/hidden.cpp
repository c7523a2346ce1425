#include "interp/decide/hidden.hpp"

#include <unordered_map>

namespace coreecs {

namespace {

/// What an invocation leaves at a location, and a maximal one of the writers after it, if there are any.
struct Written {
  std::size_t u = 0;
  std::optional<Value> leaves;
  std::optional<std::size_t> by;
};

/// Some writes, as far as it matters: one, and another that leaves a different value, if there is one.
struct Some {
  std::optional<Written> one, other;

  void add(const std::optional<Written>& write) {
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
  void overwritten(std::size_t by) {
    if (one) one->by = by;
    if (other) other->by = by;
  }
};

/// Two concurrent writers that differ, and a maximal one of the writers after one of them, if there are any.
struct Race {
  std::size_t u, u_;
  std::optional<std::size_t> by;
};

/// The writers of a location below a node of the order: all, and the maximal ones.
struct Writers {
  Some all, maximal;
  std::optional<Race> race;
};

Writers in_series(const Writers& left, const Writers& right) {
  Writers both{left.all, right.maximal, left.race};
  const std::size_t by = right.maximal.one->u;
  both.all.overwritten(by);
  if (both.race) both.race->by = by;
  both.all.add(right.all);
  if (!both.race) both.race = right.race;
  return both;
}

Writers in_parallel(const Writers& left, const Writers& right) {
  Writers both = left;
  both.all.add(right.all);
  both.maximal.add(right.maximal);
  if (!both.race) both.race = right.race;
  for (const auto& x : {left.all.one, left.all.other})
    for (const auto& y : {right.all.one, right.all.other})
      if (!both.race && x && y && !(x->leaves == y->leaves)) both.race = Race{x->u, y->u, x->by ? x->by : y->by};
  return both;
}

Writers joined(const Writers& left, const Writers& right, bool parallel) {
  return parallel ? in_parallel(left, right) : in_series(left, right);
}

using Below = std::unordered_map<Location, Writers>;

Below below_leaf(const PartialOrder& po, const PartialOrder::Node& node) {
  Below below;
  for (std::size_t u = node.begin; u < node.end; ++u)
    for (const auto& [l, leaves] : po.invocations[u].m.writes()) {
      const Some write{Written{u, leaves, {}}, {}};
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
    // The two are not both maximal, for then the maximal ones would differ: so there is a writer after one.
    if (found->locations++ == 0 || l < found->first.l)
      found->first = {l, writers.race->u, writers.race->u_, writers.race->by.value()};
  }
  return found;
}

}  // namespace coreecs
