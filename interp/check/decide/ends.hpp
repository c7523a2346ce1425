/// The different states in which orders end.
#pragma once

#include <unordered_map>

#include "semantics/state.hpp"

namespace coreecs {

/// States with the number of orders that end in each, equal ones (up to a renaming of created entities, D10) once.
class Ends {
 public:
  struct End {
    State c;  ///< the first one that was added
    std::size_t orders = 0;
  };

  /// Adds a state and returns its number, counted from 0. If it is unknown whether two states are equal, they have two
  /// numbers. Cost: k log k, for each state before with the same initial entities.
  std::size_t meet(State c);
  [[nodiscard]] const std::vector<End>& all() const { return all_; }

 private:
  std::vector<End> all_;
  std::unordered_multimap<std::size_t, std::size_t> by_hash_;
};

}  // namespace coreecs
