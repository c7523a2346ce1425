/// Certificates: what was decided of a schedule, with what it takes to see that it is so (specs/reference/files.md).
#pragma once

#include "interp/base/json/problem.hpp"
#include "interp/language/program/names.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

namespace claim {

/// An invocation: the leaf and the entity vector tell it from all others.
struct Step {
  Leaf leaf = 0;
  std::string system;
  std::vector<Entity> entities;

  friend bool operator==(const Step&, const Step&) = default;
};

/// An invocation and what it leaves at the location in question: a value, or none where it detaches.
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

/// A complete run: what it performs, and the state or the run-time error that it ends in.
struct Run {
  std::vector<Step> order;
  std::variant<State, std::string> end;
};

/// Safe by rule: the influences of concurrent invocations are disjoint.
struct Disjoint {};
/// Not safe by rule: these two are concurrent and both influence l, which stops the case `rule` of Theorem 4.7.
struct Overlap {
  int rule = 0;
  Location l;
  Step u, v;
};
/// Safe, or deterministic: wherever there is more than one concurrent writer, or more than one maximal one, they leave
/// the same. By location.
struct Agreement {
  std::vector<Contest> contested;
};
/// Not safe: two concurrent writers of a location leave different values.
struct Conflict {
  Contest contest;
};
/// Deterministic, because it is safe (Theorem 4.5).
struct Safe {};
/// Deterministic, or confluent, because all orders or runs were looked at. These are the states they end in, each once,
/// alike up to a renaming of created entities.
struct Exploration {
  std::vector<State> ends;
};
/// Not deterministic: two linearizations that end differently; the writers that come last at a location in each.
struct Linearizations {
  Contest last;
  Run a, b;
};
/// Confluent, because it is deterministic and, left of every ⨟, the maximal writers of each location leave the same, so
/// that every run is a linearization.
struct Hereditary {};
/// Not confluent: two runs that observe anew what they did, and end differently, at l unless one ends in an error.
struct Runs {
  std::optional<Location> l;
  Run a, b;
};

}  // namespace claim

/// What is claimed of a schedule. What was not decided is not claimed.
struct Certificate {
  std::string program;  ///< its name, as the document has it
  std::string schedule;
  std::uint64_t frames = 1;
  std::string fingerprint;
  std::optional<std::variant<claim::Disjoint, claim::Overlap>> safe_by_rule;
  std::optional<std::variant<claim::Agreement, claim::Conflict>> safe;
  std::optional<std::variant<claim::Safe, claim::Agreement, claim::Exploration, claim::Linearizations>> deterministic;
  std::optional<std::variant<claim::Hereditary, claim::Exploration, claim::Runs>> confluent;
};

/// A hash of all that the verdicts on a schedule depend on: components, systems, entities, the schedule, the frames.
/// A system that is not from JSON counts by name and query only. Cost: that of printing the program.
[[nodiscard]] std::string fingerprint(const Program& program, const NamedSchedule& schedule, std::uint64_t frames);

/// The certificate in a text, about a program, or everything that is wrong with it. Created entities are taken from
/// `entities`. Cost: the length of the text.
[[nodiscard]] std::variant<Certificate, std::vector<Problem>> read_certificate(std::string_view text,
                                                                               const Program& program,
                                                                               Entities& entities);

}  // namespace coreecs
