#include "interp/run/threads.hpp"

#include "interp/fast/pass.hpp"
#include "interp/run/fork_join.hpp"

namespace coreecs {

Threads::Threads(ThreadOptions options) : options_(options), pool_(options_.threads) {}

// Frames resemble each other. After one that took less time than other threads take to wake up, the next is performed
// by the calling one.
State Threads::operator()(const State& c, const Schedule& z, At at) {
  constexpr std::chrono::microseconds worth_threads(20);
  const auto begin = std::chrono::steady_clock::now();
  const auto perform = [&] {
    const bool plain = options_.safe && options_.visibility == Visibility::Snapshot && !options_.record;
    if (plain && took_ < worth_threads) return fast::advance(c, z, at);
    ForkJoin frame(options_, pool_, z, c, at);
    State end = frame.run();
    frame.recorded(performed_, activities_);
    return end;
  };
  State end = perform();
  took_ = std::chrono::steady_clock::now() - begin;
  return end;
}

void Threads::restart() {
  performed_.clear();
  activities_.clear();
}

}  // namespace coreecs
