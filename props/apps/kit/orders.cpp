#include "props/apps/kit/orders.hpp"

#include <algorithm>
#include <numeric>

#include "props/kit/generate.hpp"
#include "props/kit/prop.hpp"

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

}  // namespace coreecs
