/// Schedulers side by side: how long each takes for the same tasks, against bounds and the optimum; as text and JSON.
#pragma once

#include <functional>

#include "interp/apps/schedulers/executions.hpp"
#include "interp/apps/schedulers/makespan.hpp"

namespace coreecs::schedulers {

struct Comparison {
  struct Row {
    const Scheduler* scheduler;
    Plan plan;
    Timeline timeline;
    std::optional<Executions> executions = {};  ///< if requested
  };
  std::size_t workers = 1;
  LowerBounds bounds;
  std::optional<Optimum> optimum;  ///< if requested
  std::vector<Row> rows;

  /// What stopped a search or a count, other than its own limit, if anything did.
  [[nodiscard]] std::optional<Cut> cut() const;
};

/// What to compute besides the time that each scheduler takes.
struct Asked {
  std::uint64_t optimum_nodes = 0;    ///< of the search for the fastest schedule; 0: no search
  std::size_t executions_ideals = 0;  ///< the limit for counting executions; 0: do not count them
};

/// What these schedulers do. A search that is cut short, by its limit, by memory or on request, keeps its results so
/// far. Preconditions: as of Scheduler::plan. Cost: that of the simulations, and of the requested searches.
[[nodiscard]] Comparison compared(const Tasks& tasks, std::size_t workers, std::span<const Scheduler> among,
                                  const Asked& asked);

/// How long one scheduler takes when durations are drawn.
struct Spread {
  const Scheduler* scheduler = nullptr;
  std::uint64_t least = 0, most = 0;
  double mean = 0;
  double over_bound = 0;       ///< the mean of its times divided by the greatest lower bound
  std::size_t fastest_in = 0;  ///< the number of draws in which no other scheduler was faster
  std::size_t draws = 0;       ///< the number of all draws
};
/// The spread of each scheduler over this many draws, or over those completed before an interruption. `draw` yields the
/// tasks of the k-th draw. Throws Interrupted if none was completed. Precondition: draws > 0.
[[nodiscard]] std::vector<Spread> spreads(const std::function<Tasks(std::size_t k)>& draw, std::size_t draws,
                                          std::size_t workers, std::span<const Scheduler> among);

/// Times are counted in ticks. This is how many make one unit of the user's durations.
struct Clock {
  std::uint64_t ticks_per_unit = 1;

  /// "3", "0.25"
  [[nodiscard]] std::string operator()(std::uint64_t ticks) const;
};

/// Bounds, the optimum, and a line for each scheduler. For a single scheduler also when and where jobs run, which edges
/// of the order it does not keep, and its notes.
[[nodiscard]] std::string show(const Comparison& all, const Tasks& tasks, const std::string& title, const Clock& clock);
/// The same with all details of each scheduler.
[[nodiscard]] std::string json(const Comparison& all, const Tasks& tasks, const std::string& title, const Clock& clock);
[[nodiscard]] std::string show(const std::vector<Spread>& all, std::size_t draws, const Clock& clock);
[[nodiscard]] std::string json(const std::vector<Spread>& all, std::size_t draws, const std::string& title,
                               std::size_t workers, const Clock& clock);

}  // namespace coreecs::schedulers
