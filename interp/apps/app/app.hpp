/// What an app is, as data: systems with the access that they declare, and what is said of their order. It is what
/// users of an engine write down, a directed graph, where a Program has ∥ and ⨟ (specs/reference/app-format.md).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "interp/language/program/program.hpp"

namespace coreecs::app {

/// What systems access: a component, which entities have, or a resource, of which there is one in the world.
struct Component {
  enum class Kind { Component, Resource };

  std::string name;
  Kind kind = Kind::Component;
  std::optional<Type> type = {};  ///< where bodies look at its values

  friend bool operator==(const Component&, const Component&) = default;
};

/// Positions in App::components, each once and in increasing order.
using Labels = std::vector<std::size_t>;

/// Entities by what they have, and what they do not have.
struct Filter {
  Labels with, without;

  friend bool operator==(const Filter&, const Filter&) = default;
};

/// What one query of a system declares. What it reads or writes an entity must have, but for what is `optional`. What
/// it writes it may read, too. All are components; reads and writes have none in common.
struct Query {
  Labels reads, writes;
  Labels optional;  ///< of those: an entity matches without
  Filter filter;

  friend bool operator==(const Query&, const Query&) = default;
};

/// Structural changes that a system may ask for, which the engine makes later, where it has a point for that.
struct Commands {
  Labels insert, remove;        ///< of entities that are there
  std::vector<Labels> spawn;    ///< entities, each with these components
  std::vector<Filter> destroy;  ///< entities like one of these; one that says nothing stands for all

  [[nodiscard]] bool empty() const { return insert.empty() && remove.empty() && spawn.empty() && destroy.empty(); }
  friend bool operator==(const Commands&, const Commands&) = default;
};

/// How long a system takes, in whatever unit: between these two, which are finite, and 0 ≤ least ≤ most.
struct Duration {
  double least = 1, most = 1;

  friend bool operator==(const Duration&, const Duration&) = default;
};

/// What constraints are about: a system, or all systems of a set.
struct Node {
  enum class Kind { System, Set };

  Kind kind = Kind::System;
  std::size_t position = 0;  ///< in App::systems or App::sets

  friend bool operator==(const Node&, const Node&) = default;
};

/// What is said of a system, or of each system of a set.
struct Configuration {
  std::vector<std::size_t> in;  ///< positions in App::sets
  std::vector<Node> before, after;
  std::vector<Node> ambiguous_with;  ///< in whatever order with these, as its author says
  bool ambiguous_with_all = false;
  std::vector<std::string> run_if;  ///< names of conditions: it runs where all of them hold

  friend bool operator==(const Configuration&, const Configuration&) = default;
};

struct System {
  std::string name;  ///< its full path, as game::physics::integrate
  std::vector<Query> queries = {};
  Labels reads = {}, writes = {};  ///< resources, no one in both
  Commands commands = {};
  bool exclusive = false;                  ///< has the whole world for itself
  std::optional<std::string> thread = {};  ///< the only one on which it can run
  std::optional<std::size_t> stage = {};   ///< position in App::stages; each system has one where there are stages
  std::optional<Duration> duration = {};   ///< none: not known
  bool access_known = true;                ///< false: its access is not told; its conflicts are those that are listed
  Configuration configuration = {};        ///< on its own account; those of its sets come to that
  std::optional<std::size_t> body = {};    ///< position in Program::systems

  friend bool operator==(const System&, const System&) = default;
};

/// Whether an engine has to apply something after the system: what it declares counts, not what it does then. An
/// exclusive system does all at once.
[[nodiscard]] inline bool has_deferred(const System& system) { return !system.exclusive && !system.commands.empty(); }

/// Systems that are spoken of together. Sets have no cycle of nesting.
struct Set {
  std::string name;
  Configuration configuration = {};

  friend bool operator==(const Set&, const Set&) = default;
};

/// A conflict that somebody reports, as an engine does, whether access tells of it or not. a < b.
struct ListedConflict {
  std::size_t a = 0, b = 0;
  Labels on;  ///< none: the whole world

  friend bool operator==(const ListedConflict&, const ListedConflict&) = default;
};

/// What the order in which systems were inserted says of their execution: nothing, the order of those that conflict, or
/// of all. What is said explicitly comes first.
enum class InsertionOrder { None, Conflicting, All };

struct App {
  std::string name;
  std::string about = {};
  std::vector<Component> components = {};      ///< and resources, in that order; no two have a name in common
  std::vector<System> systems = {};            ///< in the order of insertion
  std::vector<Set> sets = {};                  ///< no set and system have a name in common
  std::vector<std::string> stages = {};        ///< one after the other
  std::vector<std::vector<Node>> chains = {};  ///< each before the next one
  Labels allow_ambiguous = {};                 ///< conflicts on these are of no interest
  std::vector<ListedConflict> conflicts = {};
  InsertionOrder insertion_order = InsertionOrder::None;
  /// The bodies, with the components that have types, entities and frames; null where no system has a body. Its
  /// components have the names that they have here; its schedule runs all bodies in the order of insertion.
  std::shared_ptr<const Program> program = {};

  /// The name of a node. Precondition: it is one of this app.
  [[nodiscard]] const std::string& name_of(const Node& node) const {
    return node.kind == Node::Kind::System ? systems[node.position].name : sets[node.position].name;
  }
};

/// Of each set, the systems that are in it, themselves or through other sets, in increasing order. Cost: what it
/// yields, and sets times sets.
[[nodiscard]] std::vector<std::vector<std::size_t>> members(const App&);

/// A condition of a system, or of a set, which is asked once a frame, before the first system of the set.
struct RunCondition {
  std::string name;
  std::shared_ptr<const std::vector<std::size_t>> systems;  ///< whose condition it is, in increasing order
};
/// Of each system, its conditions and those of the sets that it is in. Cost: that of `members`.
[[nodiscard]] std::vector<std::vector<RunCondition>> run_conditions(const App&);

/// Of each system, the last part of its path; the whole path, where another one has that part, too. On one line, as it
/// is shown.
[[nodiscard]] std::vector<std::string> last_names(const App&);

}  // namespace coreecs::app
