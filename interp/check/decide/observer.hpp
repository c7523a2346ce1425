/// What the invocations of po_c(z) observed.
#pragma once

#include <unordered_map>

#include "interp/run/observation.hpp"
#include "semantics/order.hpp"

namespace coreecs {

/// Each invocation observed c after all that is before it.
class Observer {
 public:
  /// Refers to both arguments. Cost: the writes.
  Observer(const State& c, const PartialOrder& po);

  [[nodiscard]] std::vector<Location> locations(std::size_t v) const;
  /// What v observed at a location. Cost: at worst the square of the depth of z.
  [[nodiscard]] Cell observed(std::size_t v, const Location& l);
  /// What v observed at the locations that it queries.
  [[nodiscard]] std::vector<Observed> observation(std::size_t v);
  /// The invocations that write to a location, in their order. Precondition: there are any.
  [[nodiscard]] const std::vector<std::size_t>& writers(const Location& l) const { return writers_.at(l); }
  /// The first of `all` that is concurrent with v. Precondition: they ascend. Cost: likewise.
  [[nodiscard]] std::optional<std::size_t> concurrent_with(std::size_t v, std::span<const std::size_t> all);

  /// The number of nodes of z that were visited for all this.
  [[nodiscard]] std::size_t nodes() const { return nodes_; }

 private:
  /// The innermost node with both of them below it.
  [[nodiscard]] const SeriesParallel::Node& around(std::size_t u, std::size_t v);

  const State* c_;
  const PartialOrder* po_;
  std::unordered_map<Location, std::vector<std::size_t>> writers_;
  std::size_t nodes_ = 0;
};

}  // namespace coreecs
