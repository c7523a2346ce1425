#include "interp/apps/triage/proofs.hpp"

#include <algorithm>

#include "interp/check/prove/exchange.hpp"

namespace coreecs::triage {

namespace {

constexpr ProofLimits limits{.query = 20'000, .schedule = 2'000'000};
/// How many questions are asked for one app: each takes some milliseconds, however few steps the solver needs.
constexpr std::size_t most_questions = 1'000;

class Proofs {
 public:
  explicit Proofs(const Setting& setting) : setting_(setting) {}

  void operator()(Interference& one) {
    const auto prove = [&](Over over, bool by_first, bool first_applied, bool second_applied) {
      const auto of_kind = [&](const Obstacle& obstacle) {
        return obstacle.over == over && obstacle.on && obstacle.run_if.empty() &&
               (over != Over::Seen || obstacle.by_first == by_first);
      };
      if (std::none_of(one.obstacles.begin(), one.obstacles.end(), of_kind)) return;
      if (!commute(one, first_applied, second_applied)) return;
      for (const Obstacle& obstacle : one.obstacles) {
        const std::pair reason(of_kind(obstacle) ? *obstacle.on : 0, Argument::Proved);
        if (of_kind(obstacle) && std::find(one.arguments.begin(), one.arguments.end(), reason) == one.arguments.end())
          one.arguments.push_back(reason);
      }
      std::erase_if(one.obstacles, of_kind);
    };
    prove(Over::Order, true, false, false);
    prove(Over::Seen, true, true, false);
    prove(Over::Seen, false, false, true);
    prove(Over::Applied, true, true, true);
  }

 private:
  [[nodiscard]] Performer performer(std::size_t s) const {
    const Access& access = setting_.accesses[s];
    return {setting_.bodies[s].s, access.exclusive ? Performer::AtOnce::All : Performer::AtOnce::Owned,
            setting_.bodies[s].writes, access.stores_entities};
  }
  [[nodiscard]] bool commute(const Interference& one, bool first_applied, bool second_applied) {
    if (asked_++ >= most_questions) return false;
    if (!exchanger_) exchanger_.emplace(*setting_.app.program, limits);
    const Performer first = performer(one.first), second = performer(one.second);
    return exchanger_->commute({first, first_applied}, {second, second_applied});
  }

  const Setting& setting_;
  std::optional<Exchanger> exchanger_;
  std::size_t asked_ = 0;
};

}  // namespace

namespace {

/// Whether one of the two defers changes within a block that the other one is not in: these are two events.
bool meets_block(const Interference& one, const Setting& setting) {
  const auto defers = [&](std::size_t s) { return setting.blocks.of(s) && setting.accesses[s].defers(); };
  return !setting.blocks.are_in_one(one.first, one.second) && (defers(one.first) || defers(one.second));
}

}  // namespace

void prove(std::vector<Interference>& all, const Setting& setting) {
  if (!has_solver()) return;
  Proofs proofs(setting);
  for (Interference& one : all)
    if (setting.bodies[one.first].s && setting.bodies[one.second].s && !setting.accesses[one.first].beyond_state() &&
        !setting.accesses[one.second].beyond_state() && !meets_block(one, setting))
      proofs(one);
}

}  // namespace coreecs::triage
