/// The different states that orders end in.
#pragma once

#include <unordered_map>

#include "semantics/state.hpp"

namespace coreecs {

/// States with how often each was met; those that are equal up to a renaming of created entities (D10) are met once.
class Ends {
 public:
  struct End {
    State c;  ///< as it was met first
    std::size_t orders = 0;
  };

  /// Meets a state; the result is its number, counted from 0. Two states of which it is not settled whether they are
  /// equal have two numbers. Cost: k log k, for each state before with the same initial entities.
  std::size_t meet(State c);
  [[nodiscard]] const std::vector<End>& all() const { return all_; }

 private:
  std::vector<End> all_;
  std::unordered_multimap<std::size_t, std::size_t> by_hash_;
};

}  // namespace coreecs
