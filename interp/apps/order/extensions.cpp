#include "interp/apps/order/extensions.hpp"

#include "interp/apps/order/width.hpp"
#include "semantics/base/deep.hpp"

namespace coreecs {

namespace {

using boost::multiprecision::cpp_int;
using Kind = Composition::Kind;

cpp_int factorial(std::size_t n) {
  cpp_int product = 1;
  for (; n > 1; --n) product *= n;
  return product;
}

/// In how many ways sequences can be interleaved: n! / (n1! n2! ...).
cpp_int shuffles(const std::vector<std::size_t>& sizes) {
  cpp_int product = 1;
  std::size_t n = 0;
  for (const std::size_t size : sizes)
    for (std::size_t k = 1; k <= size; ++k) {
      product *= ++n;
      product /= k;
    }
  return product;
}

std::vector<std::size_t> sizes_of(const std::vector<Composition>& parts) {
  std::vector<std::size_t> sizes;
  sizes.reserve(parts.size());
  for (const Composition& part : parts) sizes.push_back(part.elements.size());
  return sizes;
}

/// Lower bound: a forest with as many elements below each one, n! / Π |{y ≤ x}|, and likewise upwards. Upper bound: the
/// chains, interleaved freely.
Bounds extension_bounds(const Dag& dag) {
  const cpp_int all = factorial(dag.size());
  cpp_int down = 1, up = 1;
  std::vector<std::size_t> chains;
  for (std::size_t x = 0; x < dag.size(); ++x) {
    down *= dag.below(x).count() + 1;
    up *= dag.above(x).count() + 1;
  }
  for (const auto& chain : width(dag).chains) chains.push_back(chain.size());
  const cpp_int& divisor = down < up ? down : up;
  return {(all + divisor - 1) / divisor, shuffles(chains)};
}

// [dag/extensions]  of I: 1 if I is all elements, else Σ of I ∪ {x}, over the ideals that are larger by one element
std::vector<cpp_int> completions(const Ideals& all) {
  std::vector<cpp_int> ways(all.sets.size());
  ways.back() = 1;
  for (std::size_t k = all.sets.size(); k-- > 0;)
    for (const Ideals::Step& step : all.steps[k]) ways[k] += ways[step.to];
  return ways;
}

Bounds extensions_of(const Dag& dag, const Composition& whole, std::size_t most, Poll poll) {
  if (whole.kind == Kind::Element) return {1, 1};
  if (whole.kind == Kind::Prime) {
    const Dag part = dag.among(whole.elements);
    const auto listed = ideals(part, most, poll);
    if (!listed) return extension_bounds(part);
    const cpp_int ways = completions(*listed).front();
    return {ways, ways};
  }
  const cpp_int orders = whole.kind == Kind::Parallel ? shuffles(sizes_of(whole.parts)) : cpp_int(1);
  Bounds all{orders, orders};
  for (const Composition& part : whole.parts) {
    const Bounds here = deep([&] { return extensions_of(dag, part, most, poll); });
    all = {all.least * here.least, all.most * here.most};
  }
  return all;
}

/// A random number below n, each equally likely: draws as many bits as n - 1 has until the number is below n.
cpp_int below(const cpp_int& n, const ExtensionSampler::Bits& bits) {
  const std::size_t length = n == 1 ? 0 : boost::multiprecision::msb(n - 1) + 1;
  while (true) {
    cpp_int number = 0;
    for (std::size_t drawn = 0; drawn < length; drawn += 64) number = number << 64 | bits();
    number >>= (length + 63) / 64 * 64 - length;
    if (number < n) return number;
  }
}

/// A random interleaving of sequences, each equally likely: each sequence supplies the next element with the
/// probability of its share of the remaining elements.
Extension shuffled(const std::vector<Extension>& sequences, const ExtensionSampler::Bits& bits) {
  std::size_t left = 0;
  for (const Extension& sequence : sequences) left += sequence.size();
  std::vector<std::size_t> taken(sequences.size());
  Extension all;
  for (; left > 0; --left) {
    auto number = static_cast<std::size_t>(below(left, bits)), k = std::size_t{0};
    for (; number >= sequences[k].size() - taken[k]; ++k) number -= sequences[k].size() - taken[k];
    all.push_back(sequences[k][taken[k]++]);
  }
  return all;
}

}  // namespace

// [dag/count-extensions]  #element = 1   #(P ⨟ Q) = #P #Q   #(P ∥ Q) = (|P| + |Q| choose |P|) #P #Q
//                         and of a prime part, as above
Bounds count_extensions(const Dag& dag, std::size_t most, Poll poll) {
  return extensions_of(dag, composition(dag), most, poll);
}

std::optional<ExtensionSampler> ExtensionSampler::of(const Dag& dag, std::size_t most) {
  Part whole{};
  if (!build(dag, composition(dag), most, whole)) return std::nullopt;
  return ExtensionSampler(std::move(whole));
}

Extension ExtensionSampler::operator()(const Bits& bits) const { return draw(whole_, bits); }

bool ExtensionSampler::build(const Dag& dag, const Composition& from, std::size_t most, Part& part) {
  part.kind = from.kind;
  part.elements = from.elements;
  if (from.kind == Kind::Prime) {
    auto listed = ideals(dag.among(from.elements), most);
    if (!listed) return false;
    part.completions = completions(*listed);
    part.ideals = *std::move(listed);
  }
  for (const Composition& each : from.parts)
    if (!deep([&] { return build(dag, each, most, part.parts.emplace_back()); })) return false;
  return true;
}

// [dag/sample]  of I: x next with the probability #(I ∪ {x}) / #I
Extension ExtensionSampler::draw(const Part& part, const Bits& bits) {
  if (part.kind == Kind::Element) return part.elements;
  std::vector<Extension> sequences;
  for (const Part& each : part.parts) sequences.push_back(deep([&] { return draw(each, bits); }));
  if (part.kind == Kind::Parallel) return shuffled(sequences, bits);
  Extension all;
  for (const Extension& sequence : sequences) all.insert(all.end(), sequence.begin(), sequence.end());
  if (part.kind == Kind::Prime)
    for (std::size_t k = 0; all.size() < part.elements.size();) {
      cpp_int number = below(part.completions[k], bits);
      for (const Ideals::Step& step : part.ideals.steps[k]) {
        if (number < part.completions[step.to]) {
          all.push_back(part.elements[step.element]);
          k = step.to;
          break;
        }
        number -= part.completions[step.to];
      }
    }
  return all;
}

}  // namespace coreecs
