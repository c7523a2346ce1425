/// The counts of a search, with their names in documents and for people.
#pragma once

#include "interp/search/fuzz.hpp"

namespace coreecs {

struct Counted {
  std::string_view key;
  std::uint64_t Counts::*number;
  const char* words;
  bool only_if_any = false;  ///< people see it only if it is not 0
};
inline constexpr Counted counted[] = {
    {"tried", &Counts::tried, "tried"},
    {"safe_by_rule", &Counts::safe_by_rule, "safe by rule"},
    {"safe", &Counts::safe, "safe"},
    {"deterministic", &Counts::deterministic, "deterministic"},
    {"confluent", &Counts::confluent, "confluent"},
    {"not_confluent", &Counts::not_confluent, "not confluent"},
    {"undecided", &Counts::undecided, "undecided within --limit"},
    {"errors", &Counts::errors, "failed in the reference run"},
    {"violations", &Counts::violations, "violated an invariant", true},
    {"not_at_start", &Counts::not_at_start, "an invariant did not hold at the start, so it was not watched", true},
    {"created", &Counts::created, "created entities (ν)"},
    {"idle", &Counts::idle, "had no invocation"},
    {"one_linearization", &Counts::one_linearization, "had one linearization"},
};

}  // namespace coreecs
