#include "props/apps/kit/tasks.hpp"
#include "interp/base/random.hpp"

#include "props/apps/kit/orders.hpp"
#include "props/kit/prop.hpp"

namespace coreecs {

using schedulers::Exclusive;
using schedulers::Task;
using schedulers::Tasks;

namespace {

/// What only one task in some has.
void any_kind(Dice& dice, const TasksShape& shape, Tasks& tasks, std::size_t x) {
  Task& task = tasks.tasks[x];
  if (dice.percent(20)) task.stage = 1 + dice.below(2);
  if (dice.percent(20)) task.thread = dice.below(shape.threads);
  if (dice.percent(10)) tasks.make_exclusive(x, dice.percent(50) ? Exclusive::AtStart : Exclusive::AtEnd);
  if (dice.percent(10)) task.times = 2 * dice.below(2);
  task.deferred = dice.percent(30);
  task.split = dice.percent(40);
  if (task.deferred)
    for (std::size_t y = 0; y < tasks.size(); ++y) tasks.observers[x].set(y, dice.percent(30));
}

}  // namespace

Tasks any_tasks(const TasksShape& shape) {
  Dice dice = any_dice();
  while (true) {
    const Dag order = any_dag(shape.most);
    Tasks tasks(order.size());
    if (dice.percent(60)) tasks.order = order;
    const std::size_t conflicts = dice.below(80);
    for (std::size_t x = 0; x < tasks.size(); ++x) {
      tasks.tasks[x].name = "s" + std::to_string(x);
      tasks.tasks[x].duration = dice.below(10);
      for (std::size_t y = x + 1; y < tasks.size(); ++y)
        if (dice.percent(conflicts)) tasks.conflict(x, y);
    }
    if (!shape.plain)
      for (std::size_t x = 0; x < tasks.size(); ++x) any_kind(dice, shape, tasks, x);
    if (std::holds_alternative<Dag>(tasks.staged_order())) return tasks;
  }
}

Tasks article_tasks() {
  Tasks tasks(4);
  for (std::size_t x = 0; x < 4; ++x) tasks.tasks[x].name = "system " + std::to_string(x);
  tasks.conflict(2, 0);
  tasks.conflict(2, 1);
  tasks.conflict(3, 1);
  return tasks;
}

schedulers::Tasks with_random_durations(schedulers::Tasks tasks, std::uint64_t seed, std::uint64_t least,
                                        std::uint64_t most) {
  Random random(seed);
  for (schedulers::Task& task : tasks.tasks)
    task.duration =
        static_cast<std::uint64_t>(random.between(static_cast<std::int64_t>(least), static_cast<std::int64_t>(most)));
  return tasks;
}

}  // namespace coreecs
