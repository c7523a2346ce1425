// Executions in time, as pictures and as traces for browsers.

#include <algorithm>

#include "interp/apps/schedulers/charts.hpp"
#include "props/apps/kit/tasks.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::schedulers;

namespace {

/// A task of 3 that records commands, and then one of 1 divided between two workers, by Flecs.
Tasks two_tasks() {
  Tasks tasks(2);
  tasks.tasks[0].name = "spawn & go";
  tasks.tasks[0].duration = 3;
  tasks.tasks[0].deferred = true;
  tasks.tasks[1].name = "move";
  tasks.tasks[1].split = true;
  return tasks;
}

}  // namespace

TEST_CASE("A trace of an execution in time has an event for each job, and where commands are applied") {
  const Tasks tasks = two_tasks();
  const Plan plan = scheduler("flecs")->plan(tasks, 2);
  const Machine machine(tasks, plan, 2);
  CHECK(timeline_json(machine, simulate(machine), "two") == R"({
  "displayTimeUnit": "ns",
  "traceEvents": [
    { "ph": "M", "pid": 1, "name": "process_name", "args": { "name": "two" } },
    { "ph": "M", "pid": 1, "tid": 0, "name": "thread_name", "args": { "name": "worker 0" } },
    { "ph": "M", "pid": 1, "tid": 1, "name": "thread_name", "args": { "name": "worker 1" } },
    { "ph": "X", "pid": 1, "tid": 0, "ts": 0.000, "dur": 3.000, "cat": "system", "name": "spawn & go" },
    { "ph": "X", "pid": 1, "tid": 0, "ts": 3.000, "dur": 1.000, "cat": "system", "name": "move", "args": { "part": "1 of 2" } },
    { "ph": "X", "pid": 1, "tid": 1, "ts": 3.000, "dur": 0.000, "cat": "system", "name": "move", "args": { "part": "2 of 2" } },
    { "ph": "i", "pid": 1, "tid": 0, "s": "p", "ts": 3.000, "name": "commands are applied", "args": { "systems": ["spawn & go"] } } ] }
)");
}

TEST_CASE("A Gantt chart has a row for each worker, spans in proportion, a frame for each phase") {
  const Tasks tasks = two_tasks();
  const Plan plan = scheduler("flecs")->plan(tasks, 2);
  const Machine machine(tasks, plan, 2);
  const Picture picture = gantt(machine, simulate(machine), "two");
  REQUIRE(picture.nodes.size() == 5);
  const Picture::Node &first = picture.nodes[2], &second = picture.nodes[3];
  CHECK(first.label == "spawn & go");
  CHECK(first.place.y == picture.nodes[0].place.y);
  CHECK(picture.nodes[4].place.y == picture.nodes[1].place.y);
  CHECK(first.place.width == 3 * second.place.width);
  CHECK(second.place.x == first.place.x + first.place.width);
  CHECK(second.place.x + second.place.width == picture.width);
  CHECK(picture.nodes[4].label.empty());  // no room
  CHECK(picture.frames.size() == 2);
  CHECK(picture.frames[0].place.width == first.place.width);
  CHECK(picture.notes.size() == 2);
  CHECK(svg(picture).find("<title>" + second.hint + "</title>") != std::string::npos);
}
