/// Matches of a seq whose order cannot matter: groups that cannot conflict, and those that add up to the same in any
/// order.
#pragma once

#include "interp/language/program/accumulation.hpp"
#include "interp/language/program/program.hpp"
#include "semantics/series_parallel.hpp"
#include "semantics/state.hpp"

namespace coreecs {

using EntityVector = std::vector<Entity>;

/// The numbers of these matches of a seq at c, in groups, the smallest first. In any order of visits, no match
/// observes, or overwrites differently, what a match of another group writes. If the effects of the system are unknown,
/// there is one group. Cost: up to eight times what they observe and may write; an invocation for each.
[[nodiscard]] std::vector<std::vector<std::size_t>> independent_groups(const SeriesParallel::Node& seq, const State& c,
                                                                       const std::vector<EntityVector>& matches,
                                                                       std::vector<std::size_t> numbers,
                                                                       const Environment& env);

/// The systems of a program that only accumulate.
class Accumulations {
 public:
  /// The program must outlive it. Cost: its systems.
  explicit Accumulations(const Program&);

  /// Those of these matches of a seq at c, in their order, whose result may depend on the order of visits. Each match
  /// that is left out does x ↦ min(hi, max(lo, x + d)), x ∧ d or the like to each part of what it writes. There d, lo
  /// and hi do not depend on the state, and the updates of the others commute with it
  /// (interp/check/decide/match_moves.hpp). If the system is not known to accumulate, all of them. Cost: an invocation
  /// for each.
  [[nodiscard]] std::vector<std::size_t> order_matters(const SeriesParallel::Node& seq, const State& c,
                                                       const std::vector<EntityVector>& matches,
                                                       std::vector<std::size_t> numbers, const Environment& env) const;

 private:
  struct Known {
    std::vector<Accumulated> all;
    System recording;
  };
  const Schema& schema_;
  std::map<std::string, Known> by_system_;
};

}  // namespace coreecs
