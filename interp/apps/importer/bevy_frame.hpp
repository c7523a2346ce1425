/// The schedules that Bevy runs in each frame, and the app that several of them form.
#pragma once

#include <map>

#include "interp/apps/importer/assembly.hpp"

namespace coreecs::importer {

/// Those of several schedules that Bevy runs in each frame, in its order (MainScheduleOrder and FixedMainScheduleOrder,
/// Bevy 0.11 to 0.19), as sets of an app. Those of fixed steps are a block: the schedule itself, or FixedMain around
/// several of them.
class BevyFrame {
 public:
  /// The most rounds of a block in a frame, and the least are 0: Bevy runs it while there is time to spend.
  static constexpr std::uint64_t most_rounds = 2;

  /// Adds a set for each of these schedules that is in the frame, if these are several, and their order. The frame is
  /// empty if all schedules are one.
  BevyFrame(Assembly&, const std::vector<std::string>& schedules);

  [[nodiscard]] bool empty() const { return in_order_.empty(); }
  [[nodiscard]] bool has(const std::string& schedule) const;
  /// The set of a schedule; none if it is not in the frame, or alone there.
  [[nodiscard]] std::optional<std::size_t> set(const std::string& schedule) const;
  [[nodiscard]] bool has_several() const { return !sets_.empty(); }
  /// The set that is a block.
  [[nodiscard]] std::optional<std::size_t> block() const { return block_; }
  /// "the schedules First and FixedUpdate"
  [[nodiscard]] std::string words() const;
  /// Says what the app takes for granted, if it has several schedules.
  void warn(const TextPosition& at) const;

 private:
  Assembly& assembly_;
  std::vector<std::string> in_order_;
  std::map<std::string, std::size_t> sets_;
  std::optional<std::size_t> block_;
};

}  // namespace coreecs::importer
