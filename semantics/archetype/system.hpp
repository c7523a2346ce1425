/// System evaluation (Figure 7): 𝓗, λx.t @ es → 𝓗', q and 𝓗, s → 𝓗', q.
#pragma once

#include "semantics/archetype/rules.hpp"

namespace coreecs::archetype {

/// es = [e_1, ..., e_n]; for a function of several archetypes, tuples with an entity for each.
class Tuples {
 public:
  explicit Tuples(std::size_t dim) : dim_(dim) {}
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::span<const Entity> operator[](std::size_t i) const {
    return std::span(entities_).subspan(i * dim_, dim_);
  }
  void push_back(std::span<const Entity> e) {
    entities_.insert(entities_.end(), e.begin(), e.end());
    ++size_;
  }

 private:
  std::size_t dim_;
  std::size_t size_ = 0;
  std::vector<Entity> entities_;
};

/// 𝓗', q
struct Produced {
  Heap H;
  Queue q;
};

/// The list es of 𝓗[A_1] × ... × 𝓗[A_n], lexicographic in the order of the environment.
[[nodiscard]] Tuples entities(const Heap& H, const std::vector<AType>& A, const Environment& env);
/// es_1, ..., es_n, the parts that par divides es into, each in the order of es.
[[nodiscard]] std::vector<Tuples> split(const Tuples& es, const Environment& env);
/// 𝓗, λx.t @ es → 𝓗', q. Cost: that of t for each of es.
[[nodiscard]] OrStuck<Produced> iterate(Heap H, const Function& f, const Tuples& es, const Environment& env);
/// 𝓗, s → 𝓗', q.
[[nodiscard]] OrStuck<Produced> evaluate(Heap H, const System& s, const Environment& env);

}  // namespace coreecs::archetype
