#include "interp/check/decide/count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/config.hpp>

#include "interp/fast/count.hpp"

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;

using boost::multiprecision::cpp_int;

/// A natural number in decimal, 15 digits to a limb, the lowest limb first. It is multiplied as a polynomial whose
/// coefficients are 128 bits apart in one long binary number. So it is never converted.
class Decimal {
 public:
  explicit Decimal(std::uint64_t limb) : limbs_{limb} {}  ///< Precondition: limb < 10^15

  friend Decimal operator*(const Decimal& a, const Decimal& b) {
    std::vector<std::uint64_t> halves;  // of the coefficients
    export_bits(cpp_int(a.packed() * b.packed()), std::back_inserter(halves), 64, false);
    Decimal product(0);
    product.limbs_.resize(a.limbs_.size() + b.limbs_.size());
    halves.resize(2 * product.limbs_.size());
    boost::uint128_type carry = 0;
    for (std::size_t j = 0; j < product.limbs_.size(); ++j) {
      carry += static_cast<boost::uint128_type>(halves[2 * j + 1]) << 64 | halves[2 * j];
      product.limbs_[j] = static_cast<std::uint64_t>(carry % base);
      carry /= base;
    }
    if (product.limbs_.back() == 0) product.limbs_.pop_back();
    return product;
  }

  [[nodiscard]] std::string digits() const {
    std::string digits = std::to_string(limbs_.back());
    for (std::size_t j = limbs_.size() - 1; j-- > 0;) digits += fmt::format("{:015}", limbs_[j]);
    return digits;
  }

 private:
  static constexpr std::uint64_t base = 1'000'000'000'000'000;

  [[nodiscard]] cpp_int packed() const {
    std::vector<std::uint64_t> halves(2 * limbs_.size());
    for (std::size_t j = 0; j < limbs_.size(); ++j) halves[2 * j] = limbs_[j];
    cpp_int number;
    import_bits(number, halves.begin(), halves.end(), 64, false);
    return number;
  }

  std::vector<std::uint64_t> limbs_;
};

/// The product of numbers, halved recursively so that factors have similar lengths.
Decimal product(const std::vector<std::uint64_t>& factors, std::size_t begin, std::size_t end) {
  if (end - begin == 1) return Decimal(factors[begin]);
  const std::size_t middle = begin + (end - begin) / 2;
  return product(factors, begin, middle) * product(factors, middle, end);
}

/// [order/count] as a product of primes: the exponent of each. Every clause of the count multiplies or divides by some
/// of 1, 2, ..., n, one by one.
std::vector<std::int64_t> exponents(const PartialOrder& po) {
  std::vector<std::int64_t> steps(po.size() + 2);  // the exponent of m minus that of m - 1
  const auto times = [&](std::size_t first, std::size_t last, int sign) {
    steps[first] += sign;
    steps[last + 1] -= sign;
  };
  for (const SeriesParallel::Node& node : po.z.nodes) switch (node.kind) {
      case Kind::Conc:
        times(1, node.end - node.begin, 1);
        break;
      case Kind::Seq:
      case Kind::Then:
        break;
      case Kind::Par: {
        const std::size_t left = po.z.nodes[node.left].end - node.begin;
        times(node.end - po.z.nodes[node.left].end + 1, node.end - node.begin, 1);
        times(1, left, -1);
        break;
      }
    }
  std::vector<std::int64_t> exponent(po.size() + 1);
  for (std::size_t m = 1; m < exponent.size(); ++m) exponent[m] = exponent[m - 1] + steps[m];

  std::vector<std::size_t> divisor(exponent.size());  // the least prime divisor
  for (std::size_t p = 2; p < divisor.size(); ++p) {
    if (divisor[p] != 0) continue;
    for (std::size_t m = p; m < divisor.size(); m += p)
      if (divisor[m] == 0) divisor[m] = p;
  }
  for (std::size_t m = exponent.size(); m-- > 2;)
    if (divisor[m] != m) {
      exponent[divisor[m]] += exponent[m];
      exponent[m / divisor[m]] += exponent[m];
      exponent[m] = 0;
    }
  return exponent;
}

}  // namespace

std::string shown_count(const PartialOrder& po) {
  const auto rounded = fast::linearizations_rounded(po);
  if (rounded < boost::multiprecision::cpp_dec_float_50("1e10000")) return fast::linearizations(po).str();
  std::string digits = rounded.str(2, std::ios_base::scientific);
  digits.erase(std::remove(digits.begin(), digits.end(), '+'), digits.end());
  return digits;
}

// Square and multiply: from the highest bit on, multiplies by the primes whose exponent has the bit.
std::string exact_count(const PartialOrder& po) {
  const std::vector<std::int64_t> exponent = exponents(po);
  const std::int64_t largest = *std::max_element(exponent.begin(), exponent.end());
  Decimal number(1);
  for (int bit = 63; bit-- > 0;) {
    if (largest >> bit == 0) continue;
    std::vector<std::uint64_t> primes;
    for (std::size_t p = 2; p < exponent.size(); ++p)
      if (exponent[p] >> bit & 1) primes.push_back(p);
    number = number * number;
    if (!primes.empty()) number = number * product(primes, 0, primes.size());
  }
  return number.digits();
}

}  // namespace coreecs
