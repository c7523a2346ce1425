/// Models of a question, the simplest first.
#pragma once

#include <optional>

#include "interp/check/prove/solver.hpp"
#include "interp/check/prove/states.hpp"

namespace coreecs::symbolic {

/// How many models of one question are tried as counterexamples.
inline constexpr int most_models = 6;

/// Finds models with few matches of earlier systems and with small numbers, if there are some. Each differs from those
/// before it in which components or which entities are there.
class ModelSearch {
 public:
  /// `avoided`: what does not hold in simple models. The encoding and the start must outlive this.
  ModelSearch(Solver& by, const z3::solver& question, const Encoding& to, const AnyState& start,
              std::vector<z3::expr> avoided = {})
      : by_(by), question_(question), to_(to), start_(start), avoided_(std::move(avoided)) {
    leave_resources_alone();
  }

  /// The next one, or none after most_models, or if the solver finds none.
  [[nodiscard]] std::optional<z3::model> next();

 private:
  /// Asks only for starts that a program can have: resources have no component but their own.
  void leave_resources_alone();
  [[nodiscard]] bool find();
  void prefer_small(const SymbolicValue& k, z3::expr_vector& small) const;
  void block(const z3::model& model);

  Solver& by_;
  z3::solver question_;
  const Encoding& to_;
  const AnyState& start_;
  std::vector<z3::expr> avoided_;
  std::optional<z3::model> last_;
  int tried_ = 0;
};

}  // namespace coreecs::symbolic
