/// A program that fails, reduced to a smallest one that fails in the same way.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "interp/check/decide/check.hpp"
#include "interp/language/program/error.hpp"

namespace coreecs {

/// How a program fares under a schedule, over its own frames.
struct Outcome {
  Answer holds = Answer::Yes;  ///< unknown: a limit was reached
  /// Where it fails: the message of the run-time error, the name of the first invariant that fails; or which limit was
  /// reached, if it is not that of check; else nothing.
  /// Programs that fail in the same aspect with the same detail fail in the same way.
  std::string detail = {};
  std::string pointer = {};                ///< of the term that fails, for a run-time error
  std::string invariant = {};              ///< whose term that is, if it is that of one
  std::string location = {};               ///< "Vel(e1)": of the race that a verdict is no for
  std::optional<std::uint64_t> lost = {};  ///< the first frame after which a verdict is no
};

/// What else stays as it is when a program is made smaller.
struct Keep {
  bool systems = false;   ///< all of them, as they are written
  bool schedule = false;  ///< the one that is looked at, as it is written
  bool location = false;  ///< the one of the outcome
};

/// Looks at one aspect; `limit` is that of check, and a vector of several queries may have 10^6 matches, for a smaller
/// program can have many more than the one it was made of. A run-time error in any other aspect than Error is no
/// answer: it is thrown, as RuntimeError with schedule and frame. Precondition: the program has the schedule.
[[nodiscard]] Outcome outcome(const Program& program, const std::string& schedule, Aspect, std::size_t limit);

/// Reduces a document in everything (interp/search/reduce.hpp), keeping the schedule, until each smaller program that a
/// step leads to does not load or does not fail in the way of `found`, or it is interrupted. The result names what it
/// is about and what it expects. Preconditions: the document loads, and `found` is its outcome, a failure. Cost: that
/// of check for each step tried.
[[nodiscard]] nlohmann::ordered_json shrink(const nlohmann::ordered_json& document, const std::string& schedule, Aspect,
                                            const Outcome& found, std::size_t limit, const Keep& keep = {});

/// The outcome of a run that ends in an error.
[[nodiscard]] Outcome failure(const RuntimeError&);
/// What "expect" says of a schedule that fails so.
[[nodiscard]] nlohmann::ordered_json expectation(Aspect, const Outcome& found);

/// A document with what it is about and what it expects of a schedule, which was seen: that it does not do so is a bug,
/// std::logic_error. Its name stays, and "$schema" goes, for it is a path.
[[nodiscard]] nlohmann::ordered_json as_finding(const nlohmann::ordered_json& document, const std::string& about,
                                                const std::string& schedule, const nlohmann::ordered_json& expected,
                                                std::size_t limit);

}  // namespace coreecs
