/// [execution/system] [execution/sync] Executions of an app (explanation/triage.md): one state that all systems share,
/// and what they defer until the next sync point. Clause by clause; `race.hpp` goes through them.
#pragma once

#include <map>

#include "interp/apps/triage/plan.hpp"
#include "interp/language/program/ending.hpp"
#include "semantics/state.hpp"

namespace coreecs::triage {

/// What a system of an app does; one without a body does nothing.
struct Body {
  const System* s = nullptr;
  LabelSet writes = {};  ///< W_s: what it declares to write, in the labels of s
};

/// ⟨I, c, D⟩, in a frame.
struct Configuration {
  std::uint64_t frame = 0;
  Subset done;  ///< I
  State c;
  std::map<std::size_t, Update> deferred = {};  ///< D: by system, or all as one, as it is applied

  friend bool operator==(const Configuration&, const Configuration&) = default;
};
[[nodiscard]] std::size_t hash(const Configuration&);

/// visit_s: the state after a system was performed at c, what it has written to it, and what it defers.
struct Visited {
  State c;
  Update owned, deferred;
};
/// The leaf tells its ν apart from those of others. Throws what a system function throws, and fast::TooManyMatches.
[[nodiscard]] Visited visit(const Body& body, bool exclusive, State c, At at, std::size_t most);

/// The executions of an app under a plan over some frames. Refers to what it is made of.
struct Executions {
  const Plan& plan;
  const std::vector<Body>& bodies;  ///< of each system
  const State& start;
  std::uint64_t frames;
  const Environment& env;
  std::size_t most = 1'000'000;  ///< a query vector with more matches throws fast::TooManyMatches

  /// ⟨∅, c, ∅⟩
  [[nodiscard]] Configuration first() const;
  [[nodiscard]] bool ended(const Configuration& k) const { return k.frame == frames; }
  /// The nodes that can be next, in their order. Cost: nodes times nodes / 64.
  [[nodiscard]] std::vector<std::size_t> enabled(const Configuration& k) const;
  [[nodiscard]] bool is_enabled(const Configuration& k, std::size_t node) const;
  /// κ —node→ κ′. Throws what a system function throws. Precondition: it is enabled.
  [[nodiscard]] Configuration step(Configuration k, std::size_t node) const;
  /// What the system observes and does at κ.
  [[nodiscard]] Visited visit_at(const Configuration& k, std::size_t system) const;
  /// The same; none where that fails.
  [[nodiscard]] std::optional<Visited> visited_at(const Configuration& k, std::size_t system) const;
};

/// A configuration, or what a step has failed with.
using Reached = std::variant<Configuration, RuntimeError>;
/// A step of what has not failed; what has failed stays as it is. Precondition: the node is enabled.
[[nodiscard]] Reached step(const Executions& all, const Reached& k, std::size_t node);
/// Whether a node does the same at both, at once and deferred; not where only one of them has failed. A sync point
/// always does. Cost: two visits.
[[nodiscard]] bool does_as(const Executions& all, const Reached& k, const Reached& k2, std::size_t node);

}  // namespace coreecs::triage
