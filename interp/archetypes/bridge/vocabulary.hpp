/// What stands in a Core ECS state for what is in a heap and in a queue (specs/explanation/bridge.md).
#pragma once

#include <map>
#include <set>
#include <variant>

#include "semantics/archetype/frame.hpp"

namespace coreecs::bridge {

/// Why something has no translation. It is not typed by the repaired rules then, or is too large for a document.
struct Untranslatable {
  std::string what;
  /// Where: which step of the frame, which system of a task-parallel one, and in its term which of `parts` in which.
  std::vector<std::size_t> place = {};
  std::optional<Label> C = {};

  friend bool operator==(const Untranslatable&, const Untranslatable&) = default;
};
template <class T>
using OrUntranslatable = std::variant<T, Untranslatable>;

/// Which events are staged: those that need labels.
struct EventKinds {
  bool destroy = false;
  std::set<Label> add, remove;
  bool create = false;
  std::set<Label> created;  ///< the component types that entities are created with

  void add_events_of(const archetype::Term&);
  void add_event(const archetype::Event&);
  [[nodiscard]] bool about_entities() const { return destroy || !add.empty() || !remove.empty(); }
};

/// The labels of a translation. Those of component types come first, as they are numbered in the schema.
struct Vocabulary {
  archetype::Schema components;
  EventKinds events;
  Schema schema;                       ///< of Core ECS
  Label alive = 0;                     ///< whether an entity is in a table
  Label about = 0;                     ///< of an event other than create: its entity
  Label create = 0, destroy = 0;       ///< that an event is one of these
  std::map<Label, Label> add, remove;  ///< or one of these, by component type
  /// Of each component type, at which position of its record the k-th field is: fields are sorted by name.
  std::vector<std::vector<std::size_t>> positions;

  Vocabulary(archetype::Schema components, EventKinds events);

  [[nodiscard]] bool is_tag(Label C) const { return components[C].fields.empty(); }
  /// A component as a value of Core ECS; nothing where it is not one of C.
  [[nodiscard]] std::optional<Value> value(const Value& c, Label C) const;
};

/// Which entities of Core ECS stand for those of the heap, and for the events of the queue.
struct StandIns {
  std::function<Entity(Entity)> of_entity;
  std::function<Entity(std::size_t)> of_event;
};
/// Those of a program: entities keep their numbers, and the events follow, numbered from where fresh ones would be.
[[nodiscard]] StandIns numbered(const archetype::Heap& H);

/// The state that (𝓗, q) is in Core ECS. It has none where a component is not of its type, or an event of q is no
/// value. Cost: that of building it.
[[nodiscard]] OrUntranslatable<State> state(const archetype::Heap& H, const archetype::Queue& q, const Vocabulary& K,
                                            const StandIns& as);

}  // namespace coreecs::bridge
