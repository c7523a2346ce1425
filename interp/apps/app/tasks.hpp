/// Apps as schedulers see them.
#pragma once

#include <cstdint>

#include "interp/apps/app/app.hpp"
#include "interp/apps/schedulers/tasks.hpp"

namespace coreecs::app {

/// Which duration systems take, between their declared least and most.
struct Timing {
  enum class Take { Middle, Least, Most, Random };

  Take take = Take::Middle;
  std::uint64_t seed = 1;             ///< of Random: every duration between the two is equally likely
  Duration undeclared = {};           ///< of a system without a declared duration
  bool systems_may_be_split = false;  ///< systems without a thread that are not exclusive: Flecs' multi_threaded
};

/// Tasks, and the number of ticks in one unit of the app's durations.
struct TimedTasks {
  schedulers::Tasks tasks;
  std::uint64_t ticks_per_unit = 1;
};

/// The limit on the sum of all durations, above which times cannot be counted.
constexpr double most_time = 1e12;
/// The sum of the longest durations.
[[nodiscard]] double longest_time(const App&, const Duration& undeclared = {});

/// [app/tasks] The systems as tasks, in the order of insertion, with their stages, their order within stages, their
/// declared conflicts, and those that an allowance covers. Thread "main" is worker 0; other threads are numbered as
/// they are mentioned. Ticks are units if all durations are whole, otherwise thousandths. A system's observers are
/// those with a query that sees a component which it may insert, remove or spawn, or an entity that it may destroy.
/// Preconditions: the app was loaded, or built, and takes no longer than `most_time`. Cost: that of `order` and of
/// `declared_conflicts`.
[[nodiscard]] TimedTasks timed_tasks(const App&, const Timing& timing);
/// The same with the given order; each duration is the middle, rounded, and at most `most_time`.
[[nodiscard]] schedulers::Tasks tasks(const App&, const Dag& order);
[[nodiscard]] schedulers::Tasks tasks(const App&);

/// Some of the systems as tasks, by increasing position, in this order.
[[nodiscard]] schedulers::Tasks tasks_of(const App&, const std::vector<std::size_t>& systems, const Dag& order);

/// The part of an order that lies within stages, as Tasks have it. Precondition: it keeps the stages.
[[nodiscard]] Dag within_stages(const schedulers::Tasks&, const Dag& order);

/// How many workers the threads that systems ask for need: at least one.
[[nodiscard]] std::size_t threads(const schedulers::Tasks&);

}  // namespace coreecs::app
