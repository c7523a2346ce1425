/// Reduces a program that fails to a smallest one that fails in the same way.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "interp/check/decide/check.hpp"
#include "interp/language/program/error.hpp"

namespace coreecs {

/// The result of a program under a schedule, over its own frames.
struct Outcome {
  Answer holds = Answer::Yes;  ///< unknown: a limit was reached
  /// How it fails: the message of the run-time error, or the name of the first invariant that fails. Or the limit that
  /// was reached, if it is not that of check. Otherwise empty. Programs that fail in the same aspect with the same
  /// detail fail in the same way.
  std::string detail = {};
  std::string pointer = {};                ///< of the term that fails, for a run-time error
  std::string invariant = {};              ///< the invariant that this term belongs to, if any
  std::string location = {};               ///< "Vel(e1)": of the race for which a verdict is no
  std::optional<std::uint64_t> lost = {};  ///< the first frame after which a verdict is no
};

/// What else must not change when a program is made smaller.
struct Keep {
  bool systems = false;   ///< all systems, as written
  bool schedule = false;  ///< the schedule in question, as written
  bool location = false;  ///< the location of the outcome
};

/// Checks one aspect. `limit` is that of check. A vector of several queries may have 10^6 matches, since a smaller
/// program can have many more than the original. A run-time error in any other aspect than Error is no answer: it is
/// thrown, as RuntimeError with schedule and frame. Precondition: the program has the schedule.
[[nodiscard]] Outcome outcome(const Program& program, const std::string& schedule, Aspect, std::size_t limit);

/// Reduces everything in a document (interp/search/reduce.hpp) except the schedule, until no step leads to a program
/// that loads and fails in the way of `found`, or until interrupted. The result has a description and its expectations.
/// Preconditions: the document loads, and `found` is its outcome, a failure. Cost: that of check for each step tried.
[[nodiscard]] nlohmann::ordered_json shrink(const nlohmann::ordered_json& document, const std::string& schedule, Aspect,
                                            const Outcome& found, std::size_t limit, const Keep& keep = {});

/// The outcome of a run that ends in an error.
[[nodiscard]] Outcome failure(const RuntimeError&);
/// "expect" for a schedule that fails like this.
[[nodiscard]] nlohmann::ordered_json expectation(Aspect, const Outcome& found);

/// A document with a description, and with what was observed as the expectation of a schedule. If that does not hold,
/// it is a bug, std::logic_error. Its name stays; "$schema" is removed, because it is a path.
[[nodiscard]] nlohmann::ordered_json as_finding(const nlohmann::ordered_json& document, const std::string& about,
                                                const std::string& schedule, const nlohmann::ordered_json& expected,
                                                std::size_t limit);

}  // namespace coreecs
