/// An app as data: systems with the access that they declare, and constraints on their order. This is what users of an
/// engine write: a directed graph, where a Program has ∥ and ⨟ (specs/reference/app-format.md).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "interp/apps/app/condition.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs::app {

/// What systems access: a component, which entities have, a resource, which exists once in the world, or an event,
/// which systems send and read.
struct Component {
  enum class Kind { Component, Resource, Event };

  std::string name;
  Kind kind = Kind::Component;
  std::optional<Type> type = {};  ///< where bodies use its values

  friend bool operator==(const Component&, const Component&) = default;
};

/// Positions in App::components, each once and in increasing order.
using Labels = std::vector<std::size_t>;

/// Entities by the components that they have and do not have.
struct Filter {
  Labels with, without;

  friend bool operator==(const Filter&, const Filter&) = default;
};

/// What one query of a system declares. A matched entity has all components that the query reads or writes, except
/// those in `optional`. A writer may read, too. All are components; none is in both reads and writes.
struct Query {
  Labels reads, writes;
  Labels optional;  ///< of those: an entity may lack them and still match
  Filter filter;
  Labels added = {}, changed = {};  ///< what an entity must have been given since the system last ran; it reads them

  friend bool operator==(const Query&, const Query&) = default;
};

/// Structural changes that a system may defer. The engine applies them at a later point.
struct Commands {
  Labels insert, remove;        ///< of existing entities
  std::vector<Labels> spawn;    ///< entities, each with these components
  std::vector<Filter> destroy;  ///< entities that match one of these; an empty filter matches all

  [[nodiscard]] bool empty() const { return insert.empty() && remove.empty() && spawn.empty() && destroy.empty(); }
  friend bool operator==(const Commands&, const Commands&) = default;
};

/// The events that a system declares to read and to send; it may do both to one.
struct EventAccess {
  Labels reads, sends;

  friend bool operator==(const EventAccess&, const EventAccess&) = default;
};

/// What a body asks about an entity of its query vector: whether the component was added, changed or removed since the
/// system last ran.
struct Ask {
  enum class Of { Added, Changed, Removed };

  Of of;
  std::size_t label = 0;  ///< a position in App::components
  std::size_t query = 0;  ///< a position in its query vector

  friend bool operator==(const Ask&, const Ask&) = default;
};

/// Since when a system sees changes: since it last ran (bevy_ecs since 0.5; removals since 0.10), or in this frame
/// (bevy_ecs before).
enum class ChangeDetection { SinceLastRun, InFrame };

/// How long a system takes, in any unit: between these two, which are finite, and 0 ≤ least ≤ most.
struct Duration {
  double least = 1, most = 1;

  friend bool operator==(const Duration&, const Duration&) = default;
};

/// What constraints relate: a system, or all systems of a set.
struct Node {
  enum class Kind { System, Set };

  Kind kind = Kind::System;
  std::size_t position = 0;  ///< in App::systems or App::sets

  friend bool operator==(const Node&, const Node&) = default;
};

/// Settings of a system, or of each system of a set.
struct Configuration {
  std::vector<std::size_t> in;  ///< positions in App::sets
  std::vector<Node> before, after;
  std::vector<Node> ambiguous_with;  ///< their order with these is left open on purpose
  bool ambiguous_with_all = false;
  std::vector<std::string> run_if;  ///< conditions, as they are shown: it runs if all of them hold

  friend bool operator==(const Configuration&, const Configuration&) = default;
};

struct System {
  std::string name;  ///< its full path, as game::physics::integrate
  std::vector<Query> queries = {};
  Labels reads = {}, writes = {};  ///< resources, none in both
  EventAccess events = {};
  Labels removed = {};  ///< components of which it reads the list of removals
  Commands commands = {};
  bool exclusive = false;                  ///< needs exclusive access to the world
  std::optional<std::string> thread = {};  ///< the only one on which it can run
  std::optional<std::size_t> stage = {};   ///< position in App::stages; each system has one where there are stages
  std::optional<Duration> duration = {};   ///< none: not known
  bool access_known = true;                ///< false: its access is unknown; only listed conflicts count
  Configuration configuration = {};        ///< its own; those of its sets apply as well
  std::optional<std::size_t> body = {};    ///< position in Program::systems
  std::vector<Ask> asks = {};              ///< of the body; its program does not have them

  friend bool operator==(const System&, const System&) = default;
};

/// A change of an entity that observers wait for: it gets a component that it lacked, or gets it, whether or not it had
/// it, or loses it.
struct Trigger {
  enum class On { Added, Set, Removed };

  On on;
  std::size_t label = 0;  ///< a position in App::components, of a component

  friend bool operator==(const Trigger&, const Trigger&) = default;
};

/// A system that no schedule contains: an engine runs it where it applies a change that triggers it. The first query of
/// its body matches only the entity that was changed.
struct Observer {
  System system;            ///< only its name, queries, resources, commands and body are of use
  std::vector<Trigger> on;  ///< at least one, each once
  bool hook = false;        ///< the engine runs it before other observers, or after them; each trigger has at most one

