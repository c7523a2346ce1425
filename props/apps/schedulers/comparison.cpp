// Schedulers side by side, also in JSON.
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

TEST_CASE("A comparison has what each scheduler takes, and in how many phases") {
  const Comparison all = compared(some_tasks(), 2, all_schedulers(), {});
  std::vector<std::tuple<std::string_view, std::uint64_t, std::size_t>> rows;
  for (const Comparison::Row& row : all.rows)
    rows.emplace_back(row.scheduler->name, row.timeline.makespan, row.plan.phases.size());
  CHECK(rows == decltype(rows){{"static", 1000, 2},
                               {"dynamic", 1000, 1},
                               {"stages", 1000, 1},
                               {"bevy-first", 2000, 3},
                               {"bevy-second", 1500, 1},
                               {"yaks", 1000, 1},
                               {"waves", 2000, 4},
                               {"flecs", 2000, 1}});
}

TEST_CASE("Of one scheduler also what runs when and where, and what it does not do as it is told") {
  Tasks tasks = some_tasks();
  tasks.order = std::get<Dag>(Dag(4).with(std::vector<Edge>{{2, 0}}));
  const Scheduler* bevy = scheduler("bevy-first");
  const Comparison all = compared(tasks, 2, std::span(bevy, 1), {});
  REQUIRE(all.rows.size() == 1);
  const auto& [of, plan, timeline, executions] = all.rows.front();
  REQUIRE(timeline.spans.size() == 4);
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK(plan.jobs[timeline.spans[k].job].task == k);
    CHECK(timeline.spans[k].worker == 0);
    CHECK(timeline.spans[k].begin == 500 * k);
  }
  CHECK(timeline.applied == std::vector<Timeline::Applied>{{2000, {3}}});
  CHECK(plan.not_kept == std::vector<Edge>{{2, 0}});
  CHECK(plan.notes.size() == 1);  // of the thread of b
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
