#include "props/apps/kit/agreement.hpp"

#include <algorithm>

#include "props/kit/prop.hpp"

namespace coreecs {

namespace {

exhaustive::Swaps all_swaps(const triage::Executions& all, std::size_t most) {
  std::optional<exhaustive::Swaps> swaps = exhaustive::swaps(all, most);
  RC_PRE(swaps.has_value());
  return std::move(*swaps);
}

}  // namespace

Enumerated::Enumerated(const AppCase& t, std::size_t most)
    : setting(*t.app, t.order, t.model, t.frames),
      plan(*setting.plan()),
      all(setting.executions(plan)),
      swaps(all_swaps(all, most)),
      interfering(interferences(plan, setting.accesses, setting.questions)),
      found(races(all, interfering, 20'000)) {
  RC_LOG() << t;
}

const triage::Interference* Enumerated::obstacles(std::size_t x, std::size_t z) const {
  const auto one = std::find_if(interfering.begin(), interfering.end(), [&](const triage::Interference& each) {
    return each.first == x && each.second == z && !each.obstacles.empty();
  });
  return one == interfering.end() ? nullptr : &*one;
}

bool Enumerated::real() const {
  return std::any_of(found.pairs.begin(), found.pairs.end(),
                     [](const triage::ConflictingPair& pair) { return pair.witness.has_value(); });
}

void Enumerated::agree() const {
  RC_ASSERT(found.confluent == answer(swaps.alike));
  RC_ASSERT(real() == !swaps.alike);
  for (std::size_t x = 0; x < plan.systems; ++x)
    for (std::size_t z = x + 1; z < plan.systems; ++z)
      if (!obstacles(x, z)) RC_ASSERT(!swaps.meet[x][z]);
}

}  // namespace coreecs
