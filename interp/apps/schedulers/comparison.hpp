/// Schedulers side by side: how long each takes for the same tasks, against bounds and the optimum; in words and in
/// JSON.
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
    std::optional<Executions> executions = {};  ///< where it was asked for
  };
  std::size_t workers = 1;
  LowerBounds bounds;
  std::optional<Optimum> optimum;  ///< where it was asked for
  std::vector<Row> rows;

  /// What ended a search or a count, other than their limit, if anything did.
  [[nodiscard]] std::optional<Cut> cut() const;
};

/// What is asked besides how long each takes.
struct Asked {
  std::uint64_t optimum_nodes = 0;    ///< of the search for the fastest schedule; 0: it is not searched for
  std::size_t executions_ideals = 0;  ///< by which executions are counted; 0: these are not looked at
};

/// What these schedulers do. A search that is cut short, by its limit, by memory or on request, leaves what is known.
/// Preconditions: as of Scheduler::plan. Cost: that of the simulations, and of what is asked.
[[nodiscard]] Comparison compared(const Tasks& tasks, std::size_t workers, std::span<const Scheduler> among,
                                  const Asked& asked);

/// How long each scheduler takes where durations are drawn.
struct Spread {
  const Scheduler* scheduler = nullptr;
  std::uint64_t least = 0, most = 0;
  double mean = 0;
  double over_bound = 0;       ///< the mean of its times divided by the greatest lower bound
  std::size_t fastest_in = 0;  ///< in so many draws no other one was faster
  std::size_t draws = 0;       ///< of so many
};
/// Of each of these schedulers, over so many draws, or those before it was interrupted. `draw` yields the tasks of the
/// k-th. Throws Interrupted where there is none. Precondition: draws > 0.
[[nodiscard]] std::vector<Spread> spreads(const std::function<Tasks(std::size_t k)>& draw, std::size_t draws,
                                          std::size_t workers, std::span<const Scheduler> among);

/// Times are counted in ticks, of which so many are a unit of the user's durations.
struct Clock {
  std::uint64_t ticks_per_unit = 1;

  /// "3", "0.25"
  [[nodiscard]] std::string operator()(std::uint64_t ticks) const;
};

/// Bounds, the optimum, and a line for each scheduler; of one alone also what runs when and where, what of the order it
/// does not keep, and what else it knows nothing of.
[[nodiscard]] std::string show(const Comparison& all, const Tasks& tasks, const std::string& title, const Clock& clock);
/// The same with everything of each scheduler.
[[nodiscard]] std::string json(const Comparison& all, const Tasks& tasks, const std::string& title, const Clock& clock);
[[nodiscard]] std::string show(const std::vector<Spread>& all, std::size_t draws, const Clock& clock);
[[nodiscard]] std::string json(const std::vector<Spread>& all, std::size_t draws, const std::string& title,
                               std::size_t workers, const Clock& clock);

}  // namespace coreecs::schedulers
