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
/// ⟪q⃗⟫
[[nodiscard]] ResultType result_type(const QueryVector& q, const Schema& K);
/// The number of cells of a component result: of the constraints in q⃗.
[[nodiscard]] std::size_t width(const QueryVector& q);

/// {e⃗ ↦ w⃗, e⃗' ↦ w⃗', ...}: the entity matches of a query vector (§3.3) with their total order, as a partial map
/// E^n ⇀ ⟪q⃗⟫ that is visited in that order.
class Matches {
 public:
  /// No matches. `dim` is the length of entity vectors, `width` the number of cells of component results.
  Matches(std::size_t dim, std::size_t width) : dim_(dim), width_(width) {}

  [[nodiscard]] std::size_t size() const { return entities_.size() / dim_; }
  /// The j-th match. It is valid until the next push_back.
  [[nodiscard]] Match operator[](std::size_t j) const {
    return {std::span(entities_).subspan(j * dim_, dim_), std::span(cells_).subspan(j * width_, width_)};
  }
  void push_back(const Match& r);

 private:
  std::size_t dim_;
  std::size_t width_;
  std::vector<Entity> entities_;
  std::vector<Cell> cells_;
};

/// ⟦q⟧c(e): appends the component result to w and says yes, or says no where it is undefined, with w as it was.
/// Cost: |q| look-ups.
[[nodiscard]] bool query_at(const Query& q, const State& c, Entity e, std::vector<Cell>& w);
/// ⟦q⃗⟧c(e⃗), the same for a query vector.
[[nodiscard]] bool query_at(const QueryVector& q, const State& c, std::span<const Entity> e, std::vector<Cell>& w);

/// The entities at which ⟦q⟧c may be defined, in entity order: dom(c_i) where every match has i, otherwise live(c). Cost:
/// their number, and that of live(c).
[[nodiscard]] std::vector<Entity> candidates(const Query& q, const State& c);

/// ⟦q⃗⟧c in the order of the environment. Cost: the number of matches, and of live entities for each query; n log n
/// where the order is not the lexicographic one. Throws TooManyMatches beyond the bound of the environment.
[[nodiscard]] Matches query(const QueryVector& q, const State& c, const Environment& env);

}  // namespace coreecs
