/// Interrupts a computation, for example after a signal.
#pragma once

#include <atomic>
#include <stdexcept>

namespace coreecs {

/// Thrown by a computation that was interrupted.
struct Interrupted : std::runtime_error {
  Interrupted() : runtime_error("interrupted") {}
};

/// A request to all computations in this process. It stands until it is taken back.
namespace interrupt {

inline std::atomic<bool> is_requested = false, is_noticed = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may request it");

inline void request() { is_requested = true; }
#ifdef __EMSCRIPTEN__
/// A module of WebAssembly hears of no signal while it computes: it asks for itself, now and then.
inline bool (*is_time_to_end)() = nullptr;
inline unsigned asked = 0;
#endif
/// Whether to end. If so, the caller ends.
[[nodiscard]] inline bool requested() {
#ifdef __EMSCRIPTEN__
  if (is_time_to_end && ++asked % 64 == 0 && is_time_to_end()) request();
#endif
  if (!is_requested.load(std::memory_order_relaxed)) return false;
  is_noticed = true;
  return true;
}
/// Takes the request back, so that results so far can be printed. Returns whether there was one.
inline bool take_back() { return is_requested.exchange(false); }
/// Called at each invocation or match. Throws Interrupted. Cost: a load.
inline void poll() {
  if (requested()) throw Interrupted();
}

}  // namespace interrupt

}  // namespace coreecs
