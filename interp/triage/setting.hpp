/// An app at its start, under the model of a scheduler: what executions of it are made of.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "interp/triage/access.hpp"
#include "interp/triage/execution.hpp"

namespace coreecs::triage {

/// What a scheduler makes of an app, as far as it matters for where it ends.
struct Model {
  std::string_view name, about;
  Sync sync;
  Applied applied;
  app::InsertionOrder implicit;  ///< what the order of insertion says, besides what is said explicitly
};
/// [triage/models] All models.
[[nodiscard]] std::span<const Model> models();
/// The one of this name, or none.
[[nodiscard]] const Model* model(std::string_view name);

/// Refers to the app and to the model. It owns the entities that executions create.
struct Setting {
  /// Precondition: `order` is that of the app. Cost: the bodies.
  Setting(const app::App& app, const Dag& order, const Model& model, std::uint64_t frames);
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

  /// The plan for the app with these constraints besides; none where they close a cycle.
  [[nodiscard]] std::optional<Plan> plan(std::span<const Edge> constraints = {}) const;
  [[nodiscard]] Executions executions(const Plan& plan) const { return {plan, bodies, start, frames, env}; }

  const app::App& app;
  const Model& model;
  std::uint64_t frames;
  Dag order;  ///< of the systems, with what the model adds to it
  std::vector<Access> accesses;
  std::vector<Body> bodies;
  std::vector<bool> defers, exclusive;
  std::vector<std::size_t> stages;
  State start;
  Entities entities;
  Environment env;
};

}  // namespace coreecs::triage
