/// Bevy's reports of pairs of systems that conflict and have no order, as a log has them.
#pragma once

#include "interp/apps/importer/bevy_log.hpp"
#include "interp/apps/importer/import.hpp"

namespace coreecs::importer {

struct ReportedPair {
  TextPosition at;
  std::string first, second;    ///< the systems, with their sets: "a (in set S)"
  std::vector<std::string> on;  ///< what they conflict on; none: the world
};

struct BevyReport {
  TextPosition at;
  std::string schedule;  ///< empty if the log does not name it
  std::vector<ReportedPair> pairs;
};

/// The reports of a log in its order, with warnings about its other lines. Throws Unreadable at a line that should be a
/// pair and is none, and where the log hides names. Cost: the length of the log.
struct BevyReports {
  std::vector<BevyReport> all;
  std::vector<Warning> warnings;
};
[[nodiscard]] BevyReports reports_of(const BevyLog&);

}  // namespace coreecs::importer
