#include "interp/apps/triage/series.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "interp/apps/order/ideals.hpp"
#include "semantics/base/deep.hpp"

namespace coreecs::triage {

namespace {

using Elements = std::vector<std::size_t>;
using Kind = Composition::Kind;

/// A part of the order, made series-parallel, and how many pairs this orders.
struct Made {
  std::size_t pairs = 0;
  Composition order;
};

/// Composes parts, and merges nested Series or Parallel.
Composition composed(Kind kind, std::vector<Composition> parts) {
  Composition all{kind, {}, {}};
  for (Composition& part : parts) {
    all.elements.insert(all.elements.end(), part.elements.begin(), part.elements.end());
    if (part.kind == kind)
      std::move(part.parts.begin(), part.parts.end(), std::back_inserter(all.parts));
    else
      all.parts.push_back(std::move(part));
  }
  std::sort(all.elements.begin(), all.elements.end());
  return all;
}

class Maker {
 public:
  Maker(const Dag& order, std::size_t most) : order_(order), left_(most) {}

  /// Nothing if that takes too many parts.
  std::optional<Made> fewest(const Elements& elements) {
    if (const auto known = made_.find(elements); known != made_.end()) return known->second;
    if (left_ == 0) return std::nullopt;
    --left_;
    auto made = taken_apart(
        elements, [&](const Elements& part) { return fewest(part); },
        [&](const Elements& part) { return cut_best(part); });
    if (made) made_.emplace(elements, *made);
    return made;
  }

  Made greedy(const Elements& elements) const {
    return *taken_apart(
        elements, [&](const Elements& part) { return std::optional(greedy(part)); },
        [&](const Elements& part) { return std::optional(cut_at_once(part)); });
  }

 private:
  /// Decomposes down to prime parts.
  template <class Part, class Prime>
  std::optional<Made> taken_apart(const Elements& elements, const Part& of_part, const Prime& of_prime) const {
    if (elements.size() == 1) return Made{0, {Kind::Element, elements, {}}};
    const Composition composition = coreecs::composition(order_.among(elements));
    if (composition.kind == Kind::Prime) return of_prime(elements);
    Made all;
    std::vector<Composition> parts;
    for (const Composition& part : composition.parts) {
      Elements in_part;
      for (const std::size_t k : part.elements) in_part.push_back(elements[k]);
      std::optional<Made> made = deep([&] { return of_part(in_part); });
      if (!made) return std::nullopt;
      all.pairs += made->pairs;
      parts.push_back(std::move(made->order));
    }
    all.order = composed(composition.kind, std::move(parts));
    return all;
  }

  struct Cut {
    Elements first, second;
    std::size_t pairs;  ///< that it orders
  };
  [[nodiscard]] Cut cut(const Elements& elements, const Subset& ideal) const {
    Cut cut{{}, {}, 0};
    for (std::size_t k = 0; k < elements.size(); ++k) (ideal.test(k) ? cut.first : cut.second).push_back(elements[k]);
    for (const std::size_t x : cut.first)
      for (const std::size_t z : cut.second) cut.pairs += order_.less(x, z) ? 0 : 1;
    return cut;
  }

  std::optional<Made> cut_best(const Elements& elements) {
    const auto all = ideals(order_.among(elements), left_);
    if (!all) return std::nullopt;
    std::optional<Made> best;
    for (std::size_t k = 1; k + 1 < all->sets.size(); ++k) {
      const Cut at = cut(elements, all->sets[k]);
      if (best && at.pairs >= best->pairs) continue;
      const std::optional<Made> first = fewest(at.first), second = fewest(at.second);
      if (!first || !second) return std::nullopt;
      const std::size_t pairs = at.pairs + first->pairs + second->pairs;
      if (!best || pairs < best->pairs) best = Made{pairs, composed(Kind::Series, {first->order, second->order})};
    }
    return best;
  }

  /// Among the cuts along one linear extension, the one that orders the smallest share of the pairs across it.
  [[nodiscard]] Made cut_at_once(const Elements& elements) const {
    const Dag among = order_.among(elements);
    Subset done(elements.size());
    std::optional<Cut> best;
    for (std::size_t k = 0; k + 1 < elements.size(); ++k) {
      done.set(among.in_order()[k]);
      Cut at = cut(elements, done);
      const auto between = [](const Cut& one) { return one.first.size() * one.second.size(); };
      if (!best || at.pairs * between(*best) < best->pairs * between(at)) best = std::move(at);
    }
    Made first = greedy(best->first), second = greedy(best->second);
    return {best->pairs + first.pairs + second.pairs,
            composed(Kind::Series, {std::move(first.order), std::move(second.order)})};
  }

  const Dag& order_;
  std::size_t left_;
  std::map<Elements, Made> made_;
};

/// Adds all pairs that a composition orders.
void say(const Composition& order, Digraph& all) {
  for (const Composition& part : order.parts) deep([&] { say(part, all); });
  if (order.kind != Kind::Series) return;
  for (std::size_t k = 1; k < order.parts.size(); ++k)
    for (const std::size_t x : order.parts[k - 1].elements)
      for (const std::size_t z : order.parts[k].elements) all.add(x, z);
}

}  // namespace

Series series_parallel(const Dag& order, std::size_t most) {
  Series series;
  if (order.size() == 0) {
    series.order = coreecs::composition(order);
    return series;
  }
  Elements all;
  for (std::size_t x = 0; x < order.size(); ++x) all.push_back(x);
  Maker maker(order, most);
  std::optional<Made> made = maker.fewest(all);
  series.fewest = made.has_value();
  if (!made) made = maker.greedy(all);
  series.order = std::move(made->order);
  series.pairs = made->pairs;
  Digraph said(order.size());
  say(series.order, said);
  const Dag closed = std::get<Dag>(Dag::of(std::move(said)));
  for (const Edge& edge : closed.reduction())
    if (!order.less(edge.before, edge.after)) series.added.push_back(edge);
  return series;
}

}  // namespace coreecs::triage
