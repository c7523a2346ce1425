/// Random tasks for schedulers, and those of the sources.
#pragma once

#include "interp/apps/schedulers/tasks.hpp"
#include "props/kit/generate.hpp"

namespace coreecs {

/// How random tasks may be.
struct TasksShape {
  std::size_t most = 6;
  std::size_t threads = 2;  ///< threads that tasks may ask for
  bool plain = false;       ///< no stages, threads, exclusive tasks, commands or run criteria
};

/// At most so many tasks, of every kind, whose order and stages are no cycle.
[[nodiscard]] schedulers::Tasks any_tasks(const TasksShape& shape);

/// The example of the article: systems 0 to 3; "2 intersects 0 and 1, 3 intersects 1".
[[nodiscard]] schedulers::Tasks article_tasks();

/// The same tasks with durations drawn at random, from `least` to `most`, the same on every machine.
[[nodiscard]] schedulers::Tasks with_random_durations(schedulers::Tasks tasks, std::uint64_t seed, std::uint64_t least,
                                                      std::uint64_t most);

}  // namespace coreecs
