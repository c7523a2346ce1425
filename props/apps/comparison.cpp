// Schedulers side by side, in words and in JSON.
#include "interp/apps/schedulers/comparison.hpp"

#include <nlohmann/json.hpp>

#include "props/apps/kit/tasks.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::schedulers;

namespace {

/// Four tasks of half a unit: a before b, which has a thread of its own; d conflicts with a and c, and c with b.
Tasks some_tasks() {
  Tasks tasks(4);
  for (std::size_t x = 0; x < 4; ++x) tasks.tasks[x].name = std::string(1, static_cast<char>('a' + x));
  for (const auto& [x, y] : {std::pair{3, 0}, {3, 2}, {1, 2}}) tasks.conflict(x, y);
  tasks.tasks[3].deferred = true;
  tasks.tasks[1].thread = 1;
  tasks.order = std::get<Dag>(Dag(4).with(std::vector<Edge>{{0, 1}}));
  for (Task& task : tasks.tasks) task.duration = 500;
  return tasks;
}

}  // namespace

TEST_CASE("A comparison in words: bounds with their reasons, the optimum, a line for each scheduler") {
  const Tasks tasks = some_tasks();
  const Comparison all = compared(tasks, 2, all_schedulers(), {most_nodes, 0});
  CHECK(show(all, tasks, "four", {1000}) == R"(four
no schedule takes less than 1:
  critical path  1 (a, b)
  work           1, divided by 2
  one thread     0.5
  one by one     1 (a, b)
the fastest schedule takes 1

  scheduler     makespan  phases  order not kept
  static               1       2
  dynamic              1       1
  stages               1       1
  bevy-first           2       3
  bevy-second        1.5       1
  yaks                 1       1
  waves                2       4
  flecs                2       1
)");
}

TEST_CASE("Of one scheduler also what runs when and where, and what it does not do as it is told") {
  Tasks tasks = some_tasks();
  tasks.order = std::get<Dag>(Dag(4).with(std::vector<Edge>{{2, 0}}));
  const Scheduler* bevy = scheduler("bevy-first");
  const Comparison all = compared(tasks, 2, std::span(bevy, 1), {});
  CHECK(all.rows.size() == 1);
  CHECK(show(all, tasks, "four", {1000}).find(R"(
         0      0.5  worker 0: a
       0.5        1  worker 0: b
         1      1.5  worker 0: c
       1.5        2  worker 0: d
         2           commands of d are applied

  not kept: c before a
  b: a thread-local system runs on the main thread, and no other one
)") != std::string::npos);
}

TEST_CASE("A comparison in JSON has the same") {
  const Tasks tasks = some_tasks();
  const Comparison all = compared(tasks, 2, all_schedulers(), {most_nodes, 0});
  const auto document = nlohmann::json::parse(json(all, tasks, "four", {1000}));
  CHECK(document["workers"] == 2);
  CHECK(document["bounds"]["critical_path"] == 1);
  CHECK(document["bounds"]["one_thread"] == 0.5);
  CHECK(document["bounds"]["path"] == nlohmann::json({"a", "b"}));
  CHECK(document["optimum"]["makespan"] == 1);
  CHECK(document["optimum"]["proved"] == true);
  REQUIRE(document["schedulers"].size() == all_schedulers().size());
  for (std::size_t k = 0; k < all.rows.size(); ++k) {
    const auto& row = document["schedulers"][k];
    CHECK(row["name"] == all.rows[k].scheduler->name);
    CHECK(row["makespan"].get<double>() * 1000 == static_cast<double>(all.rows[k].timeline.makespan));
    CHECK(row["spans"].size() == 4);
    CHECK(row["applied"][0]["systems"] == nlohmann::json({"d"}));
  }
}
