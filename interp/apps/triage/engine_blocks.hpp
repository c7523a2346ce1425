/// [triage/engine] An app as code for an engine has it: a function of the project performs each block.
#pragma once

#include <string>
#include <vector>

#include "interp/apps/app/app.hpp"
#include "interp/apps/order/dag.hpp"

namespace coreecs::triage {

/// A block as a schedule of its own.
struct Subschedule {
  std::string name;  ///< of letters, digits and underscores
  app::App app;      ///< its systems, with the conditions that are asked in each round
  Dag order;
  app::Repeat repeat;
};

struct WithoutBlocks {
  app::App app;  ///< a block is an exclusive system run_NAME, with the conditions of the block
  Dag order;
  std::vector<Subschedule> blocks;
};
/// Cost: that of the app and the order, for each block.
[[nodiscard]] WithoutBlocks without_blocks(const app::App& app, const Dag& order);

}  // namespace coreecs::triage
