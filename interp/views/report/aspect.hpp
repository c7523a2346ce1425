/// What is asked of a schedule, in words.
#pragma once

#include "interp/check/decide/check.hpp"

namespace coreecs {

struct Wording {
  Aspect aspect;
  const char* key;          ///< "safe_by_rule": as in "expect", in verdicts in JSON, and what shrink keeps
  const char* question;     ///< "safe by rule": in a report, of what check decides
  const char* holds;        ///< "safe_by_rule: yes"
  const char* fails;        ///< "two runs end differently"
  const char* sought = "";  ///< "not-confluent": of what fuzz looks for
  const char* found = "";   ///< "not confluent": and what it has found
};

[[nodiscard]] const Wording& wording(Aspect);

}  // namespace coreecs
