/// The solver, with a count of its steps.
#pragma once

#include <z3++.h>

#include <cstdint>
#include <vector>

namespace coreecs::symbolic {

/// Gives malloc memory in huge pages, where the system has them, for the tables of 8.5 MB with which Z3 starts.
/// Touching their small pages one by one can take longer than many proofs.
struct HugePages {
  HugePages();
};
struct Context : private HugePages, public z3::context {};

/// The solver, with a count of its steps. The same questions in the same order have the same answers everywhere.
class Solver {
 public:
  /// Throws Interrupted.
  Solver(z3::context& z3, std::uint64_t each_query, std::uint64_t all_queries);

  enum class Found { None, Model, Stopped };
  /// Asks for a model of these formulas. `solver` keeps them, and the model.
  [[nodiscard]] Found ask(z3::solver& solver, const z3::expr_vector& also);
  [[nodiscard]] z3::solver with(const std::vector<z3::expr>& formulas) const;
  [[nodiscard]] z3::context& z3() const { return z3_; }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  [[nodiscard]] bool is_exhausted() const { return steps_ >= all_queries_; }

 private:
  z3::context& z3_;
  std::uint64_t each_query_, all_queries_, steps_ = 0;
};

}  // namespace coreecs::symbolic
