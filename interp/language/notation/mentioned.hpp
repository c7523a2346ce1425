/// The created entities that a document about a program mentions, and their names.
#pragma once

#include <set>

#include "interp/language/program/ending.hpp"
#include "interp/language/program/names.hpp"

namespace coreecs {

class Mentioned {
 public:
  /// Notes a created entity, and those of the match that created it.
  void note(Entity e);
  void note(const Value& k);
  void note(const State& c);

  /// In entity order: each after those that its occurrence mentions.
  [[nodiscard]] std::vector<Entity> entities() const { return {found_.begin(), found_.end()}; }

 private:
  std::set<Entity> found_;
};

/// Names the entities of runs that have no name yet: those that the reference run did not create.
void name_others(const std::vector<const Ending*>& runs, Names& names);

}  // namespace coreecs
