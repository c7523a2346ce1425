/// Random numbers that are the same on every machine and with every compiler.
#pragma once

#include <cstdint>

namespace coreecs {

/// A stream of random numbers: SplitMix64 (Steele, Lea, Flood; OOPSLA 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  /// The `number`-th stream of a seed. All streams of a seed are different and independent.
  Random(std::uint64_t seed, std::uint64_t number) : state_(mixed(mixed(seed + step) + number)) {}

  std::uint64_t operator()() { return mixed(state_ += step); }
  /// A number below n, each with the same probability. Precondition: n > 0.
  std::uint64_t below(std::uint64_t n) {
    const std::uint64_t surplus = (0 - n) % n;  // 2^64 mod n numbers are drawn again, so that none is favoured
    std::uint64_t x = (*this)();
    while (x < surplus) x = (*this)();
    return x % n;
  }
  /// A number from lo to hi, each with the same probability. Precondition: lo <= hi.
  std::int64_t between(std::int64_t lo, std::int64_t hi) {
    const std::uint64_t span = static_cast<std::uint64_t>(hi) - static_cast<std::uint64_t>(lo);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(lo) +
                                     (span == UINT64_MAX ? (*this)() : below(span + 1)));
  }
  /// True with probability 1/n. Precondition: n > 0.
  bool one_in(std::uint64_t n) { return below(n) == 0; }

 private:
  static constexpr std::uint64_t step = 0x9E3779B97F4A7C15;
  static std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return x ^ (x >> 31);
  }

  std::uint64_t state_;
};

}  // namespace coreecs
