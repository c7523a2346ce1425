/// [replay] Tokens: short texts that runs are repeated from (specs/reference/files.md).
#pragma once

#include "interp/base/json/problem.hpp"
#include "interp/language/program/ending.hpp"
#include "interp/language/program/program.hpp"
#include "interp/run/instance.hpp"
#include "interp/run/machine.hpp"

namespace coreecs {

/// What a run depends on, as checksums of 24 bits.
struct Fingerprint {
  std::uint32_t systems = 0;  ///< the components, and the systems that the schedule names
  std::uint32_t schedule = 0;
  std::uint32_t start = 0;

  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// Cost: the length of its parts as JSON. A system that is not from JSON is represented only by its name and query.
[[nodiscard]] Fingerprint fingerprint(const Program&, const Schedule&);
/// The fingerprint of a schedule alone.
[[nodiscard]] std::uint32_t schedule_fingerprint(const Schedule&);

/// A complete run, as its choices that are not the expected ones (Run::expected).
struct Replay {
  struct Turn {
    std::uint64_t after = 0;  ///< the number of expected choices since the turn before
    Leaf leaf = 0;
    std::uint64_t invocation = 0;  ///< as in Run::Choice

    friend bool operator==(const Turn&, const Turn&) = default;
  };

  Fingerprint fingerprint;
  std::uint64_t frames = 1;
  bool linearization = false;  ///< of po_c(z), as in Definition 4.4; otherwise a run that re-observes the state (D5)
  std::uint64_t steps = 0;     ///< the number of invocations that it performs
  std::vector<Turn> turns;

  friend bool operator==(const Replay&, const Replay&) = default;
};

/// "r1." and digits, letters, - and _: about 25 of them and three for each turn.
[[nodiscard]] std::string token(const Replay&);
/// The run of a token, or why it is invalid. Changing one character of a token makes it invalid.
[[nodiscard]] std::variant<Replay, Problem> read_token(std::string_view token);

/// Where a run cannot be performed as its token says.
struct Misfit {
  std::uint64_t step = 0;            ///< counted from 1
  std::optional<Replay::Turn> turn;  ///< what the token performs there, unless it is the expected choice
  bool complete = false;             ///< whether the token ends before this step
  std::vector<Performed> possible;   ///< what can be performed there; nothing if the run has ended
  Ending done;                       ///< what is performed before that step, and how it ends
};

/// The runs of a schedule over a number of frames at a program's start. For one thread.
class Replayer {
 public:
  /// For linearizations, or for runs that re-observe the state. `program` and `env` must outlive it.
  Replayer(const Program& program, const Schedule& z, std::uint64_t frames, bool linearizations,
           const Environment& env);
  /// The same for an instance of the schedule, whose partial order and entities it uses.
  Replayer(const Program& program, const Schedule& z, std::uint64_t frames, bool linearizations,
           std::shared_ptr<const Instance> of);
  Replayer(const Replayer&) = delete;
  Replayer& operator=(const Replayer&) = delete;

  /// po_c(z), for linearizations.
  [[nodiscard]] const PartialOrder& order() const { return *po_; }
  /// Precondition: these are all steps of such a run. Cost: that of the run, as for `perform`.
  [[nodiscard]] Replay record(const std::vector<Performed>& steps) const;
  /// Performs a run, without checking its fingerprint.
  [[nodiscard]] std::variant<Ending, Misfit> perform(const Replay&) const;

 private:
  void plan();
  [[nodiscard]] const Run& start() const {
    if (!start_) start_.emplace(*plan_, program_.start, env_);
    return *start_;
  }

  const Program& program_;
  const Environment& env_;
  std::uint64_t frames_;
  bool linearizations_;
  Fingerprint fingerprint_;
  std::shared_ptr<const PartialOrder> po_;
  std::optional<Plan> plan_;  // none for 0 frames
  std::optional<Schedule> z_;
  mutable std::optional<Run> start_;  // before the first step, once it was asked for
};

}  // namespace coreecs
