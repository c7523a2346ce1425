// What a scheduler is given: tasks, their stages and order, and which of them an ambiguity checker reports.
#include "interp/apps/schedulers/tasks.hpp"

#include "props/apps/kit/orders.hpp"
#include "props/kit/generate.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using coreecs::schedulers::Pair;
using coreecs::schedulers::Tasks;

// [scheduler/ambiguities]
TEST_CASE("What is ambiguous: pairs that conflict, unless an order, a stage or an ambiguity set says otherwise") {
  prop("the pairs are those that no way leads between, neither by order nor by stage", [] {
    Dice dice = any_dice();
    const Dag dag = any_dag(7);
    Tasks tasks(dag.size());
    tasks.order = dag;
    for (std::size_t x = 0; x < tasks.size(); ++x) {
      tasks.tasks[x].stage = dice.below(10) / 8;
      if (dice.percent(5)) tasks.make_exclusive(x);
      for (std::size_t y = x + 1; y < tasks.size(); ++y) {
        if (dice.percent(40)) tasks.conflict(x, y);
        if (dice.percent(20)) tasks.allow(x, y);
      }
    }
    const auto staged = tasks.staged_order();
    note(std::holds_alternative<Dag>(staged), "an order", 0.3);
    if (std::holds_alternative<Cycle>(staged)) return;
    std::vector<Pair> expected;
    for (std::size_t x = 0; x < tasks.size(); ++x)
      for (std::size_t y = x + 1; y < tasks.size(); ++y)
        if (tasks.conflicts[y].test(x) && !tasks.allowed[y].test(x) && std::get<Dag>(staged).concurrent(x, y))
          expected.push_back({x, y});
    note(!expected.empty(), "ambiguous", 0.15);
    RC_ASSERT(ambiguities(tasks) == expected);
  });
}

// [scheduler/ambiguities]
TEST_CASE("All of a stage comes before all of later ones, also when there is none between") {
  Tasks tasks(4);
  tasks.tasks[0].stage = 7;
  tasks.tasks[1].stage = 3;
  tasks.tasks[3].stage = 3;
  const Dag order = std::get<Dag>(tasks.staged_order());
  CHECK(order.reduction() == std::vector<Edge>{{1, 0}, {2, 1}, {2, 3}, {3, 0}});
  tasks.make_exclusive(3);
  CHECK(ambiguities(tasks) == std::vector<Pair>{{1, 3}});
  tasks.allow(3, 1);
  CHECK(ambiguities(tasks).empty());
  tasks.order = std::get<Dag>(Dag(4).with(std::vector<Edge>{{0, 2}}));
  CHECK(std::get<Cycle>(tasks.staged_order()).size() == 3);  // 0 → 2 by the user, 2 → 1 → 0 by their stages
}
