/// The progress of computations, for display.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace coreecs::progress {

/// A task that is under way, as displayed: "frame 3 of 20", "configuration 512 of at most 100000", "program 7", or only
/// its name.
struct Level {
  std::atomic<const char*> name = nullptr;  ///< null if there is no task
  std::atomic<std::uint64_t> part = 0;      ///< the current part, counted from 1; 0 before the first
  std::atomic<std::uint64_t> parts = 0;     ///< the number of parts; 0 if unknown
  std::atomic<bool> at_most = false;        ///< the number of parts is only a bound
};

/// The tasks of this process, each within the one before it. Deeper ones are not shown. A reader may see a mix of two
/// tasks during a change.
inline std::array<Level, 8> levels;
inline std::atomic<std::size_t> depth = 0;

/// A bound on the number of parts.
struct AtMost {
  std::uint64_t number;
};

/// A task, which lasts as long as this object. Its parts should be coarse, such as frames: each costs a few stores.
class Task {
 public:
  /// The name must outlive this object. If `parts` is 0, their number is unknown.
  explicit Task(const char* name, std::uint64_t parts = 0, bool at_most = false)
      : at_(depth.fetch_add(1, std::memory_order_relaxed)) {
    if (at_ >= levels.size()) return;
    levels[at_].part.store(0, std::memory_order_relaxed);
    levels[at_].parts.store(parts, std::memory_order_relaxed);
    levels[at_].at_most.store(at_most, std::memory_order_relaxed);
    levels[at_].name.store(name, std::memory_order_release);
  }
  Task(const char* name, AtMost parts) : Task(name, parts.number, true) {}
  ~Task() {
    if (at_ < levels.size()) levels[at_].name.store(nullptr, std::memory_order_relaxed);
    depth.fetch_sub(1, std::memory_order_relaxed);
  }
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  /// Begins the next part.
  void next() {
    ++part_;
    if (at_ < levels.size()) levels[at_].part.store(part_, std::memory_order_relaxed);
  }

 private:
  std::size_t at_;
  std::uint64_t part_ = 0;
};

}  // namespace coreecs::progress
