/// The translation of the archetype calculus into Core ECS (specs/explanation/bridge.md).
#pragma once

#include "interp/archetypes/bridge/function.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs::bridge {

/// How staged events are translated.
enum class Events {
  Queued,             ///< all are entities of their own until sync: right for every program
  Direct,             ///< all are mutations at the end of the invocation, and sync does nothing: as one would say it
  DirectWhereProved,  ///< direct between two syncs where that is right ([bridge/direct]), and queued elsewhere
};

struct Settings {
  Events events = Events::DirectWhereProved;
  std::uint64_t frames = 1;                ///< how often the frame is run
  std::vector<std::string> entities = {};  ///< the names of entities 0, 1, ..., in the order of names; else e0, e1, ...
  std::string name = {}, about = {};
};

struct Translation {
  Program program;  ///< its schedule, `main`, is one frame
  Vocabulary vocabulary;
  /// What each step of the frame is: nothing where it does nothing.
  std::vector<std::optional<Schedule>> steps;
  std::vector<Staging> staging;  ///< of each step, what becomes of what it stages, or of what is staged before it
};

/// ⟦𝓗, fr, q⟧. It has none where a function has none, or a component is not of its type. Cost: the size of it.
[[nodiscard]] OrUntranslatable<Translation> translate(const archetype::Schema& schema, const archetype::State& w,
                                                      const Settings& settings = {});

/// Of each step of a frame, whether the events staged there can be mutations at the end of the invocation: where the
/// frame is typed by the repaired rules, and from the sync before to the next one every system that stages is one of a
/// single archetype, and nothing else creates entities. Cost: that of typing.
[[nodiscard]] std::vector<bool> direct_where_proved(const archetype::Schema& schema, const archetype::Frame& fr,
                                                    const archetype::Queue& q);

}  // namespace coreecs::bridge