  friend bool operator==(const Observer&, const Observer&) = default;
};

/// Whether an engine has to apply deferred changes of the system: this depends on what it declares, not on what it then
/// does. An exclusive system applies its changes at once.
[[nodiscard]] inline bool has_deferred(const System& system) { return !system.exclusive && !system.commands.empty(); }

/// How often the systems of a set run in a frame, as one block: a number, a range of numbers, or what the world says.
struct Repeat {
  /// The limit on the number of rounds in a frame.
  static constexpr std::uint64_t most_rounds = 1000;

  std::uint64_t least = 1, most = 1;  ///< a number if they are equal; both 1 if the world says it
  /// What the number depends on: for a range only what it reads, which is nothing; for a number that the world says a
  /// term that measures it, null if a type is missing. None for a number.
  std::optional<RunCondition> number = {};
  std::string json = {};  ///< how the document writes it

  [[nodiscard]] bool is_range() const { return least != most; }
  friend bool operator==(const Repeat&, const Repeat&) = default;
};

/// A named group of systems. Sets have no cycle of nesting.
struct Set {
  std::string name;
  Configuration configuration = {};
  std::optional<Repeat> repeat = {};  ///< its systems form a block; each system is in at most one

  friend bool operator==(const Set&, const Set&) = default;
};

/// A conflict that the app lists, such as one that an engine reported. Declared access need not show it. a < b.
struct ListedConflict {
  std::size_t a = 0, b = 0;
  Labels on;  ///< none: the whole world

  friend bool operator==(const ListedConflict&, const ListedConflict&) = default;
};

/// A run condition of which the app says more than its name.
struct NamedCondition {
  std::string name;  ///< as Configuration::run_if has it
  RunCondition is;
  std::string json = {};  ///< how the document writes it; empty if only the name says it, as in "in_state(Menu)"
  bool defined = false;   ///< under "conditions", not in a "run_if"

  friend bool operator==(const NamedCondition&, const NamedCondition&) = default;
};

/// How the order of insertion orders systems: not at all, those that conflict, or all. Explicit constraints take
/// precedence.
enum class InsertionOrder { None, Conflicting, All };

struct App {
  std::string name;
  std::string about = {};
  std::vector<Component> components = {};       ///< components, resources, events, in that order; names are unique
  std::vector<System> systems = {};             ///< in the order of insertion
  std::vector<Observer> observers = {};         ///< none has the name of a system or set
  std::vector<Set> sets = {};                   ///< no set and system share a name
  std::vector<std::string> stages = {};         ///< one after the other
  std::vector<std::vector<Node>> chains = {};   ///< each before the next one
  std::vector<NamedCondition> conditions = {};  ///< names are unique; any other name is that of an unknown condition
  Labels allow_ambiguous = {};                  ///< conflicts on these are ignored
  std::vector<ListedConflict> conflicts = {};
  InsertionOrder insertion_order = InsertionOrder::None;
  ChangeDetection change_detection = ChangeDetection::SinceLastRun;
  /// A set that is a block: only the end of a frame in which it has run drops events; none: that of each frame does.
  std::optional<std::size_t> keep_events_until = {};
  /// The bodies, with typed components, entities and frames; null if no system has a body. Its components have the same
  /// names as here. Its schedule runs the bodies of systems in the order of insertion. If there is one, each observer
  /// has a body.
  std::shared_ptr<const Program> program = {};

  /// The name of a node. Precondition: it is one of this app.
  [[nodiscard]] const std::string& name_of(const Node& node) const {
    return node.kind == Node::Kind::System ? systems[node.position].name : sets[node.position].name;
  }
};

/// For each set, the systems in it, directly or through other sets, in increasing order. Cost: the size of the result,
/// and sets times sets.
[[nodiscard]] std::vector<std::vector<std::size_t>> members(const App&);

/// A condition of a system or of a set.
struct ConditionUse {
  std::string name;
  RunCondition is;
  std::vector<std::size_t> systems;     ///< those that it controls, in increasing order
  std::optional<std::size_t> set = {};  ///< the set that has it
};
/// All conditions of systems, then all of sets that have systems. Cost: that of `members`.
[[nodiscard]] std::vector<ConditionUse> run_conditions(const App&);

/// How a "match" of a condition is shown.
using OfMatch = std::function<std::string(const RunCondition&)>;
/// A condition that a document writes as an object, as its name: "and(paused, not(on_event(Hit)))". A "match" is its
/// JSON, without `of_match`.
[[nodiscard]] std::string shown(const RunCondition&, const App&, const OfMatch& of_match = {});

/// For each system, the last part of its path, or the whole path if another system has the same last part. Each is on
/// one line, as it is shown.
[[nodiscard]] std::vector<std::string> last_names(const App&);

}  // namespace coreecs::app
