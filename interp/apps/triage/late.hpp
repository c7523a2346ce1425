/// [triage/stale] [queue/late] Executions in which a reader is one frame late (specs/explanation/triage.md).
#pragma once

#include "interp/apps/triage/independence.hpp"
#include "interp/apps/triage/stale.hpp"

namespace coreecs::triage {

/// What a search for such executions has found.
struct FoundLate {
  std::optional<StaleRead> read = {};     ///< in the first one; none: in none of those that were tried
  std::vector<std::size_t> writers = {};  ///< of an event: those whose events come too late in some of them
  bool complete = true;                   ///< all executions were tried, as far as that was needed
};

/// Searches executions for those in which a reader is late. Refers to its arguments.
class LateSearch {
 public:
  /// `limit` configurations for all calls together.
  LateSearch(const Setting& setting, const Plan& plan, std::size_t limit);

  /// First performs the app with the reader as early as possible and the other systems as inserted. Then tries all
  /// executions, each configuration once. Performs a system as soon as possible if its place matters neither to the
  /// reader, nor to its writers, nor to any other system. Precondition: the reader and the writers have bodies. Cost:
  /// exponential at worst.
  [[nodiscard]] FoundLate operator()(const Stale& candidate);

 private:
  const Setting& setting_;
  const Plan& plan_;
  std::size_t left_;
  Independence conflicts_;
};

}  // namespace coreecs::triage
