/// Invocations for the calculus and for an engine, and the form of an engine's observations.
#pragma once

#include "interp/oracle/engine.hpp"
#include "semantics/mutation.hpp"
#include "semantics/series_parallel.hpp"

namespace coreecs {

/// The limit on matches of a query vector in random programs, and while an engine is driven, where a ∥ performed as a ⨟
/// may multiply entities.
inline constexpr std::size_t most_driven_matches = 2'000;

/// An invocation, with its mutation for the calculus and its operations for an engine.
struct Invoked {
  Leaf leaf;
  std::vector<Entity> e;
  std::vector<Cell> w;
  Update m;
  Operations does;
};

/// Performs invocations, and records the operations for an engine.
class Invoking {
 public:
  /// `destroys`: detaching all these labels, at least one, from an entity in turn becomes one Destroy. The environment
  /// must outlive this.
  Invoking(const Environment& env, std::vector<Label> labels, bool destroys)
      : env_(env), labels_(std::move(labels)), destroys_(destroys && !labels_.empty()) {}

  /// f_s at a leaf on a match. Throws what f_s throws.
  [[nodiscard]] Invoked operator()(const System&, Leaf, const Match&) const;
  /// conc(s) or seq(s) at c, as the calculus performs it. Also throws fast::TooManyMatches.
  [[nodiscard]] std::vector<Invoked> leaf(State c, const SeriesParallel::Node&, Leaf) const;
  /// z at c, likewise, with leaves numbered from `first`.
  [[nodiscard]] std::vector<Invoked> schedule(const State& c, const SeriesParallel& z, Leaf first) const;

 private:
  [[nodiscard]] std::vector<Invoked> node(const State& c, const SeriesParallel& z, std::size_t at, Leaf first) const;

  const Environment& env_;
  std::vector<Label> labels_;
  bool destroys_;
};

/// A cell of ⟪q⃗⟫: its query and its label.
struct CellOf {
  std::size_t query;
  Label i;
  bool required, allowed;  ///< whether it must have a value, and may have one
};
[[nodiscard]] std::vector<CellOf> cells_of(const QueryVector&);

/// Whether entities and cells have the form of a match of q⃗: required values are present, all with their types.
[[nodiscard]] bool may_match(const QueryVector&, const Match&, const Schema&);

}  // namespace coreecs
