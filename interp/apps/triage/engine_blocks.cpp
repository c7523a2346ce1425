#include "interp/apps/triage/engine_blocks.hpp"

#include <algorithm>

#include "interp/apps/app/blocks.hpp"

namespace coreecs::triage {

namespace {

std::string identifier(const std::string& name) {
  std::string out;
  for (const char c : name) out += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_';
  return out;
}

/// Removes the conditions of a set and of all that it is in.
void drop_conditions(app::App& app, std::size_t set) {
  std::vector<std::size_t> all = {set};
  for (std::size_t j = 0; j < all.size(); ++j) {
    app.sets[all[j]].configuration.run_if.clear();
    for (const std::size_t above : app.sets[all[j]].configuration.in)
      if (std::find(all.begin(), all.end(), above) == all.end()) all.push_back(above);
  }
}

Subschedule subschedule(const app::App& app, const app::Block& block, const Dag& order) {
  const app::Set& set = app.sets[block.set];
  Subschedule out{identifier(set.name), app, order.among(block.systems), *set.repeat};
  out.app.systems.clear();
  for (const std::size_t s : block.systems) out.app.systems.push_back(app.systems[s]);
  drop_conditions(out.app, block.set);
  return out;
}

}  // namespace

WithoutBlocks without_blocks(const app::App& app, const Dag& order) {
  const app::Blocks blocks(app);
  WithoutBlocks out{app, order, {}};
  if (blocks.empty()) return out;
  for (const app::Block& block : blocks.all()) out.blocks.push_back(subschedule(app, block, order));
  const std::vector<std::size_t> units = app::collapsed(app, blocks, order).systems;
  out.order = order.among(units);
  out.app.systems.clear();
  for (const std::size_t s : units) {
    const auto block = blocks.of(s);
    out.app.systems.push_back(app.systems[s]);
    if (!block) continue;
    const app::Set& set = app.sets[blocks.all()[*block].set];
    out.app.systems.back() = app::System{.name = "run_" + out.blocks[*block].name, .exclusive = true};
    out.app.systems.back().configuration.in = set.configuration.in;
    out.app.systems.back().configuration.run_if = set.configuration.run_if;
  }
  return out;
}

}  // namespace coreecs::triage
