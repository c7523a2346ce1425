/// Schedulers side by side: how long each takes for the same tasks, against bounds and the optimum; in words and in
/// JSON.
#pragma once

#include "interp/schedulers/makespan.hpp"

namespace coreecs::schedulers {

struct Comparison {
  struct Row {
    const Scheduler* scheduler;
    Plan plan;
    Timeline timeline;
  };
  std::size_t workers = 1;
  LowerBounds bounds;
  std::optional<Optimum> optimum;  ///< where it was asked for
  std::vector<Row> rows;
};

/// What these schedulers do. Preconditions: as of Scheduler::plan. Cost: that of the simulations, and of the optimum.
[[nodiscard]] Comparison compared(const Tasks& tasks, std::size_t workers, std::span<const Scheduler> among,
                                  bool with_optimum);

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

}  // namespace coreecs::schedulers
