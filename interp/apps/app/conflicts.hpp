/// Which systems conflict, as far as an engine can see from what they declare.
#pragma once

#include "interp/apps/app/app.hpp"

namespace coreecs::app {

/// Two systems whose order may matter, or which must not overlap. a < b.
struct Conflict {
  enum class Why {
    Access,     ///< one writes what the other one accesses, as both declare
    Exclusive,  ///< one is exclusive
    Listed      ///< as listed, and not visible in what they declare
  };

  std::size_t a = 0, b = 0;
  Labels on;  ///< none: the whole world
  Why why = Why::Access;

  friend bool operator==(const Conflict&, const Conflict&) = default;
};

/// [app/conflict] All conflicts that the app declares, as bevy_ecs decides them, by a, then b. Two systems conflict on
/// the labels that both access and at least one writes, unless filters keep the queries apart: each entity of one query
/// must have a label, and no entity of the other may have it. Resources have no filters. To send an event is to write
/// it. Commands conflict with nothing; an exclusive system conflicts with all; listed conflicts are as listed. Cost:
/// systems times labels / 64 bits for each system, and for pairs that access the same label the pairs of their queries,
/// times their labels.
[[nodiscard]] std::vector<Conflict> declared_conflicts(const App&);

/// Which conflicts the app allows: the settings of one of the two, or of their sets, leave the order open; or the
/// conflict is only on labels in App::allow_ambiguous.
class Allowances {
 public:
  /// Cost: systems times systems bits, and the members of sets for each allowance.
  explicit Allowances(const App&);
  [[nodiscard]] bool allows(const Conflict&) const;
  /// Whether the settings allow all conflicts of the two, on any label.
  [[nodiscard]] bool allows(std::size_t a, std::size_t b) const { return pairs_[a * n_ + b]; }

 private:
  std::size_t n_;
  std::vector<bool> pairs_;
  Labels labels_;
};

}  // namespace coreecs::app
