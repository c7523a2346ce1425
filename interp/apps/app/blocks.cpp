#include "interp/apps/app/blocks.hpp"

namespace coreecs::app {

Blocks::Blocks(const App& app) : of_(app.systems.size()) {
  const auto sets = members(app);
  for (std::size_t s = 0; s < sets.size(); ++s) {
    if (!app.sets[s].repeat || sets[s].empty()) continue;
    for (const std::size_t system : sets[s]) of_[system] = all_.size();
    all_.push_back({s, sets[s]});
  }
}

std::vector<std::size_t> Blocks::with(std::size_t system) const {
  return of_[system] ? all_[*of_[system]].systems : std::vector<std::size_t>{system};
}

std::vector<Edge> Blocks::widened(std::span<const Edge> edges) const {
  std::vector<Edge> all;
  for (const Edge& edge : edges)
    widened(edge.before, edge.after, [&](std::size_t x, std::size_t z) { all.push_back({x, z}); });
  return all;
}

namespace {

System as_system(const App& app, const Block& block, const Duration& undeclared) {
  const Set& set = app.sets[block.set];
  System one{set.name};
  one.exclusive = true;
  one.stage = app.systems[block.systems.front()].stage;
  Duration all{0, 0};
  for (const std::size_t s : block.systems) {
    const Duration its = app.systems[s].duration.value_or(undeclared);
    all.least += its.least;
    all.most += its.most;
  }
  one.duration = {all.least * static_cast<double>(set.repeat->least), all.most * static_cast<double>(set.repeat->most)};
  return one;
}

}  // namespace

Collapsed collapsed(const App& app, const Blocks& blocks, const Dag& order, const Duration& undeclared) {
  Collapsed out{{.name = app.name, .components = app.components, .stages = app.stages}, {}};
  std::vector<std::size_t> unit(app.systems.size());
  for (std::size_t s = 0; s < app.systems.size(); ++s) {
    const auto block = blocks.of(s);
    if (block && blocks.all()[*block].systems.front() != s) {
      unit[s] = unit[blocks.all()[*block].systems.front()];
      continue;
    }
    unit[s] = out.systems.size();
    out.systems.push_back(s);
    out.app.systems.push_back(block ? as_system(app, blocks.all()[*block], undeclared) : app.systems[s]);
    out.app.systems.back().configuration = {};
    out.app.systems.back().body.reset();
  }
  for (const Edge& edge : order.reduction())
    if (unit[edge.before] != unit[edge.after])
      out.app.systems[unit[edge.before]].configuration.before.push_back({Node::Kind::System, unit[edge.after]});
  for (ListedConflict one : app.conflicts) {
    one.a = unit[one.a];
    one.b = unit[one.b];
    if (one.a > one.b) std::swap(one.a, one.b);
    if (one.a != one.b) out.app.conflicts.push_back(std::move(one));
  }
  return out;
}

}  // namespace coreecs::app
