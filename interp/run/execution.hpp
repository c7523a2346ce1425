/// A program run frame by frame, as the denotation says or as another executor does it.
#pragma once

#include "interp/fast/pass.hpp"
#include "interp/language/program/error.hpp"
#include "interp/language/program/program.hpp"
#include "interp/run/nursery.hpp"

namespace coreecs {

/// The schedule of this name; without one, the only schedule or the one named `main`. Null where there is none.
[[nodiscard]] const NamedSchedule* find_schedule(const Program&, const std::optional<std::string>& name);

/// All invariants of the program, to be watched.
[[nodiscard]] std::vector<const Invariant*> all_invariants(const Program&);

/// Performs a schedule, its leaves counted from `first`: c becomes z(c), or another end that a run may have.
using Executor = std::function<State(const State& c, const Schedule& z, At at)>;

/// The reference: z(c). A query vector may have `most` matches.
[[nodiscard]] Executor reference(std::size_t most = std::numeric_limits<std::size_t>::max());

/// A program under way. States and names that it hands out are valid as long as it is.
class Execution {
 public:
  /// Before the first frame of a schedule of the program, to watch these invariants. All of them must outlive it.
  /// The reference executor is the denotation.
  Execution(const Program& program, const NamedSchedule& schedule, const std::vector<const Invariant*>& watched = {},
            Executor executor = reference());
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  [[nodiscard]] const State& state() const { return c_; }
  [[nodiscard]] std::uint64_t frame() const { return frame_; }
  [[nodiscard]] const Names& names() const { return names_; }
  [[nodiscard]] Names& names() { return names_; }
  [[nodiscard]] const Environment& environment() const { return env_; }
  /// From here on the reference performs it, and a query vector that has more matches throws fast::TooManyMatches.
  void allow_matches(std::size_t most) { executor_ = coreecs::reference(most); }

  /// Performs a frame: c becomes z(c), the entities created get their names, and the watched invariants that have not
  /// failed yet are looked at. Throws RuntimeError with schedule and frame; the state is then still that before the
  /// frame.
  void advance();
  /// Performs frames until so many are performed.
  void advance_to(std::uint64_t frame);
  /// Back to before the first frame. The same occurrences create the same entities as before.
  void restart();
  /// The watched invariants that failed, by frame.
  [[nodiscard]] const std::vector<Violation>& violations() const { return violations_; }

 private:
  void look(const State& c);

  const Program& program_;
  const NamedSchedule& schedule_;
  Executor executor_;
  Nursery nursery_;
  Environment env_;
  Names names_;
  State c_;
  std::uint64_t frame_ = 0;
  std::vector<const Invariant*> watched_, to_watch_;
  std::vector<Violation> violations_;
};

}  // namespace coreecs
