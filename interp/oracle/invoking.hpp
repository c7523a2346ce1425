/// What system functions say, for the calculus and for an engine, and what an engine says that it observes.
#pragma once

#include "interp/oracle/engine.hpp"
#include "semantics/mutation.hpp"
#include "semantics/series_parallel.hpp"

namespace coreecs {

/// A ∥ performed as a ⨟ may multiply entities: what has more matches is passed over.
inline constexpr std::size_t most_driven_matches = 2'000;

/// What f_s says of a match: for the calculus, and for an engine.
struct Invoked {
  std::vector<Entity> e;
  std::vector<Cell> w;
  Update m;
  Operations does;
};

/// Performs invocations, so that an engine can be told what they do.
class Invoking {
 public:
  /// `destroys`: an engine is told to destroy an entity where all these labels, of which there is at least one, are
  /// detached in turn. The environment must outlive it.
  Invoking(const Environment& env, std::vector<Label> labels, bool destroys)
      : env_(env), labels_(std::move(labels)), destroys_(destroys && !labels_.empty()) {}

  /// f_s at a leaf on a match. Throws what f_s throws.
  [[nodiscard]] Invoked operator()(const System&, Leaf, const Match&) const;
  /// conc(s) or seq(s) at c, as the calculus performs it. Throws also fast::TooManyMatches.
  [[nodiscard]] std::vector<Invoked> leaf(State c, const SeriesParallel::Node&, Leaf) const;

 private:
  const Environment& env_;
  std::vector<Label> labels_;
  bool destroys_;
};

/// The label of a cell of ⟪q⃗⟫, with the number of its query.
struct CellOf {
  std::size_t query;
  Label i;
  bool required, allowed;  ///< whether it has to have a value, and may have one
};
[[nodiscard]] std::vector<CellOf> cells_of(const QueryVector&);

/// Whether these may be entities and cells of a match of q⃗: values are there where they have to be, of their types.
[[nodiscard]] bool may_match(const QueryVector&, const Match&, const Schema&);

}  // namespace coreecs
