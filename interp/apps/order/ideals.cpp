#include "interp/apps/order/ideals.hpp"

#include <fmt/format.h>

#include <boost/functional/hash.hpp>
#include <unordered_map>

#include "interp/apps/order/width.hpp"
#include "semantics/base/deep.hpp"

namespace coreecs {

namespace {

using boost::multiprecision::cpp_int;
using Kind = Composition::Kind;

/// Surely more than `most`: each subset of an antichain is the set of maxima of a different ideal.
bool too_wide(std::size_t width, std::size_t most) { return width >= 64 || std::size_t{1} << width > most; }

/// At least: 2^|A| for a largest antichain A, with all below it present and none above it, and one more for each other
/// element. At most: the chains, independent of each other.
Bounds bounds(const Dag& dag) {
  const Width w = width(dag);
  const std::size_t k = w.antichain.size();
  Bounds found{(cpp_int(1) << k) + (dag.size() - k), 1};
  for (const auto& chain : w.chains) found.most *= chain.size() + 1;
  return found;
}

Bounds counted(const Dag& dag, const Composition& whole, std::size_t most, Poll poll) {
  Bounds all{1, 1};
  switch (whole.kind) {
    case Kind::Element:
      return {2, 2};
    case Kind::Prime: {
      const Dag part = dag.among(whole.elements);
      const auto listed = ideals(part, most, poll);
      return listed ? Bounds{listed->sets.size(), listed->sets.size()} : bounds(part);
    }
    case Kind::Series:
      for (const Composition& part : whole.parts) {
        const Bounds here = deep([&] { return counted(dag, part, most, poll); });
        all = {all.least + here.least - 1, all.most + here.most - 1};
      }
      return all;
    case Kind::Parallel:
      for (const Composition& part : whole.parts) {
        const Bounds here = deep([&] { return counted(dag, part, most, poll); });
        all = {all.least * here.least, all.most * here.most};
      }
      return all;
  }
  return all;
}

/// All digits of a number that people can read, else three.
std::string show(const cpp_int& number) {
  constexpr std::size_t readable = 15;
  std::string digits = number.str();
  if (digits.size() <= readable) return digits;
  std::size_t exponent = digits.size() - 1;
  int first = std::stoi(digits.substr(0, 3)) + (digits[3] >= '5' ? 1 : 0);
  if (first == 1000) {
    first = 100;
    ++exponent;
  }
  return fmt::format("{}.{:02}e{}", first / 100, first % 100, exponent);
}

}  // namespace

std::string show(const Bounds& bounds) {
  return bounds.exact() ? show(bounds.least) : fmt::format("between {} and {}", show(bounds.least), show(bounds.most));
}

// [dag/ideals]  I with x ∈ I and y < x ⟹ y ∈ I;  I ∪ {x} is an ideal if x ∉ I, and y ∈ I for each y < x
std::optional<Ideals> ideals(const Dag& dag, std::size_t most, Poll poll) {
  const std::size_t n = dag.size();
  if (too_wide(width(dag).antichain.size(), most)) return std::nullopt;
  std::vector<std::vector<std::size_t>> covers(n);
  for (const Edge& edge : dag.reduction()) covers[edge.before].push_back(edge.after);
  Subset minimal(n);
  for (std::size_t x = 0; x < n; ++x) minimal.set(x, dag.below(x).none());
  Ideals all;
  std::vector<Subset> next = {minimal};  // of each ideal: the elements that can be added
  std::unordered_map<Subset, std::size_t, boost::hash<Subset>> index;
  all.sets.emplace_back(n);
  for (std::size_t k = 0; k < all.sets.size(); ++k) {
    poll();
    std::vector<Ideals::Step>& steps = all.steps.emplace_back();
    for (const std::size_t x : members(next[k])) {
      Subset larger = all.sets[k];
      larger.set(x);
      const auto [at, is_new] = index.try_emplace(larger, all.sets.size());
      steps.push_back({x, at->second});
      if (!is_new) continue;
      if (all.sets.size() == most) return std::nullopt;
      Subset here = next[k];
      here.reset(x);
      for (const std::size_t y : covers[x]) here.set(y, dag.below(y).is_subset_of(larger));
      next.push_back(std::move(here));
      all.sets.push_back(std::move(larger));
    }
  }
  return all;
}

// [dag/count-ideals]  #element = 2   #(P ⨟ Q) = #P + #Q - 1   #(P ∥ Q) = #P #Q  and of a prime part, by listing
Bounds count_ideals(const Dag& dag, std::size_t most, Poll poll) { return counted(dag, composition(dag), most, poll); }

}  // namespace coreecs
