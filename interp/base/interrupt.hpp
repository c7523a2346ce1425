/// What is computed can be asked to end before it has ended, by a signal, say.
#pragma once

#include <atomic>
#include <stdexcept>

namespace coreecs {

/// Thrown where what is computed was asked to end.
struct Interrupted : std::runtime_error {
  Interrupted() : runtime_error("interrupted") {}
};

/// A request to all that is computed in this process. It stands until it is taken back.
namespace interrupt {

inline std::atomic<bool> is_requested = false, is_noticed = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may request it");

inline void request() { is_requested = true; }
/// Whether to end. The caller does end then.
[[nodiscard]] inline bool requested() {
  if (!is_requested.load(std::memory_order_relaxed)) return false;
  is_noticed = true;
  return true;
}
/// Takes it back, so that what is known by then can be told. Whether there was one.
inline bool take_back() { return is_requested.exchange(false); }
/// Looks after it, at each invocation or match. Throws Interrupted. Cost: a load.
inline void poll() {
  if (requested()) throw Interrupted();
}

}  // namespace interrupt

}  // namespace coreecs
