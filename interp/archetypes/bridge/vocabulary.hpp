/// The representation of heaps and queues in Core ECS states (specs/explanation/bridge.md).
#pragma once

#include <map>
#include <set>
#include <variant>

#include "semantics/archetype/frame.hpp"

namespace coreecs::bridge {

/// Why something has no translation: the repaired rules do not type it, or it is too large for a document.
struct Untranslatable {
  std::string what;
  /// The place: the step of the frame, the system within a task-parallel one, and in its term a path through `parts`.
  std::vector<std::size_t> place = {};
  std::optional<Label> C = {};

  friend bool operator==(const Untranslatable&, const Untranslatable&) = default;
};
template <class T>
using OrUntranslatable = std::variant<T, Untranslatable>;

/// Which kinds of events are staged; these need labels.
struct EventKinds {
  bool destroy = false;
  std::set<Label> add, remove;
  bool create = false;
  std::set<Label> created;  ///< the component types that entities are created with

  void add_events_of(const archetype::Term&);
  void add_event(const archetype::Event&);
  [[nodiscard]] bool about_entities() const { return destroy || !add.empty() || !remove.empty(); }
};

/// The labels of a translation. Those of component types come first, numbered as in the schema.
struct Vocabulary {
  archetype::Schema components;
  EventKinds events;
  Schema schema;                       ///< of Core ECS
  Label alive = 0;                     ///< an entity is in a table
  Label about = 0;                     ///< the entity of an event other than create
  Label create = 0, destroy = 0;       ///< an event is of this kind
  std::map<Label, Label> add, remove;  ///< likewise, by component type
  /// For each component type, the position of its k-th field in the record: fields are sorted by name.
  std::vector<std::vector<std::size_t>> positions;

  Vocabulary(archetype::Schema components, EventKinds events);

  [[nodiscard]] bool is_tag(Label C) const { return components[C].fields.empty(); }
  /// A component as a value of Core ECS; nothing if it is not one of C.
  [[nodiscard]] std::optional<Value> value(const Value& c, Label C) const;
};

/// Which entities of Core ECS represent those of the heap, and the events of the queue.
struct StandIns {
  std::function<Entity(Entity)> of_entity;
  std::function<Entity(std::size_t)> of_event;
};
/// For a program: entities keep their numbers, and the events follow, numbered where fresh ones would start.
[[nodiscard]] StandIns numbered(const archetype::Heap& H);

/// (𝓗, q) as a state of Core ECS. Untranslatable if a component is not of its type, or an event of q is no value. Cost:
/// that of building it.
[[nodiscard]] OrUntranslatable<State> state(const archetype::Heap& H, const archetype::Queue& q, const Vocabulary& K,
                                            const StandIns& as);

}  // namespace coreecs::bridge
