/// The reference executor: a program run frame by frame as the denotation says.
#pragma once

#include "interp/error.hpp"
#include "interp/names.hpp"
#include "interp/program.hpp"
#include "semantics/schedule.hpp"

namespace coreecs {

/// The schedule of this name; without one, the only schedule or the one named `main`. Null where there is none.
[[nodiscard]] const std::pair<std::string, Schedule>* find_schedule(const Program&,
                                                                    const std::optional<std::string>& name);

/// A program under way. States and names that it hands out are valid as long as it is.
class Execution {
 public:
  /// Before the first frame of a schedule of the program. Both must outlive it.
  Execution(const Program& program, const std::pair<std::string, Schedule>& schedule);
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  [[nodiscard]] const State& state() const { return c_; }
  [[nodiscard]] std::uint64_t frame() const { return frame_; }
  [[nodiscard]] const Names& names() const { return names_; }
  [[nodiscard]] Names& names() { return names_; }
  [[nodiscard]] const Environment& environment() const { return env_; }

  /// Performs a frame: c becomes z(c), and the entities created get their names. Throws RuntimeError with schedule
  /// and frame; the state is then still that before the frame.
  void advance();

 private:
  const std::pair<std::string, Schedule>& schedule_;
  Entities entities_;
  std::vector<Entity> created_;
  Environment env_;
  Names names_;
  State c_;
  std::uint64_t frame_ = 0;
};

}  // namespace coreecs
