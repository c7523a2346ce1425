/// Executions of random apps beside models of engines, and the verdict on an app beside all its executions.
#pragma once

#include "interp/apps/triage/races.hpp"
#include "interp/apps/triage/setting.hpp"
#include "interp/fast/query.hpp"
#include "interp/language/program/error.hpp"
#include "props/apps/kit/app_cases.hpp"
#include "props/apps/kit/swaps.hpp"

namespace coreecs {

/// Performs a random execution. Asserts that each step leaves the state c that the model's step leaves. Discards an
/// execution that fails.
template <class Model>
void follow(const triage::Executions& all, Model& model) {
  Dice dice = any_dice();
  triage::Configuration k = all.first();
  try {
    while (!all.ended(k)) {
      const std::vector<std::size_t> next = all.enabled(k);
      const std::size_t node = next[dice.below(next.size())];
      k = all.step(std::move(k), node);
      model.step(node);
      RC_ASSERT(k.c == model.c);
    }
  } catch (const RuntimeError&) {
    RC_DISCARD("an error");
  } catch (const fast::TooManyMatches&) {
    RC_DISCARD("too many matches");
  }
}

/// The races that are found in an app, beside all of its executions.
struct Enumerated {
  /// Discards an app whose executions take more than this number of steps.
  explicit Enumerated(const AppCase& t, std::size_t most = 3'000);

  /// The obstacles between two systems, x before z; null if there are none.
  [[nodiscard]] const triage::Interference* obstacles(std::size_t x, std::size_t z) const;
  /// Whether a pair of executions shows that some race is real.
  [[nodiscard]] bool real() const;
  /// Asserts that the app is called confluent if all executions end alike, that some race is real if they do not, and
  /// that exchanging two systems without an obstacle makes no difference.
  void agree() const;

  triage::Setting setting;
  triage::Plan plan;
  triage::Executions all;
  exhaustive::Swaps swaps;
  std::vector<triage::Interference> interfering;
  triage::Races found;
};

}  // namespace coreecs
