/// Which systems conflict, as far as an engine sees that from what they declare.
#pragma once

#include "interp/apps/app/app.hpp"

namespace coreecs::app {

/// Two systems whose order may be seen, or which must not overlap. a < b.
struct Conflict {
  enum class Why {
    Access,     ///< one writes what the other one accesses, as both declare
    Exclusive,  ///< one has the world for itself
    Listed      ///< as listed, and not seen in what they declare
  };

  std::size_t a = 0, b = 0;
  Labels on;  ///< none: the whole world
  Why why = Why::Access;

  friend bool operator==(const Conflict&, const Conflict&) = default;
};

/// [app/conflict] All conflicts that the app declares, as bevy_ecs decides them, by a, then b. Labels that both systems
/// access, one of them writing, by queries that no filter keeps apart: a label that each entity of the one must have,
/// and no entity of the other one may have. Resources have no filters. Commands conflict with nothing; an exclusive
/// system conflicts with all; listed conflicts are as listed. Cost: systems times labels / 64 bits
/// for each system, and for pairs that access the same the pairs of their queries, times their labels.
[[nodiscard]] std::vector<Conflict> declared_conflicts(const App&);

/// Whether the two may come in whatever order, as somebody says of one or the other, or of their sets; or the conflict
/// is about nothing but what App::allow_ambiguous has.
class Allowances {
 public:
  /// Cost: systems times systems bits, and the members of sets for each allowance.
  explicit Allowances(const App&);
  [[nodiscard]] bool allows(const Conflict&) const;
  /// What is said of the two, whatever they conflict on.
  [[nodiscard]] bool allows(std::size_t a, std::size_t b) const { return pairs_[a * n_ + b]; }

 private:
  std::size_t n_;
  std::vector<bool> pairs_;
  Labels labels_;
};

}  // namespace coreecs::app
