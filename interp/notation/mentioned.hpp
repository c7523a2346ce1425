/// The created entities that a document about a program mentions.
#pragma once

#include <set>

#include "semantics/state.hpp"

namespace coreecs {

class Mentioned {
 public:
  /// Notes a created entity, and those of the match that created it.
  void note(Entity e);
  void note(const Value& k);
  void note(const State& c);

  /// In entity order: each comes after those that its occurrence mentions.
  [[nodiscard]] std::vector<Entity> entities() const { return {found_.begin(), found_.end()}; }

 private:
  std::set<Entity> found_;
};

}  // namespace coreecs
