/// Queries (§3.2) and query vectors (§3.3): ⟪q⟫ and ⟦q⟧c.
#pragma once

#include "semantics/grammar.hpp"
#include "semantics/state.hpp"

namespace coreecs {

/// The type of a query result (Figure 6), a product of K_i, ⊤ and K_i + ⊤.
struct ResultType;
struct Top {};
struct OrTop {
  Type k;
};
struct Product {
  std::vector<ResultType> factors;
};
struct ResultType : std::variant<Type, Top, OrTop, Product> {
  using variant::variant;
};

/// ⟪q⟫
[[nodiscard]] ResultType result_type(const Query& q, const Schema& K);
/// ⟪q⃗⟫, of a query vector or of the conjuncts of one query.
[[nodiscard]] ResultType result_type(const std::vector<Query>& q, const Schema& K);

/// {e⃗ ↦ w⃗, e⃗' ↦ w⃗', ...}: the entity matches of a query vector (§3.3) with their total order, as a partial map
/// E^n ⇀ ⟪q⃗⟫ that is visited in that order.
class Matches {
 public:
  /// No matches, of vectors with `dim` entities.
  explicit Matches(std::size_t dim) : dim_(dim) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  /// The j-th match. It is valid until the next push_back.
  [[nodiscard]] Match operator[](std::size_t j) const {
    return {std::span(entities_).subspan(j * dim_, dim_), std::span(cells_).subspan(j * width(), width())};
  }
  void push_back(const Match& r);

 private:
  [[nodiscard]] std::size_t width() const { return cells_.size() / size_; }

  std::size_t dim_;
  std::size_t size_ = 0;
  std::vector<Entity> entities_;
  std::vector<Cell> cells_;
};

/// ⟦q⟧c(e): appends the component result to w and returns true; if it is undefined, returns false and leaves w
/// unchanged. Cost: |q| look-ups.
[[nodiscard]] bool query_at(const Query& q, const State& c, Entity e, std::vector<Cell>& w);
/// Whether r satisfies φ. Errors: what φ throws.
[[nodiscard]] bool satisfies(const Condition& where, const Match& r);
/// ⟦q⃗ where φ⟧c(e⃗), the same for a query vector: evaluates φ only if all of the queries match.
[[nodiscard]] bool query_at(const QueryVector& q, const State& c, std::span<const Entity> e, std::vector<Cell>& w);

/// Puts matches from lexicographic order (D1) into the order of the environment. Cost: n log n if the two differ.
[[nodiscard]] Matches in_order(Matches r, const Environment& env);

/// ⟦q⃗ where φ⟧c in the order of the environment. Evaluates φ for all of ⟦q⃗⟧c, in lexicographic order (D1). Errors: what
/// φ throws. Cost: the live entities for each query, and the matches of ⟦q⃗⟧c; n log n if the order is not the
/// lexicographic one.
[[nodiscard]] Matches query(const QueryVector& q, const State& c, const Environment& env);

}  // namespace coreecs
