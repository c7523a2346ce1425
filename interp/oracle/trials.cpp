#include "interp/oracle/trials.hpp"

#include <algorithm>

#include "interp/oracle/isolated.hpp"

namespace coreecs {

Trials::Trials(const MakeEngine& make, std::optional<Time> isolate, std::size_t limit)
    : make_(make), isolate_(isolate), limit_(limit), engine_(make()), description_(engine_->describe()) {}

void Trials::wait_for_loops(std::optional<int> haste) {
  waited_ = {};
  haste_ = haste;
}

Driven Trials::operator()(Level level, const EngineCase& one) {
  const auto start = std::chrono::steady_clock::now();
  const std::optional<Time> most = sooner();
  const auto drive_alone = [&] { return drive(one, *make_(), level, description_, limit_); };
  if (!isolate_) engine_->hurry(most);
  Driven driven = isolate_ ? isolated(one, most.value_or(*isolate_), drive_alone)
                           : drive(one, *engine_, level, description_, limit_);
  if (driven.failure == EngineFailure::Kind::Silent) {
    waited_ += most.value_or(deadline().value_or(Time()));
  } else {
    const std::optional<AnswerTimes> times = engine_->times();
    recent_[next_++ % recent_.size()] =
        times && !isolate_ ? times->slowest : std::chrono::ceil<Time>(std::chrono::steady_clock::now() - start);
  }
  return driven;
}

std::optional<Trials::Time> Trials::deadline() const {
  if (isolate_) return isolate_;
  const std::optional<AnswerTimes> times = engine_->times();
  return times ? std::optional(times->deadline) : std::nullopt;
}

std::optional<Trials::Time> Trials::sooner() const {
  if (!haste_ || next_ == 0 || !deadline()) return std::nullopt;
  const Time slowest = *std::max_element(recent_.begin(), recent_.end());
  const Time sooner = *haste_ * std::max({slowest, *deadline() / 100, Time(20)});
  return 2 * sooner <= *deadline() ? std::optional(sooner) : std::nullopt;
}

}  // namespace coreecs
