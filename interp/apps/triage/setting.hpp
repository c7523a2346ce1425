/// An app at its start, under the model of a scheduler: everything that its executions need.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "interp/apps/app/tasks.hpp"
#include "interp/apps/triage/access.hpp"
#include "interp/apps/triage/execution.hpp"

namespace coreecs::triage {

/// A scheduler's treatment of an app, reduced to what affects the final state.
struct Model {
  std::string_view name, about;
  Sync sync;
  Applied applied;
  const schedulers::Scheduler* scheduler =
      nullptr;               ///< the modelled scheduler; null: any order that the constraints allow
  bool hooks_first = false;  ///< whether hooks also come before other observers where something is removed

  /// The scheduler that represents this model for timing.
  [[nodiscard]] const schedulers::Scheduler& timed_by() const;
};
/// W_s: the labels of the program that a system declares to write.
[[nodiscard]] LabelSet owned_labels(const app::System& system, const std::vector<coreecs::Label>& labels_of_program);

/// [triage/models] All models.
[[nodiscard]] std::span<const Model> models();
/// The model of this name, or null.
[[nodiscard]] const Model* model(std::string_view name);

/// Refers to the app and to the model. It owns the entities that executions create.
struct Setting {
  /// The default number of workers.
  static constexpr std::size_t some_workers = 4;

  /// Uses at least as many workers as systems ask for threads. Precondition: `order` is that of the app, or adds to it.
  /// Cost: the bodies, and that of app::tasks.
  Setting(const app::App& app, const Dag& order, const Model& model, std::uint64_t frames,
          std::size_t workers = some_workers);
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

  /// The plan for the app with these additional constraints; nothing if they close a cycle.
  [[nodiscard]] std::optional<Plan> plan(std::span<const Edge> constraints = {}) const;
  /// The order with these additional constraints, which hold for the blocks of their systems, or the cycle that they
  /// close.
  [[nodiscard]] std::variant<Dag, Cycle> order_with(std::span<const Edge> constraints) const;
  /// Builds a plan from plans for parts of the app: `of_units` is called with the order of the systems outside of
  /// blocks and of the blocks; `of_block` with a block and the order of its systems, for each of them.
  template <class OfUnits, class OfBlock>
  [[nodiscard]] Plan planned(const Dag& with, const OfUnits& of_units, const OfBlock& of_block) const {
    if (blocks.empty()) return of_units(with);
    std::vector<Plan> inner;
    for (const app::Block& block : blocks.all()) inner.push_back(of_block(block, with.among(block.systems)));
    std::vector<bool> all = exclusive;
    if (model.sync == Sync::AtOnce) all.assign(exclusive.size(), true);
    return substituted(of_units(with.among(units)), units, blocks, inner, std::move(all));
  }
  /// The full name of a system, or of an observer, which are numbered after the systems.
  [[nodiscard]] const std::string& name(std::size_t s) const {
    return s < app.systems.size() ? app.systems[s].name : app.observers[s - app.systems.size()].system.name;
  }
  /// Whether the scheduler of the model prefers some orders of those that its plan leaves open.
  [[nodiscard]] bool has_coordinator() const;
  /// The tasks with these additional constraints. A block is one task. Precondition: they close no cycle.
  [[nodiscard]] schedulers::Tasks tasks_with(std::span<const Edge> constraints) const;
  /// [triage/assumed] The questions of systems with bodies that executions take to hold, as positions in `questions`:
  /// the app does not say when they hold, unless what it says decides them at the start, and no system writes that.
  [[nodiscard]] std::vector<std::size_t> assumed() const;
  [[nodiscard]] Executions executions(const Plan& plan) const { return executions(plan, observers); }
  /// The same with observers in another order.
  [[nodiscard]] Executions executions(const Plan& plan, const Observers& in_order) const {
    return {.plan = plan,
            .bodies = bodies,
            .questions = questions,
            .repeats = repeats,
            .start = start,
            .frames = frames,
            .env = env,
            .trackers = trackers,
            .events = events,
            .observers = in_order};
  }

  const app::App& app;
  const Model& model;
  std::uint64_t frames;
  Dag order;  ///< of the systems, by the app's constraints
  app::Blocks blocks;
  std::vector<std::size_t> units;  ///< the systems outside of blocks, and the first one of each block
  std::vector<Access> accesses;
  std::vector<Access> observer_accesses;  ///< with all that their changes may trigger
  Trackers trackers;
  std::vector<std::shared_ptr<const System>>
      asking;  ///< by system: its body with what it asks; null if it asks nothing
  std::vector<Body> bodies;
  std::vector<bool> defers, exclusive;  ///< of each system: whether it has commands, whether it is exclusive
  std::vector<Question> questions;      ///< run conditions, as the model asks them
  Events events;
  Observers observers;
  std::vector<const app::Repeat*> repeats;  ///< of each block
  /// The accesses, each with what the run conditions of the system read, and what the observers do that it may trigger.
  std::vector<Access> with_conditions;
  schedulers::Tasks tasks;  ///< the units as schedulers see them, in ticks
  std::uint64_t ticks_per_unit = 1;
  std::size_t workers;
  State start;
  Entities entities;
  Environment env;
};

}  // namespace coreecs::triage
