/// [oracle] Whether an engine conforms to the calculus. Drives it through random cases, level by level, and shrinks the
/// first that it performs differently from the calculus.
#pragma once

#include <concepts>
#include <nlohmann/json_fwd.hpp>

#include "interp/oracle/drive.hpp"
#include "interp/oracle/generate.hpp"
#include "interp/search/shard.hpp"

namespace coreecs {

struct Conformance {
  std::uint64_t seed = 1;
  std::uint64_t cases = 1'000;
  Shard shard = {};
  std::set<Level> levels = {};           ///< among the engine's levels; empty: all of them
  std::optional<NamedShape> shape = {};  ///< of all cases; nothing: each shape in turn
  Sizes sizes = {};                      ///< instead of those of the shape
  std::optional<Aspect> only = {};       ///< as in Wanted
  bool until_covered = false;            ///< stop early, once nothing is missing from the report
  std::size_t limit = 1'000;             ///< of check, and of judge
  std::function<bool()> go_on = {};      ///< called before each case; false stops
};

/// How often an engine was driven at a level, by result.
struct Tally {
  std::uint64_t yes = 0, no = 0, outside = 0;
};

/// A case in which an engine deviates from the calculus.
struct Alarm {
  std::uint64_t number = 0;  ///< of the case
  Level level = Level::Storage;
  std::string program;  ///< a document with one schedule, main, shrunk as far as the engine still fails
  Program loaded;
  Driven driven;  ///< by that program
};

struct ConformanceReport {
  EngineDescription engine;
  std::optional<std::string> schedule;  ///< if the engine was driven through one program
  std::uint64_t seed = 1, cases = 0, tried = 0;
  Shard shard;
  std::string asked;  ///< levels, shape and verdict in words; parts of one search have the same
  std::map<Level, Tally> levels;
  std::map<std::string, std::uint64_t> outside;  ///< the number of cases, by reason
  Constructs covered;                            ///< constructs that occurred
  std::set<std::string> met;                     ///< marks of sizes that cases reached (interp/oracle/dimensions.hpp)
  std::set<std::string> missing;                 ///< constructs and marks that cases could have, and none had
  std::optional<Alarm> alarm;
  bool complete = true;  ///< all cases were tried, or there is an alarm

  /// Whether the engine conforms, as far as was tested.
  [[nodiscard]] bool conforms() const { return !alarm && complete; }
};

/// Drives an engine through random cases of the constructs that it supports, until an alarm. Engines that look up what
/// to perform get safe schedules. Throws EngineFailure if the engine does not describe itself.
[[nodiscard]] ConformanceReport conform(Engine&, const Conformance& = {});
/// Drives it through one program, such as one that it has failed.
[[nodiscard]] ConformanceReport conform(Engine&, const nlohmann::ordered_json& program, const EngineCase&,
                                        const Conformance& = {});

/// The report as text, with the visits of the alarm.
[[nodiscard]] std::string show(const ConformanceReport&);

/// For the tests of an engine: CHECK_MESSAGE(r.conforms(), show(r)) where r = conformance<MyEngine>({.cases = 1000}).
template <class E>
requires std::derived_from<E, Engine> && std::default_initializable<E>
[[nodiscard]] ConformanceReport conformance(const Conformance& options = {}) {
  E engine;
  return conform(engine, options);
}

}  // namespace coreecs
