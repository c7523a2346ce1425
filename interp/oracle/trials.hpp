/// [oracle] Drives one engine after the other through cases, and finds out soon whether one loops.
#pragma once

#include <array>

#include "interp/oracle/drive.hpp"

namespace coreecs {

/// An engine that is driven through cases, until a new one takes its place.
class Trials {
 public:
  using Time = std::chrono::milliseconds;

  /// `isolate`: as in Conformance. `make` must outlive this. Throws EngineFailure if the engine does not describe
  /// itself.
  Trials(const MakeEngine& make, std::optional<Time> isolate, std::size_t limit);

  [[nodiscard]] const EngineDescription& description() const { return description_; }
  void start_anew() { engine_ = make_(); }
  Driven operator()(Level, const EngineCase&);

  /// From now on, one may wait for engines that loop, for twelve deadlines altogether. With `haste`, an engine seems to
  /// loop after that many times what it recently took, if that is much less than the deadline. It has to be confirmed
  /// without haste.
  void wait_for_loops(std::optional<int> haste = {});
  [[nodiscard]] bool has_waited() const { return deadline() && waited_ >= 12 * *deadline(); }

 private:
  [[nodiscard]] std::optional<Time> deadline() const;
  /// After this time it seems to loop.
  [[nodiscard]] std::optional<Time> sooner() const;

  const MakeEngine& make_;
  std::optional<Time> isolate_;
  std::size_t limit_;
  std::unique_ptr<Engine> engine_;
  EngineDescription description_;
  std::array<Time, 10> recent_{};  // of cases in which it did not loop, or of their slowest answers
  std::size_t next_ = 0;           // among them
  Time waited_{};                  // without what is not a part of a deadline, so that shrinking is repeatable
  std::optional<int> haste_;
};

}  // namespace coreecs
