/// [oracle] Whether an engine conforms to the calculus. Drives it through cases, level by level, and shrinks those that
/// it performs differently from the calculus.
#pragma once

#include <chrono>
#include <concepts>
#include <memory>
#include <nlohmann/json.hpp>

#include "interp/oracle/drive.hpp"
#include "interp/oracle/generate.hpp"
#include "interp/search/shard.hpp"

namespace coreecs {

/// A program for an engine.
struct GivenCase {
  std::string name;  ///< in words
  nlohmann::ordered_json program;
  std::optional<std::string> schedule = {};         ///< default: the only one, or `main`
  std::vector<nlohmann::ordered_json> before = {};  ///< programs that the same engine is driven through first
};

struct Conformance {
  std::uint64_t seed = 1;
  std::uint64_t cases = 1'000;
  Shard shard = {};
  std::set<Level> levels = {};           ///< among the engine's levels; empty: all of them
  std::optional<NamedShape> shape = {};  ///< of all cases; nothing: each shape in turn
  Sizes sizes = {};                      ///< instead of those of the shape
  std::optional<Aspect> only = {};       ///< as in Wanted
  bool until_covered = false;            ///< stop early, once nothing is missing from the report
  bool keep_going = false;               ///< after an alarm
  /// Notes on failures that are known, by shape. After these, the search goes on.
  std::map<std::string, std::string> known = {};
  std::size_t limit = 1'000;         ///< of check, and of judge
  std::function<bool()> go_on = {};  ///< called before each case; false stops
  /// Called before the engine is driven through a case: the last one that is announced is the one in which it crashes.
  std::function<void(const GivenCase&, Level)> announce = {};
  /// Drives a new engine through each case in a fork of this process, for this time at most: an engine that fails an
  /// assertion or loops is an alarm like others. What comes before a case does not matter then. While an alarm of a
  /// loop is shrunk, engines get less time; what is left of the program loops for this time, too.
  std::optional<std::chrono::milliseconds> isolate = {};
};

/// How often an engine was driven at a level, by result.
struct Tally {
  std::uint64_t yes = 0, no = 0, outside = 0;
};

/// Cases in which an engine deviates from the calculus, and whose programs shrink to one shape.
struct Alarm {
  std::uint64_t number = 0;  ///< of the first case
  std::string name;          ///< of the first case, in words
  std::uint64_t cases = 1;   ///< how many there are
  Level level = Level::Storage;
  std::string shape;                      ///< failure_shape of the program
  std::optional<std::string> known = {};  ///< the note on this shape
  std::string program;                    ///< a document with one schedule, shrunk as far as the engine still fails
  Program loaded;
  Driven driven;                         ///< by that program
  std::vector<std::string> before = {};  ///< documents that a new engine has to be driven through first, to fail
  bool again = true;                     ///< whether a new engine fails in the same way
};

struct ConformanceReport {
  EngineDescription engine;
  std::optional<std::string> schedule;  ///< if the engine was driven through one program
  bool replays = false;                 ///< the cases are given programs
  std::uint64_t seed = 1, cases = 0, tried = 0;
  Shard shard;
  std::string asked;  ///< levels, shape and verdict in words; parts of one search have the same
  std::map<Level, Tally> levels;
  std::map<std::string, std::uint64_t> outside;  ///< the number of cases, by reason
  Constructs covered;                            ///< constructs that occurred
  std::set<std::string> met;                     ///< marks of sizes that cases reached (interp/oracle/dimensions.hpp)
  std::set<std::string> missing;                 ///< constructs and marks that cases could have, and none had
  std::vector<Alarm> alarms;                     ///< in the order of their first cases
  bool complete = true;                          ///< all cases were tried, or a new alarm ended the search

  /// The first alarm that is not known; null if there is none.
  [[nodiscard]] const Alarm* alarm() const;
  /// Whether the engine conforms, as far as was tested and is not known.
  [[nodiscard]] bool conforms() const { return !alarm() && complete; }
};

/// Drives an engine through random cases of the constructs that it supports, until an alarm that is not known. Engines
/// that look up what to perform get safe schedules. Throws EngineFailure if the engine does not describe itself.
[[nodiscard]] ConformanceReport conform(const MakeEngine&, const Conformance& = {});

/// Drives it through given programs, such as those that it has failed; each with a new engine. Precondition: they load.
[[nodiscard]] ConformanceReport conform(const MakeEngine&, const std::vector<GivenCase>&, const Conformance& = {});
/// Drives it through one program, from random starts.
[[nodiscard]] ConformanceReport conform(const MakeEngine&, const Starts&, const WantedStart&, const Conformance&);

/// The report as text.
[[nodiscard]] std::string show(const ConformanceReport&);

/// For the tests of an engine: CHECK_MESSAGE(r.conforms(), show(r)) where r = conformance<MyEngine>({.cases = 1000}).
template <class E>
requires std::derived_from<E, Engine> && std::default_initializable<E>
[[nodiscard]] ConformanceReport conformance(const Conformance& options = {}) {
  return conform([] { return std::make_unique<E>(); }, options);
}

}  // namespace coreecs
