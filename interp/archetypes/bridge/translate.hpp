/// The translation of the archetype calculus into Core ECS (specs/explanation/bridge.md).
#pragma once

#include "interp/archetypes/bridge/function.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs::bridge {

/// The translation of staged events.
enum class Events {
  Queued,             ///< all become entities until sync: correct for every program
  Direct,             ///< all become mutations at the end of the invocation, and sync does nothing: natural Core ECS
  DirectWhereProved,  ///< direct between two syncs if that is proved correct ([bridge/direct]), and queued elsewhere
};

struct Settings {
  Events events = Events::DirectWhereProved;
  std::uint64_t frames = 1;                ///< how often the frame runs
  std::vector<std::string> entities = {};  ///< names of entities 0, 1, ..., in order; others are e0, e1, ...
  std::string name = {}, about = {};
};

struct Translation {
  Program program;  ///< its schedule, `main`, is one frame
  Vocabulary vocabulary;
  /// The translation of each step of the frame: nothing for a step without effect.
  std::vector<std::optional<Schedule>> steps;
  std::vector<Staging> staging;  ///< for each step, the translation of events staged there, or before it
};

/// ⟦𝓗, fr, q⟧. Untranslatable if a function is, or a component is not of its type. Cost: its size.
[[nodiscard]] OrUntranslatable<Translation> translate(const archetype::Schema& schema, const archetype::State& w,
                                                      const Settings& settings = {});

/// For each step of a frame, whether events staged there can become mutations at the end of the invocation. They can if
/// the frame is typed by the repaired rules, and between the surrounding syncs every system that stages has a single
/// archetype, and nothing else creates entities. Cost: that of typing.
[[nodiscard]] std::vector<bool> direct_where_proved(const archetype::Schema& schema, const archetype::Frame& fr,
                                                    const archetype::Queue& q);

}  // namespace coreecs::bridge
