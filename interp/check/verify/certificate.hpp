/// Certificates: what was decided about a schedule, and what is needed to check it (specs/reference/files.md).
#pragma once

#include "interp/base/json/problem.hpp"
#include "interp/language/program/names.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

namespace claim {

/// An invocation. Its leaf and its entity vector identify it.
struct Step {
  Leaf leaf = 0;
  std::string system;
  std::vector<Entity> entities;

  friend bool operator==(const Step&, const Step&) = default;
};

/// An invocation and what it leaves at a given location: a value, or none if it detaches.
struct Writer {
  Step step;
  std::optional<Value> leaves;

  friend bool operator==(const Writer&, const Writer&) = default;
};

/// A location and writers of it, in the order of the reference.
struct Contest {
  Location l;
  std::vector<Writer> writers;

  friend bool operator==(const Contest&, const Contest&) = default;
};

/// A complete run: what it performs, and the state or the run-time error at its end.
struct Run {
  std::vector<Step> order;
  std::variant<State, std::string> end;
};

/// Safe by rule: the influences of concurrent invocations are disjoint.
struct Disjoint {};
/// Not safe by rule: u and v are concurrent and both influence l, which violates the case `rule` of Theorem 4.7.
struct Overlap {
  int rule = 0;
  Location l;
  Step u, v;
};
/// Safe, or deterministic: where there are several concurrent writers, or several maximal ones, they leave the same. By
/// location.
struct Agreement {
  std::vector<Contest> contested;
};
/// Not safe: two concurrent writers of a location leave different values.
struct Conflict {
  Contest contest;
};
/// Deterministic, because it is safe (Theorem 4.5).
struct Safe {};
/// Deterministic, or confluent, because all orders or runs were explored. `ends` are their final states, each once,
/// which are equal up to a renaming of created entities.
struct Exploration {
  std::vector<State> ends;
};
/// Not deterministic: two linearizations that end differently, and the last writers of a location in each.
struct Linearizations {
  Contest last;
  Run a, b;
};
/// Confluent, because it is deterministic and, left of every ⨟, the maximal writers of each location leave the same. So
/// every run is a linearization.
struct Hereditary {};
/// Not confluent: two runs that re-observe the state and end differently; at l, unless one ends in an error.
struct Runs {
  std::optional<Location> l;
  Run a, b;
};

}  // namespace claim

/// What is claimed about a schedule. Undecided verdicts are not claimed.
struct Certificate {
  std::string program;  ///< its name in the document
  std::string schedule;
  std::uint64_t frames = 1;
  std::string fingerprint;
  std::optional<std::variant<claim::Disjoint, claim::Overlap>> safe_by_rule;
  std::optional<std::variant<claim::Agreement, claim::Conflict>> safe;
  std::optional<std::variant<claim::Safe, claim::Agreement, claim::Exploration, claim::Linearizations>> deterministic;
  std::optional<std::variant<claim::Hereditary, claim::Exploration, claim::Runs>> confluent;
};

/// A hash of all that the verdicts on a schedule depend on: components, systems, entities, the schedule, the frames. A
/// system that is not from JSON is represented only by its name and query. Cost: that of printing the program.
[[nodiscard]] std::string fingerprint(const Program& program, const NamedSchedule& schedule, std::uint64_t frames);

/// Reads a certificate about a program, or returns all its problems. Created entities are taken from `entities`. Cost:
/// the length of the text.
[[nodiscard]] std::variant<Certificate, std::vector<Problem>> read_certificate(std::string_view text,
                                                                               const Program& program,
                                                                               Entities& entities);

}  // namespace coreecs
