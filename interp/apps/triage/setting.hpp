/// An app at its start, under the model of a scheduler: what executions of it are made of.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "interp/apps/app/tasks.hpp"
#include "interp/apps/triage/access.hpp"
#include "interp/apps/triage/execution.hpp"

namespace coreecs::triage {

/// What a scheduler makes of an app, as far as it matters for where it ends.
struct Model {
  std::string_view name, about;
  Sync sync;
  Applied applied;
  const schedulers::Scheduler* scheduler =
      nullptr;  ///< the one that this is the model of; none: any order that is not said

  /// The one that stands for it where it is asked how long it takes.
  [[nodiscard]] const schedulers::Scheduler& timed_by() const;
};
/// [triage/models] All models.
[[nodiscard]] std::span<const Model> models();
/// The one of this name, or none.
[[nodiscard]] const Model* model(std::string_view name);

/// Refers to the app and to the model. It owns the entities that executions create.
struct Setting {
  /// How many workers there are, unless told otherwise.
  static constexpr std::size_t some_workers = 4;

  /// With as many workers, or as many as there are threads that systems ask for. Precondition: `order` is that of the
  /// app, or says more. Cost: the bodies, and that of app::tasks.
  Setting(const app::App& app, const Dag& order, const Model& model, std::uint64_t frames,
          std::size_t workers = some_workers);
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

  /// The plan for the app with these constraints besides; none where they close a cycle.
  [[nodiscard]] std::optional<Plan> plan(std::span<const Edge> constraints = {}) const;
  /// The tasks with these constraints besides. Precondition: they close no cycle.
  [[nodiscard]] schedulers::Tasks tasks_with(std::span<const Edge> constraints) const;
  [[nodiscard]] Executions executions(const Plan& plan) const { return {plan, bodies, start, frames, env}; }

  const app::App& app;
  const Model& model;
  std::uint64_t frames;
  Dag order;  ///< of the systems, as it is said
  std::vector<Access> accesses;
  std::vector<Body> bodies;
  std::vector<bool> defers, exclusive;  ///< of each system, whether it has commands, and the whole world
  std::vector<std::vector<app::RunCondition>> conditions;  ///< its own, and those of its sets
  schedulers::Tasks tasks;                                 ///< as schedulers see the systems, with durations in ticks
  std::uint64_t ticks_per_unit = 1;
  std::size_t workers;
  State start;
  Entities entities;
  Environment env;
};

}  // namespace coreecs::triage
