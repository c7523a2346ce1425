#include "interp/triage/setting.hpp"

#include <algorithm>
#include <array>

namespace coreecs::triage {

namespace {

constexpr std::array all_models{
    Model{"bevy", "bevy_ecs since 0.13: any order that is not said; commands are applied between ordered systems",
          Sync::BetweenOrdered, Applied::AsPerformed, app::InsertionOrder::None},
    Model{"bevy-stages",
          "bevy_ecs from 0.5 to 0.9: commands are applied at the end of a stage, in the order of insertion",
          Sync::AfterStages, Applied::AsInserted, app::InsertionOrder::None},
    Model{"bevy-0.4", "bevy_ecs up to 0.4: what conflicts is performed in the order of insertion", Sync::AfterStages,
          Applied::AsInserted, app::InsertionOrder::Conflicting},
    Model{"flecs", "systems one after the other, as inserted; commands are applied at the end of a stage",
          Sync::AfterStages, Applied::AsInserted, app::InsertionOrder::All},
    Model{"yaks", "any order that is not said; what is deferred is applied at the end", Sync::AtTheEnd,
          Applied::AsInserted, app::InsertionOrder::None},
    Model{"shared", "any order that is not said; everything is done at once, as on one shared state", Sync::AtOnce,
          Applied::AsPerformed, app::InsertionOrder::None},
};

LabelSet owned_labels(const app::System& system, const std::vector<Label>& labels_of_program) {
  const auto declares = [&](const app::Labels& labels, Label i) {
    return std::binary_search(labels.begin(), labels.end(), i);
  };
  LabelSet owned;
  for (Label i = 0; i < labels_of_program.size(); ++i)
    if (declares(system.writes, labels_of_program[i]) ||
        std::any_of(system.queries.begin(), system.queries.end(),
                    [&](const app::Query& q) { return declares(q.writes, labels_of_program[i]); }))
      owned.insert(i);
  return owned;
}

}  // namespace

std::span<const Model> models() { return all_models; }

const Model* model(std::string_view name) {
  const auto at =
      std::find_if(all_models.begin(), all_models.end(), [&](const Model& one) { return one.name == name; });
  return at == all_models.end() ? nullptr : &*at;
}

Setting::Setting(const app::App& of, const Dag& said, const Model& by, std::uint64_t for_frames)
    : app(of),
      model(by),
      frames(for_frames),
      order(said),
      accesses(triage::accesses(of, by.sync == Sync::AtOnce)),
      env(by_occurrence(entities)) {
  const std::vector<Label> labels = labels_of_program(app);
  for (std::size_t s = 0; s < app.systems.size(); ++s) {
    const app::System& system = app.systems[s];
    bodies.push_back(system.body ? Body{app.program->systems[*system.body].get(), owned_labels(system, labels)}
                                 : Body{});
    defers.push_back(accesses[s].defers());
    exclusive.push_back(system.exclusive);
    if (system.stage) stages.push_back(*system.stage);
  }
  if (app.program) start = app.program->start;
}

std::optional<Plan> Setting::plan(std::span<const Edge> constraints) const {
  const auto with = order.with(constraints);
  const Dag* extended = std::get_if<Dag>(&with);
  if (!extended) return std::nullopt;
  return triage::plan(*extended, model.sync, model.applied, defers, exclusive, stages);
}

}  // namespace coreecs::triage
