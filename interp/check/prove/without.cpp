// In builds without the solver.
#include <stdexcept>

#include "interp/check/prove/prove.hpp"

namespace coreecs {

bool has_solver() { return false; }

ProofReport prove_safe(const Program&, const Schedule&, const ProofLimits&, const std::vector<std::string>&, Aspect) {
  throw std::logic_error("this build has no solver");
}

}  // namespace coreecs
