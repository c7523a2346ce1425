#include "interp/apps/triage/questions.hpp"

#include <set>

namespace coreecs::triage {

std::vector<Question> questions(const app::App& app, bool by_stage) {
  const std::size_t n = app.systems.size();
  std::vector<Question> all;
  for (const app::ConditionUse& use : app::run_conditions(app)) {
    Question one{use.name, use.is, Subset(n), Subset(n), accessed(app, use.is), knows_answer(use.is)};
    for (const std::size_t s : use.systems) one.controls.set(s);
    one.asks = one.controls;
    if (!by_stage) {
      all.push_back(std::move(one));
      continue;
    }
    std::set<std::optional<std::size_t>> stages;
    for (const std::size_t s : use.systems) stages.insert(app.systems[s].stage);
    for (const auto& stage : stages) {
      Question here = one;
      here.asks.reset();
      for (std::size_t s = 0; s < n; ++s) here.asks.set(s, app.systems[s].stage == stage);
      here.controls &= here.asks;
      all.push_back(std::move(here));
    }
  }
  return all;
}

}  // namespace coreecs::triage
