/// Random programs at their start, for the laws of schedules.
#pragma once

#include <rapidcheck.h>

#include "interp/check/decide/check.hpp"
#include "props/kit/generate.hpp"

namespace coreecs {

/// A program, its schedule `main` over its frames, and what that comes down to at its start. Shown as the JSON
/// document, so that a counterexample is a program to run. Copies share the program.
class Case {
 public:
  /// Nothing where the document does not load, the reference run fails, or a query vector has more than 100,000
  /// matches.
  static std::optional<Case> of(const Tree& document);

  Tree document;
  std::shared_ptr<const Program> program;
  std::shared_ptr<Entities> entities = std::make_shared<Entities>();
  Environment env = by_occurrence(*entities);
  State c;
  Schedule z;
  PartialOrder po;

  /// The verdict of `check` on it.
  [[nodiscard]] Verdict verdict(std::size_t limit = 100'000) const;

 private:
  Case(const Tree& document, std::shared_ptr<const Program>);
};

std::ostream& operator<<(std::ostream&, const Case&);

/// Random cases that shrink to small programs. A third at most have one linearization only.
[[nodiscard]] rc::Gen<Case> cases(const Shape& shape = {});
/// Those whose linearizations and runs can be enumerated: at most six invocations.
[[nodiscard]] rc::Gen<Case> small_cases(const Shape& shape = {});

/// Notes of what kind a case is, for the distribution that is printed with a property.
void classify(const Case&);

}  // namespace coreecs
