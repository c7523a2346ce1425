/// Whether the result depends on the order in which each seq visits its matches, which the paper leaves open (D1).
#pragma once

#include <set>

#include "interp/language/program/ending.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// Two match orders of one seq under which the reference run ends differently.
struct OrderWitness {
  Leaf leaf = 0;  ///< of the seq, counted over all frames
  std::string system;
  /// The only difference of the orders: two matches that are neighbours in both, u before v in the first.
  std::vector<Entity> u, v;
  std::vector<std::vector<Entity>> order, other_order;  ///< of all matches of that seq
  std::set<std::vector<Entity>> effective;              ///< those that change something in one of the two orders
  std::optional<Location> l;                            ///< where the ends differ, unless one is a run-time error
  Ending a, b;                                          ///< the two runs
};

struct MatchOrderVerdict {
  /// Whether z(c) is the same, up to renaming, for all total orders of the matches of its seqs.
  Answer independent = Answer::Unknown;
  std::size_t sensitive = 0;  ///< seqs of the reference run with an invocation that conflicts with another
  std::size_t adding_up = 0;  ///< those of them whose matches add up to the same in any order
  std::size_t explored = 0;   ///< configurations
  Cut cut = Cut::Limit;       ///< if it is unknown
  std::optional<OrderWitness> witness;
};

/// Decides whether z(c), over a number of frames, depends on match orders. Each seq takes any order of its matches,
/// independently of all other seqs, including those of the same system and of other frames. Everything else is as in
/// the reference run. A run-time error is an end of its own kind. The entities are those of `env`. Precondition: the
/// schedule is made of systems of the program. Cost: near-linear if no invocation of a seq reads or overwrites
/// differently what another one writes, unless they add up to the same; otherwise at most `limit` configurations (fewer
/// if large), at worst 2^n for n! orders.
[[nodiscard]] MatchOrderVerdict match_order(const Program& program, const Schedule& schedule, std::uint64_t frames,
                                            std::size_t limit, const Environment& env);

}  // namespace coreecs
