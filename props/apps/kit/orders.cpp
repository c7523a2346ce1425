#include "props/apps/kit/orders.hpp"

#include <algorithm>
#include <numeric>

#include "props/kit/generate.hpp"
#include "props/kit/prop.hpp"
#include "semantics/base/deep.hpp"

namespace coreecs {

namespace {

/// Says of each two elements of the ranges that the one of the first range comes first.
void all_before(Digraph& said, std::size_t begin, std::size_t middle, std::size_t end) {
  for (std::size_t x = begin; x < middle; ++x)
    for (std::size_t y = middle; y < end; ++y) said.add(x, y);
}

/// Composes the elements of a range in series and in parallel, at random.
void series_parallel(Digraph& said, Dice& dice, std::size_t begin, std::size_t end) {
  if (end - begin < 2) return;
  const std::size_t middle = begin + 1 + dice.below(end - begin - 1);
  series_parallel(said, dice, begin, middle);
  series_parallel(said, dice, middle, end);
  if (dice.percent(50)) all_before(said, begin, middle, end);
}

Digraph renumbered(const Digraph& said, Dice& dice) {
  std::vector<std::size_t> number(said.size());
  std::iota(number.begin(), number.end(), 0);
  for (std::size_t k = number.size(); k > 1; --k) std::swap(number[k - 1], number[dice.below(k)]);
  Digraph other(said.size());
  for (const Edge& edge : said.edges()) other.add(number[edge.before], number[edge.after]);
  return other;
}

/// The first part that is not taken apart.
const Composition* prime(const Composition& whole) {
  if (whole.kind == Composition::Kind::Prime) return &whole;
  for (const Composition& part : whole.parts)
    if (const Composition* found = deep([&] { return prime(part); })) return found;
  return nullptr;
}

/// Adds all the elements that may follow an order ideal, one after the other; false when `visit` has had enough.
bool extend(const Dag& dag, const std::function<bool(const Extension&)>& visit, Subset& done, Extension& order) {
  if (order.size() == dag.size()) return visit(order);
  for (std::size_t x = 0; x < dag.size(); ++x) {
    if (done.test(x) || !dag.below(x).is_subset_of(done)) continue;
    done.set(x);
    order.push_back(x);
    if (!extend(dag, visit, done, order)) return false;
    order.pop_back();
    done.reset(x);
  }
  return true;
}

}  // namespace

Digraph any_digraph(std::size_t most) {
  Digraph said(*rc::gen::inRange<std::size_t>(0, most + 1));
  if (said.size() == 0) return said;
  const auto element = rc::gen::inRange<std::size_t>(0, said.size());
  for (const auto& [x, y] :
       *rc::gen::container<std::vector<std::pair<std::size_t, std::size_t>>>(rc::gen::pair(element, element)))
    said.add(x, y);
  return said;
}

Dag any_dag(std::size_t most) {
  Dice dice = any_dice();
  const std::size_t least = dice.percent(60) ? most / 2 : 0;
  const std::size_t n = *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(least, most + 1));
  Digraph said(n);
  const std::size_t kind = dice.below(4), first = dice.below(n + 1), second = first + dice.below(n + 1 - first);
  if (kind == 0) series_parallel(said, dice, 0, n);
  if (kind == 1) {
    all_before(said, 0, first, second);
    all_before(said, first, second, n);
  }
  if (kind > 1)  // any edges, or those between two levels only
    for (std::size_t x = 0; x < (kind == 2 ? n : n / 2); ++x)
      for (std::size_t y = kind == 2 ? x + 1 : n / 2; y < n; ++y)
        if (dice.percent(40)) said.add(x, y);
  return std::get<Dag>(Dag::of(renumbered(said, dice)));
}

std::vector<std::vector<std::size_t>> all_extensions(const Dag& dag) {
  std::vector<std::vector<std::size_t>> all;
  std::vector<std::size_t> order(dag.size());
  std::iota(order.begin(), order.end(), 0);
  do {
    bool extends = true;
    for (std::size_t k = 0; k < order.size(); ++k)
      for (std::size_t j = 0; j < k; ++j) extends = extends && !dag.less(order[k], order[j]);
    if (extends) all.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return all;
}

std::vector<Subset> all_ideals(const Dag& dag) {
  std::vector<Subset> all;
  for (unsigned long bits = 0; bits < 1UL << dag.size(); ++bits) {
    const Subset set(dag.size(), bits);
    const std::vector<std::size_t> in = members(set);
    if (std::all_of(in.begin(), in.end(), [&](std::size_t x) { return dag.below(x).is_subset_of(set); }))
      all.push_back(set);
  }
  return all;
}

bool refines(const Dag& dag, const Dag& other) {
  for (std::size_t x = 0; x < dag.size(); ++x)
    if (!other.above(x).is_subset_of(dag.above(x))) return false;
  return true;
}

void for_each_extension(const Dag& dag, const std::function<bool(const Extension&)>& visit) {
  Subset done(dag.size());
  Extension order;
  extend(dag, visit, done, order);
}

// P is series-parallel where it has no a < c > b < d with a ∥ b, c ∥ d, a ∥ d
std::optional<N> forbidden_n(const Dag& dag) {
  const Composition whole = composition(dag);
  const Composition* part = prime(whole);
  if (!part) return std::nullopt;
  Subset here(dag.size());
  for (const std::size_t x : part->elements) here.set(x);
  for (const std::size_t b : part->elements)
    for (const std::size_t c : members(dag.above(b) & here)) {
      const Subset beside_b = (dag.below(c) & here) - dag.below(b) - dag.above(b);
      const Subset beside_c = (dag.above(b) & here) - dag.below(c) - dag.above(c);
      for (const std::size_t a : members(beside_b)) {
        if (a == b) continue;
        for (const std::size_t d : members(beside_c - dag.above(a)))
          if (d != c) return N{a, b, c, d};
      }
    }
  return std::nullopt;  // not reached: what is connected, and whose complement is, has an N
}

}  // namespace coreecs
