/// Runs a program frame by frame, by the denotation or by another executor.
#pragma once

#include "interp/fast/pass.hpp"
#include "interp/language/program/error.hpp"
#include "interp/language/program/names.hpp"
#include "interp/language/program/program.hpp"
#include "interp/run/entity_allocator.hpp"

namespace coreecs {

/// The schedule of this name; without a name, the only schedule or the one named `main`. Null if it does not exist.
[[nodiscard]] const NamedSchedule* find_schedule(const Program&, const std::optional<std::string>& name);

/// All invariants of the program, for watching.
[[nodiscard]] std::vector<const Invariant*> all_invariants(const Program&);

/// Performs a schedule, with leaves numbered from `first`: c becomes z(c), or another possible end of a run.
using Executor = std::function<State(const State& c, const Schedule& z, At at)>;

/// The reference: z(c). A query vector may have at most `most` matches.
[[nodiscard]] Executor reference(std::size_t most = std::numeric_limits<std::size_t>::max());

/// A running program. States and names that it returns are valid during its lifetime.
class Execution {
 public:
  /// Starts before the first frame of a schedule of the program, and watches these invariants. All arguments must
  /// outlive it. The default executor is the denotation.
  Execution(const Program& program, const NamedSchedule& schedule, const std::vector<const Invariant*>& watched = {},
            Executor executor = reference());
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  [[nodiscard]] const State& state() const { return c_; }
  [[nodiscard]] std::uint64_t frame() const { return frame_; }
  [[nodiscard]] const Names& names() const { return names_; }
  [[nodiscard]] Names& names() { return names_; }
  [[nodiscard]] const Environment& environment() const { return env_; }
  /// From now on uses the reference; a query vector with more matches throws fast::TooManyMatches.
  void allow_matches(std::size_t most) { executor_ = coreecs::reference(most); }

  /// Performs a frame: c becomes z(c), created entities get their names, and watched invariants that have not failed
  /// yet are checked. Throws RuntimeError with schedule and frame; the state then remains as before the frame.
  void advance();
  /// Performs frames until this number is reached.
  void advance_to(std::uint64_t frame);
  /// Returns to the start. The same occurrences create the same entities again.
  void restart();
  /// The watched invariants that failed, by frame.
  [[nodiscard]] const std::vector<Violation>& violations() const { return violations_; }

 private:
  void look(const State& c);

  const Program& program_;
  const NamedSchedule& schedule_;
  Executor executor_;
  EntityAllocator allocator_;
  Environment env_;
  Names names_;
  State c_;
  std::uint64_t frame_ = 0;
  std::vector<const Invariant*> watched_, to_watch_;
  std::vector<Violation> violations_;
};

}  // namespace coreecs
