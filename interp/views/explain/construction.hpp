/// Theorem 4.7 as a derivation: what each case shows for each sub-schedule.
#pragma once

#include <map>

#include "interp/fast/overlap.hpp"
#include "interp/views/explain/explain.hpp"

namespace coreecs {

/// What the theorem shows for a sub-schedule at the state that it observes.
struct ShownNode {
  int number = 0;  ///< of the case
  bool safe = true;
  std::string why;           ///< "both sides are"
  const char* rule = "";     ///< "construction/then"
  std::size_t observes = 0;  ///< the number of its observed state
};

class Construction {
 public:
  /// Cost: the writes, for each level of the schedule.
  explicit Construction(const Explained& explained);
  /// The result for a node of the table of po_c(z).
  [[nodiscard]] const ShownNode& operator[](std::size_t node) const { return shown_[node]; }

 private:
  using Influence = std::map<Location, std::size_t>;  ///< each location with an invocation that affects it

  [[nodiscard]] Influence leaf(const SeriesParallel::Node& node, ShownNode& shown) const;
  [[nodiscard]] Influence join(const SeriesParallel::Node& node, Influence left, Influence right,
                               ShownNode& shown) const;
  [[nodiscard]] std::string sets(const SeriesParallel::Node& conc) const;
  [[nodiscard]] std::string set(const Influence&) const;
  [[nodiscard]] std::string both_influence(std::size_t u, std::size_t v, const Location& l) const;

  const PartialOrder& po_;
  const Notation& notation_;
  std::size_t most_;
  std::vector<ShownNode> shown_;
};

}  // namespace coreecs
