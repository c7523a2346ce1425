/// What frames change, and which invocation wrote there last.
#pragma once

#include <map>

#include "interp/language/program/ending.hpp"
#include "interp/run/execution.hpp"

namespace coreecs {

struct Change {
  Location l;
  std::optional<Value> was, is;  ///< nothing where there is no value
  Performed by;                  ///< who wrote there last
};

/// Goes along with a reference run.
class Changes {
 public:
  /// From a state on.
  explicit Changes(State start) : start_(std::move(start)) {}
  Changes(const Changes&) = delete;
  Changes& operator=(const Changes&) = delete;

  /// The reference, which notes who writes. This must outlive it.
  [[nodiscard]] Executor noting();
  /// What is otherwise than at the last call, in the order of entities. Cost: that of what was written since then.
  [[nodiscard]] std::vector<Change> take(const State& now);

 private:
  State start_;
  std::map<Location, Performed> last_;
};

}  // namespace coreecs
