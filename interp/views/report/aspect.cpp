#include "interp/views/report/aspect.hpp"

#include <algorithm>

namespace coreecs {

namespace {

constexpr Wording wordings[] = {
    {Aspect::SafeByRule, "safe_by_rule", "safe by rule", "safe_by_rule: yes", "the rules of Theorem 4.7 do not hold"},
    {Aspect::Safe, "safe", "safe", "safe: yes", "two concurrent invocations do not commute", "unsafe", "not safe"},
    {Aspect::Deterministic, "deterministic", "deterministic", "deterministic: yes",
     "two linearizations end differently"},
    {Aspect::Confluent, "confluent", "confluent", "confluent: yes", "two runs end differently", "not-confluent",
     "not confluent"},
    {Aspect::Error, "error", "", "the run does not fail", "the run fails", "error", "a run-time error"},
    {Aspect::Invariant, "invariant", "", "no invariant fails", "an invariant fails", "invariant", "an invariant fails"},
};

}  // namespace

const Wording& wording(Aspect aspect) {
  return *std::find_if(std::begin(wordings), std::end(wordings), [&](const Wording& w) { return w.aspect == aspect; });
}

}  // namespace coreecs
