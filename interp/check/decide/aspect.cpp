#include "interp/check/decide/aspect.hpp"

namespace coreecs {

Answer answer(const Verdict& verdict, Aspect aspect) {
  switch (aspect) {
    case Aspect::SafeByRule:
      return answer(verdict.safe_by_rule());
    case Aspect::Safe:
      return answer(verdict.safe());
    case Aspect::Deterministic:
      return verdict.deterministic();
    case Aspect::Confluent:
      return verdict.confluent();
    case Aspect::Error:
    case Aspect::Invariant:
      break;
  }
  throw std::logic_error("check has no verdict on this");
}

const Lost& lost(const LostFrames& frames, Aspect aspect) {
  switch (aspect) {
    case Aspect::SafeByRule:
      return frames.safe_by_rule;
    case Aspect::Safe:
      return frames.safe;
    case Aspect::Deterministic:
      return frames.deterministic;
    case Aspect::Confluent:
      return frames.confluent;
    case Aspect::Error:
    case Aspect::Invariant:
      break;
  }
  throw std::logic_error("check has no verdict on this");
}

}  // namespace coreecs
