// In builds without the solver.
#include <stdexcept>

#include "interp/check/prove/exchange.hpp"

namespace coreecs {

namespace {

[[noreturn]] void no_solver() { throw std::logic_error("this build has no solver"); }

}  // namespace

bool has_solver() { return false; }

ProofReport prove_safe(const Program&, const Schedule&, const ProofLimits&, const std::vector<std::string>&, Aspect) {
  no_solver();
}

ExchangeProof prove_exchange(const Program&, const Schedule&, const Schedule&, const ProofLimits&) { no_solver(); }

class Exchanger::Questions {};
Exchanger::Exchanger(const Program&, const ProofLimits&) { no_solver(); }
Exchanger::~Exchanger() = default;
bool Exchanger::commute(const Exchanged&, const Exchanged&) { no_solver(); }

}  // namespace coreecs
