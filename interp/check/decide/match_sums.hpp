/// Matches of a seq that add up to the same in whatever order they are visited.
#pragma once

#include "interp/check/decide/match_groups.hpp"
#include "interp/language/program/accumulation.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// What is known of the systems of a program that do nothing but accumulate.
class Accumulations {
 public:
  /// The program must outlive it. Cost: its systems.
  explicit Accumulations(const Program&);

  /// Those of these matches of a seq at c, in their order, whose visit may come to something else before some others
  /// than after them. Each of those left out does x ↦ min(hi, max(lo, x + d)), x ∧ d or the like to each part of what
  /// it writes, d, lo and hi being the same at whatever state, and what the others do to that part commutes with it
  /// (interp/check/decide/match_moves.hpp). Of systems of which nothing is known, all of them. Cost: an invocation for
  /// each.
  [[nodiscard]] std::vector<std::size_t> order_matters(const SeriesParallel::Node& seq, const State& c,
                                                       const std::vector<EntityVector>& matches,
                                                       std::vector<std::size_t> numbers, const Environment& env) const;

 private:
  struct Known {
    std::vector<Accumulated> all;
    System told;
  };
  const Schema& schema_;
  std::map<std::string, Known> by_system_;
};

}  // namespace coreecs
