#include "interp/apps/triage/setting.hpp"

#include <algorithm>

#include "interp/apps/schedulers/explore.hpp"
#include "interp/apps/triage/triggered.hpp"

namespace coreecs::triage {

namespace {

/// Current engines, and each scheduler of the sources.
std::vector<Model> made_models() {
  std::vector<Model> all = {
      {"bevy", "the same as bevy-0.16", Sync::BetweenOrdered, Applied::AsPerformed},
      {"bevy-0.16",
       "bevy_ecs 0.16 to 0.19: any order that the constraints allow; commands are applied between ordered systems that "
       "have different numbers of sync points before them",
       Sync::BetweenOrdered, Applied::AsPerformed},
      {"bevy-0.13",
       "bevy_ecs 0.13 to 0.15: the same; commands are applied between two ordered systems if the first one has some",
       Sync::AfterCommands, Applied::AsPerformed, nullptr, true},
      {"bevy-0.10", "bevy_ecs 0.10 to 0.12: the same; commands are applied at the end of the schedule", Sync::AtEnd,
       Applied::AsPerformed},
      {"shared", "any order that the constraints allow; each change is visible at once, as on one shared state",
       Sync::AtOnce, Applied::AsPerformed}};
  for (const schedulers::Scheduler& each : schedulers::all_schedulers())
    all.push_back({each.name, each.about, Sync::AfterPhases, Applied::AsInserted, &each});
  return all;
}

/// Whether some system may write what a condition reads.
bool is_written(const Access& condition, const std::vector<Access>& all) {
  return std::any_of(all.begin(), all.end(), [&](const Access& writer) {
    return !writer.known || may_write(writer, true, condition) || may_write(writer, false, condition);
  });
}

}  // namespace

LabelSet owned_labels(const app::System& system, const std::vector<coreecs::Label>& labels_of_program) {
  const auto declares = [&](const app::Labels& labels, coreecs::Label i) {
    return std::binary_search(labels.begin(), labels.end(), i);
  };
  LabelSet owned;
  for (coreecs::Label i = 0; i < labels_of_program.size(); ++i)
    if (declares(system.writes, labels_of_program[i]) ||
        std::any_of(system.queries.begin(), system.queries.end(),
                    [&](const app::Query& q) { return declares(q.writes, labels_of_program[i]); }))
      owned.insert(i);
  return owned;
}

std::span<const Model> models() {
  static const std::vector<Model> all = made_models();
  return all;
}

const Model* model(std::string_view name) {
  const auto all = models();
  const auto at = std::find_if(all.begin(), all.end(), [&](const Model& one) { return one.name == name; });
  return at == all.end() ? nullptr : &*at;
}

const schedulers::Scheduler& Model::timed_by() const {
  return scheduler ? *scheduler : *schedulers::scheduler("dynamic");
}

Setting::Setting(const app::App& of, const Dag& said, const Model& by, std::uint64_t for_frames,
                 std::size_t for_workers)
    : app(of),
      model(by),
      frames(for_frames),
      order(said),
      blocks(of),
      accesses(triage::accesses(of, by.sync == Sync::AtOnce)),
      observer_accesses(triage::observer_accesses(of)),
      trackers(of),
      questions(triage::questions(of, by.scheduler && by.scheduler->asks_by_stage)),
      events(of, questions, blocks),
      observers(of, by.hooks_first),
      with_conditions(accesses),
      workers(for_workers),
      env(by_occurrence(entities)) {
  const std::vector<coreecs::Label> labels = labels_of_program(app);
  for (std::size_t s = 0; s < app.systems.size(); ++s) {
    const app::System& system = app.systems[s];
    const System* of_program = system.body ? app.program->systems[*system.body].get() : nullptr;
    asking.push_back(of_program && !system.asks.empty() ? trackers.asking(*of_program, s, labels.size()) : nullptr);
    const std::optional<coreecs::Label> flags = asking[s] ? std::optional(labels.size()) : std::nullopt;
    const System* as_asked = asking[s] ? asking[s].get() : of_program;
    bodies.push_back(as_asked ? Body{as_asked, owned_labels(system, labels), flags, events.labels()} : Body{});
    defers.push_back(by.sync != Sync::AtOnce && app::has_deferred(system));
    exclusive.push_back(system.exclusive);
  }
  for (Access& with : with_conditions)
    if (with.applied) add_all(with, *with.applied);
  for (const Question& b : questions)
    for (const std::size_t s : members(b.controls)) {
      Access& with = with_conditions[s];
      with.presence.insert(b.access.presence.begin(), b.access.presence.end());
      for (const auto& [i, where] : b.access.values)
        if (const auto [at, added] = with.values.emplace(i, where); !added) at->second = at->second.either(where);
    }
  for (const app::Block& block : blocks.all()) repeats.push_back(&*app.sets[block.set].repeat);
  const app::Collapsed in_units = app::collapsed(app, blocks, order);
  units = in_units.systems;
  app::TimedTasks timed = app::timed_tasks(blocks.empty() ? app : in_units.app, {});
  tasks = std::move(timed.tasks);
  ticks_per_unit = timed.ticks_per_unit;
  tasks.order = app::within_stages(tasks, blocks.empty() ? order : order.among(units));
  workers = std::max(workers, app::threads(tasks));
  if (app.program) start = app.program->start;
}

schedulers::Tasks Setting::tasks_with(std::span<const Edge> constraints) const {
  schedulers::Tasks with = tasks;
  const Dag all = std::get<Dag>(order_with(constraints));
  with.order = app::within_stages(tasks, blocks.empty() ? all : all.among(units));
  return with;
}

std::variant<Dag, Cycle> Setting::order_with(std::span<const Edge> constraints) const {
  return order.with(blocks.widened(constraints));
}

std::optional<Plan> Setting::plan(std::span<const Edge> constraints) const {
  const auto with = order_with(constraints);
  const Dag* extended = std::get_if<Dag>(&with);
  if (!extended) return std::nullopt;
  const auto of = [&](const std::vector<bool>& all, const std::vector<std::size_t>& systems) {
    std::vector<bool> some;
    some.reserve(systems.size());
    for (const std::size_t s : systems) some.push_back(all[s]);
    return some;
  };
  if (!model.scheduler)
    return planned(
        *extended,
        [&](const Dag& in_units) {
          std::vector<bool> deferring = of(defers, units), alone = of(exclusive, units);
          for (std::size_t u = 0; u < units.size(); ++u)
            if (blocks.of(units[u])) {
              deferring[u] = false;
              alone[u] = true;
            }
          return triage::plan(in_units, model.sync, model.applied, deferring, std::move(alone));
        },
        [&](const app::Block& block, const Dag& within) {
          return triage::plan(within, model.sync, model.applied, of(defers, block.systems),
                              of(exclusive, block.systems));
        });
  return planned(
      *extended,
      [&](const Dag&) {
        const schedulers::Tasks constrained = tasks_with(constraints);
        return triage::plan(constrained, model.scheduler->plan(constrained, workers), of(exclusive, units));
      },
      [&](const app::Block& block, const Dag& within) {
        const schedulers::Tasks inside = app::tasks_of(app, block.systems, within);
        return triage::plan(inside, model.scheduler->plan(inside, workers), of(exclusive, block.systems));
      });
}

bool Setting::has_coordinator() const {
  return model.scheduler && schedulers::has_coordinator(model.scheduler->plan(tasks, workers));
}

std::vector<std::size_t> Setting::assumed() const {
  const auto always = [&](const app::RunCondition& is) {  // its answer at every state that is reached
    bool constant = true;
    app::for_each_part(is, [&](const app::RunCondition& part) {
      if (part.term) constant = constant && !is_written(accessed(app, part), accesses);
    });
    try {
      return constant ? holds(is, start, env) : Answer::Unknown;
    } catch (const RuntimeError&) {
      return Answer::Unknown;
    }
  };
  std::vector<Answer> answers;
  Subset runs(bodies.size());
  for (std::size_t s = 0; s < bodies.size(); ++s) runs.set(s, bodies[s].s != nullptr);
  for (const Question& one : questions) {
    answers.push_back(one.number_of ? Answer::Unknown : always(one.is));
    if (answers.back() == Answer::No) runs -= one.controls;
  }
  std::vector<std::size_t> all;
  for (std::size_t q = 0; q < questions.size(); ++q)
    if (!questions[q].answered && answers[q] == Answer::Unknown && (questions[q].controls & runs).any())
      all.push_back(q);
  return all;
}

}  // namespace coreecs::triage
