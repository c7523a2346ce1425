/// What frames change, and the last writer of each change.
#pragma once

#include <map>

#include "interp/language/program/ending.hpp"
#include "interp/run/execution.hpp"

namespace coreecs {

struct Change {
  Location l;
  std::optional<Value> was, is;  ///< nothing: no value
  Performed by;                  ///< the last writer
};

/// Follows a reference run.
class Changes {
 public:
  /// Starts at this state.
  explicit Changes(State start) : start_(std::move(start)) {}
  Changes(const Changes&) = delete;
  Changes& operator=(const Changes&) = delete;

  /// The reference executor, which also notes writers. This must outlive it.
  [[nodiscard]] Executor noting();
  /// The changes since the previous call, in the order of entities. Cost: that of the writes since then.
  [[nodiscard]] std::vector<Change> take(const State& now);

 private:
  State start_;
  std::map<Location, Performed> last_;
};

}  // namespace coreecs
