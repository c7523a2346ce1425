/// [triage/condition] Run conditions as an engine asks them (specs/explanation/triage.md).
#pragma once

#include <algorithm>

#include "interp/apps/app/blocks.hpp"
#include "interp/apps/triage/access.hpp"

namespace coreecs::triage {

/// A condition of a system or of a set, which is asked once a frame; within a block, once a round. Or how often a block
/// is repeated, which is asked when it begins.
struct Question {
  std::string name;
  app::RunCondition is;
  Subset controls;        ///< the systems that run only if it holds
  Subset asks;            ///< it is asked right before the first of these, which include all that it controls
  Access access = {};     ///< what it reads
  bool answered = false;  ///< whether the app says when it holds; otherwise what it does not say is taken to hold
  std::optional<std::size_t> within = {};     ///< the block in each round of which it is asked
  std::optional<std::size_t> number_of = {};  ///< the block whose number of rounds it is

  /// Whether a system can be the first of those: none of the others always comes before it.
  [[nodiscard]] bool may_be_asked_by(std::size_t system, const Dag& order) const {
    const std::vector<std::size_t> askers = members(asks);
    return asks.test(system) &&
           std::none_of(askers.begin(), askers.end(), [&](std::size_t other) { return order.less(other, system); });
  }
};

/// [repeat/asked] The questions of an app. With `by_stage`, a scheduler asks them at the start of each stage, before
/// any of its systems. A condition of a set that has some systems of a block, but not the block as a whole, is one
/// question for these, and another one for the systems outside. Cost: the conditions, times systems.
[[nodiscard]] std::vector<Question> questions(const app::App& app, bool by_stage);

}  // namespace coreecs::triage
