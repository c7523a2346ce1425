/// How far what is computed has come, for who shows it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace coreecs::progress {

/// A task that is under way, as others see it: "frame 3 of 20", "configuration 512 of at most 100000", "program 7", or
/// its name alone.
struct Level {
  std::atomic<const char*> name = nullptr;  ///< null where there is none
  std::atomic<std::uint64_t> part = 0;      ///< the part of it that is under way, counted from 1; 0 before the first
  std::atomic<std::uint64_t> parts = 0;     ///< how many there are; 0 where that is not known
  std::atomic<bool> at_most = false;        ///< there may be fewer
};

/// The tasks of this process, each within those before it; those further within are not shown. What is read while it
/// changes may be of two tasks.
inline std::array<Level, 8> levels;
inline std::atomic<std::size_t> depth = 0;

/// So many parts, or fewer.
struct AtMost {
  std::uint64_t number;
};

/// A task, as long as it lives. Its parts are to be coarse, such as frames: each costs a few stores.
class Task {
 public:
  /// The name outlives it. Without a number of parts, or with 0, that is not known.
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

  /// Goes on to its next part.
  void next() {
    ++part_;
    if (at_ < levels.size()) levels[at_].part.store(part_, std::memory_order_relaxed);
  }

 private:
  std::size_t at_;
  std::uint64_t part_ = 0;
};

}  // namespace coreecs::progress
