/// Apps as schedulers see them.
#pragma once

#include <cstdint>

#include "interp/apps/app/app.hpp"
#include "interp/apps/schedulers/tasks.hpp"

namespace coreecs::app {

/// Which durations systems have, between the least and the most that they declare.
struct Timing {
  enum class Take { Middle, Least, Most, Random };

  Take take = Take::Middle;
  std::uint64_t seed = 1;    ///< of Random: each duration between the two has the same probability
  Duration undeclared = {};  ///< of a system that declares none
  bool systems_may_be_split =
      false;  ///< where no thread is declared, and the world is not asked for: Flecs' multi_threaded
};

/// Tasks, and in how many ticks a unit of the app's durations is counted.
struct TimedTasks {
  schedulers::Tasks tasks;
  std::uint64_t ticks_per_unit = 1;
};

/// The longest that systems may take, all together, for their times to be counted.
constexpr double most_time = 1e12;
/// That sum, of what they declare.
[[nodiscard]] double longest_time(const App&, const Duration& undeclared = {});

/// [app/tasks] The systems as tasks, in the order of insertion: their order within stages, and the stages; conflicts as
/// they declare them, and which of them an allowance names; "main" is worker 0, other threads are numbered as they are
/// mentioned. Ticks are units where all durations are whole, otherwise thousandths. Those who observe a system's
/// commands are the systems with a query that sees a component which it may insert, remove or spawn, or an entity that
/// it may destroy. Preconditions: the app was loaded, or built, and takes no longer than `most_time`. Cost: that of
/// `order` and of `declared_conflicts`.
[[nodiscard]] TimedTasks timed_tasks(const App&, const Timing& timing);
/// The same with the order that is given, and each duration the middle, rounded, and cut at `most_time`.
[[nodiscard]] schedulers::Tasks tasks(const App&, const Dag& order);
[[nodiscard]] schedulers::Tasks tasks(const App&);

/// What an order of an app's systems says within its stages, as Tasks have it. Precondition: it keeps the stages.
[[nodiscard]] Dag within_stages(const schedulers::Tasks&, const Dag& order);

/// How many workers there have to be for the threads that systems ask for: one at least.
[[nodiscard]] std::size_t threads(const schedulers::Tasks&);

}  // namespace coreecs::app
