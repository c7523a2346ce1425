/// [oracle] Does an engine conform to the calculus? Random cases, driven level by level; the first that it does not
/// perform as the calculus says is made as small as it can be.
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
  std::set<Level> levels = {};           ///< of those that the engine has; none: all of them
  std::optional<NamedShape> shape = {};  ///< of all cases; none: of each in turn
  std::optional<Aspect> only = {};       ///< as in Wanted
  std::size_t limit = 1'000;             ///< of check, and of judge
  std::function<bool()> go_on = {};      ///< asked before each case
};

/// How many times an engine was driven at a level, and what came of it.
struct Tally {
  std::uint64_t yes = 0, no = 0, outside = 0;
};

/// An engine that did not do what the calculus says.
struct Alarm {
  std::uint64_t number = 0;  ///< of the case
  Level level = Level::Storage;
  std::string program;  ///< as a document, with its schedule, main: as small as it was found to fail
  Program loaded;
  Driven driven;  ///< through that
};

struct ConformanceReport {
  EngineDescription engine;
  std::optional<std::string> schedule;  ///< where it is one program that it was driven through
  std::uint64_t seed = 1, cases = 0, tried = 0;
  Shard shard;
  std::string asked;  ///< for which levels, shape and verdict, in words; parts of one search ask for the same
  std::map<Level, Tally> levels;
  std::map<std::string, std::uint64_t> outside;  ///< how many cases, by reason
  Constructs covered;                            ///< constructs that occurred
  std::optional<Alarm> alarm;
  bool complete = true;  ///< all cases were tried, or there is an alarm

  /// Whether it may be said that the engine conforms.
  [[nodiscard]] bool conforms() const { return !alarm && complete; }
};

/// Drives an engine through random cases of the constructs that it supports, until there is an alarm. An engine that
/// looks up what to perform is given safe schedules. Throws EngineFailure where it does not say what it is.
[[nodiscard]] ConformanceReport conform(Engine&, const Conformance& = {});
/// Drives it through a program that it has failed in, say.
[[nodiscard]] ConformanceReport conform(Engine&, const nlohmann::ordered_json& program, const EngineCase&,
                                        const Conformance& = {});

/// The report in words, with the visits of the alarm.
[[nodiscard]] std::string show(const ConformanceReport&);

/// For the tests of an engine: CHECK_MESSAGE(r.conforms(), show(r)) where r = conformance<MyEngine>({.cases = 1000}).
template <class E>
requires std::derived_from<E, Engine> && std::default_initializable<E>
[[nodiscard]] ConformanceReport conformance(const Conformance& options = {}) {
  E engine;
  return conform(engine, options);
}

}  // namespace coreecs
